/** What a transport has to withstand, and what it must never do. */
import { assert, describe, it } from "@effect/vitest"
import { AddressPolicy, type PostRequest, Transport, UrlCheck } from "@sellerkit/core"
import { Effect, Fiber, Layer, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import { IpNetwork } from "effect/net"
import { TestClock } from "effect/testing"
import { owner } from "../fixtures.ts"
import { hostileAnswers, largeAnswers } from "../scenarios/receivers/hostileAnswers.ts"
import { makeRawReceiver, type RawReceiver, type Script } from "../scenarios/receivers/RawReceiver.ts"
import type { TransportTarget } from "../scenarios/assembledService.ts"
import { makeLocalListener } from "./LocalListener.ts"
import { damagedAnswers } from "./damagedAnswers.ts"
import { collectedMemory, memory } from "./memory.ts"
import { noUrls, refusedUrls } from "./refusedUrls.ts"

const request = (url: string, body = "{}"): PostRequest => ({
  url,
  headers: { "content-type": "application/json" },
  body
})

const realMoment = (milliseconds: number) => TestClock.withLive(Effect.sleep(milliseconds))

/** Waits, in real time, until the condition holds; gives up after five seconds. */
const eventually = Effect.fnUntraced(function* (holds: () => boolean) {
  for (let waited = 0; waited < 5000 && !holds(); waited += 5) yield* realMoment(5)
})

const mebibyte = 1024 * 1024

export const transportSuite = (transport: TransportTarget): void => {
  const allowing = (...networks: ReadonlyArray<string>) =>
    transport.layer.pipe(
      Layer.provide(
        Layer.succeed(AddressPolicy, { allowed: networks.map((network) => IpNetwork.fromStringUnsafe(network)) })
      )
    )
  const openTo = (receivers: ReadonlyArray<RawReceiver>): number =>
    receivers.reduce((open, receiver) => open + receiver.requests().open, 0)

  /** Sends a request to each of them, lets the ten seconds pass that they may take, and gives what came of it. */
  const askAll = Effect.fnUntraced(function* (receivers: ReadonlyArray<RawReceiver>, body?: string) {
    const asked = receivers.reduce((made, receiver) => made + receiver.requests().made, 0)
    const { post } = yield* Transport
    const fibers = yield* Effect.forEach(receivers, ({ url }) =>
      Effect.forkChild(Effect.result(post(request(url, body))))
    )
    const made = () => receivers.reduce((sum, receiver) => sum + receiver.requests().made, 0)
    yield* eventually(() => made() === asked + receivers.length)
    yield* realMoment(20)
    yield* TestClock.adjust(10_001)
    const results = yield* Fiber.joinAll(fibers)
    yield* eventually(() => openTo(receivers) === 0)
    return results
  })

  const receiversOf = (scripts: ReadonlyArray<Script>) => Effect.forEach(scripts, (script) => makeRawReceiver(script))

  describe(`Transport: ${transport.name}`, () => {
    it.effect("says what of a destination it judges", () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* Transport).judges, transport.judges)
      }).pipe(Effect.provide(allowing()))
    )

    it.effect("keeps neither memory nor connections of hostile receivers", () =>
      Effect.gen(function* () {
        const receivers = yield* receiversOf(hostileAnswers.map(({ script }) => script))
        for (let round = 0; round < 3; round++) yield* askAll(receivers)
        const before = yield* collectedMemory
        for (let round = 0; round < 6; round++) yield* askAll(receivers)
        assert.isBelow((yield* collectedMemory) - before, 2 * mebibyte)
        assert.strictEqual(openTo(receivers), 0)
      }).pipe(Effect.provide(allowing("127.0.0.0/8")))
    )

    it.effect("takes little memory for answers that are large, or unpack to what is large", () =>
      Effect.gen(function* () {
        const receivers = yield* receiversOf(largeAnswers.flatMap(({ script }) => [script, script]))
        yield* askAll(receivers)
        const before = yield* collectedMemory
        let most = before
        const look = Effect.sync(() => {
          most = Math.max(most, memory())
        })
        const watch = TestClock.withLive(Effect.forever(Effect.andThen(look, Effect.sleep(1))))
        yield* Effect.raceFirst(askAll(receivers), watch)
        assert.isBelow(most - before, 64 * mebibyte)
      }).pipe(Effect.provide(allowing("127.0.0.0/8")))
    )

    it.effect("gives up sending to a receiver that does not read", () =>
      Effect.gen(function* () {
        const receivers = yield* receiversOf([{ steps: [{ wait: 10_001 }], atOnce: true }])
        const [result] = yield* askAll(receivers, "x".repeat(32 * mebibyte))
        assert.strictEqual(Result.getOrThrow(Result.flip(result!)).kind, "timeout")
        assert.strictEqual(openTo(receivers), 0)
      }).pipe(Effect.provide(allowing("127.0.0.0/8")))
    )

    it.effect("connects to no address that may not be called, however it is spelled", () =>
      Effect.gen(function* () {
        const { connections, port } = yield* makeLocalListener
        const { check } = yield* UrlCheck
        for (const { kind, url } of refusedUrls) {
          const refused = { success: false, error: `The address may not be called: ${kind}` }
          assert.deepStrictEqual(yield* check(owner(), url(port)), refused, url(port))
        }
        assert.strictEqual(connections(), 0)
      }).pipe(
        Effect.provide(UrlCheck.layer.pipe(Layer.provide(allowing()), Layer.provide(SecureRandom.layerWebCrypto)))
      )
    )

    it.effect("connects there where it may, so that the test before this one could fail", () =>
      Effect.gen(function* () {
        const { connections, port } = yield* makeLocalListener
        const { post } = yield* Transport
        const { url } = refusedUrls[0]!
        assert.deepStrictEqual(yield* post(request(url(port))), { status: 200 })
        assert.strictEqual(connections(), 1)
      }).pipe(Effect.provide(allowing("127.0.0.0/8")))
    )

    it("need not know of texts that are no URL: they are refused before", () => {
      for (const text of noUrls) assert.isFalse(URL.canParse(text), text)
    })

    damagedAnswers(transport)
  })
}
