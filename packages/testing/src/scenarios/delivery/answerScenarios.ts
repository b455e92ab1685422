/** Which answers count, and what is said about those that do not. */
import { assert } from "@effect/vitest"
import { TransportFailure } from "@sellerkit/core"
import type { Duration } from "effect"
import { Effect } from "effect"
import { selfSigned } from "../receivers/certificate.ts"
import type { Scenario } from "../Scenario.ts"
import {
  advance,
  allDeliveries,
  closedPort,
  createWebhook,
  newReceiver,
  publish,
  settled,
  type Target
} from "../steps.ts"
import { World } from "../World.ts"

export const answerScenarios = (scenario: Scenario): void => {
  scenario(
    "accepts an answer after 10 s, and none after 10.001 s",
    Effect.gen(function* () {
      const receiver = yield* newReceiver
      const slow = (after: Duration.Input) => receiver.answer({ status: 200, after })
      slow("10 seconds")
      yield* createWebhook(receiver)
      yield* publish(1)
      yield* advance("11 seconds")
      slow(10_001)
      yield* publish(2)
      yield* advance("11 seconds")
      const [inTime, late] = yield* allDeliveries()
      assert.deepStrictEqual([inTime!.success, inTime!.responseCode], [true, 200])
      assert.deepStrictEqual(
        [late!.success, late!.responseCode, late!.error],
        [false, undefined, "No answer within 10 seconds"]
      )
    })
  )

  for (const status of [201, 202, 204, 301, 302, 400, 404, 410, 429, 500, 503]) {
    scenario(
      `takes the status ${status} for a failure, and says so`,
      Effect.gen(function* () {
        const receiver = yield* newReceiver
        const headers = { location: receiver.url, "retry-after": "1" }
        receiver.answer({ status, headers })
        yield* createWebhook(receiver)
        yield* publish(1)
        yield* settled
        const [delivery] = yield* allDeliveries()
        assert.deepStrictEqual(
          [delivery!.success, delivery!.responseCode, delivery!.error],
          [false, status, `The receiver answered ${status} instead of 200`]
        )
        assert.strictEqual(receiver.received.length, 1, "redirects are not followed")
      })
    )
  }

  type Failure = ConstructorParameters<typeof TransportFailure>[0]

  const failsWith = (title: string, target: Effect.Effect<Target, unknown, World>, failure: Failure): void =>
    scenario(
      `fails with a telling error: ${title}`,
      Effect.gen(function* () {
        yield* createWebhook(yield* target)
        yield* publish(1)
        yield* settled
        const [delivery] = yield* allDeliveries()
        assert.isFalse(delivery!.success)
        assert.isUndefined(delivery!.responseCode)
        const texts = scenario.failures(new TransportFailure(failure)).map(({ message }) => message)
        assert.include(texts, delivery!.error!)
        yield* advance("10 seconds")
        assert.strictEqual((yield* allDeliveries()).length, 2, "it is tried again")
      })
    )

  failsWith(
    "nothing listens",
    Effect.map(closedPort, (port) => ({ url: `http://127.0.0.1:${port}/` })),
    { kind: "refused" }
  )
  failsWith("no such name", Effect.succeed({ url: "http://receiver.invalid/" }), { kind: "nameNotFound" })
  failsWith(
    "the connection is closed",
    Effect.tap(newReceiver, (receiver) => Effect.sync(() => receiver.answer("reset"))),
    { kind: "reset" }
  )
  const failsWithRaw = (title: string, raw: string): void =>
    failsWith(
      title,
      Effect.tap(newReceiver, (receiver) => Effect.sync(() => receiver.answer({ raw }))),
      { kind: "protocol" }
    )
  failsWithRaw("another protocol than HTTP", "SSH-2.0-OpenSSH_9.9\r\n")
  failsWithRaw("bytes of any kind", "\u0000\u0001\u0002\r\n\r\n")
  failsWithRaw("a length that is no number", "HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n")
  failsWithRaw("headers without an end", `HTTP/1.1 200 OK\r\n${"x: y\r\n".repeat(20_000)}`)
  failsWith(
    "a self-signed certificate",
    Effect.flatMap(World, (world) => world.receiver({ tls: selfSigned })),
    { kind: "tls", detail: "the certificate is self-signed" }
  )
  failsWith(
    "TLS to a port that speaks none",
    Effect.map(newReceiver, ({ url }) => ({ url: url.replace("http:", "https:") })),
    { kind: "tls" }
  )
  failsWith("a private address", Effect.succeed({ url: "http://10.1.2.3/hook" }), {
    kind: "addressRefused",
    detail: "private"
  })
  failsWith("a metadata service, in another spelling", Effect.succeed({ url: "http://0xA9FEA9FE/latest" }), {
    kind: "addressRefused",
    detail: "a cloud metadata service"
  })
}
