/** Whatever bytes come in place of an answer, a request ends: with an answer or with why there is none. */
import { assert, describe, it } from "@effect/vitest"
import { AddressPolicy, type PostRequest, Transport } from "@sellerkit/core"
import { Cause, Effect, Exit, Fiber, Layer, Schema } from "effect"
import { IpNetwork } from "effect/net"
import { TestClock } from "effect/testing"
import { getCACertificates, setDefaultCACertificates } from "node:tls"
import { afterAll, beforeAll } from "vitest"
import { Which } from "../property/choices.ts"
import { Damage, damaged } from "../property/Damage.ts"
import { propertyRuns } from "../property/propertyRuns.ts"
import type { TransportTarget } from "../scenarios/assembledService.ts"
import { selfSigned } from "../scenarios/receivers/certificate.ts"
import { hostileAnswers } from "../scenarios/receivers/hostileAnswers.ts"
import { makeRawReceiver, type Script, type Step } from "../scenarios/receivers/RawReceiver.ts"
import { relayTo } from "./DamagingRelay.ts"

const usual = "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\nok"

/** All answers that end by themselves, and the ordinary answer as often as all of them together. */
const scripts: ReadonlyArray<Script> = hostileAnswers
  .map(({ script }) => script)
  .filter(({ steps }) => steps.every((step) => typeof step === "string" || step instanceof Uint8Array))
  .flatMap((script) => [script, { steps: [usual] }])

const damagedStep = (step: Step, damage: Damage): Step =>
  typeof step === "string" || step instanceof Uint8Array ? damaged(Buffer.from(step), damage) : step

const Trial = Schema.Struct({
  script: Which,
  /** Damage to the answer, before it is encrypted. */
  answer: Damage,
  ending: Schema.Literals(["none", "orderly", "reset"]),
  tls: Schema.Boolean,
  /** Damage to one piece of what goes over the wire. */
  wire: Schema.Struct({ damage: Damage, piece: Schema.Literals([0, 1, 2, 3]) })
})
type Trial = typeof Trial.Type

const scriptOf = ({ answer, ending, script }: Trial): Script => {
  const { steps, ...others } = scripts[script % scripts.length]!
  const close: ReadonlyArray<Step> = ending === "none" ? [] : [{ close: ending }]
  return { ...others, steps: [...steps.map((step) => damagedStep(step, answer)), ...close] }
}

const request = (url: string): PostRequest => ({ url, headers: { "content-type": "application/json" }, body: "{}" })

const allowLoopback = Layer.succeed(AddressPolicy, { allowed: [IpNetwork.fromStringUnsafe("127.0.0.0/8")] })

/**
 * A moment of real time for what comes over the wire, and then the time that an answer may take. On a machine that is too
 * busy for the first, fewer trials reach the answer, and none fails.
 */
const untilEnded = Effect.fnUntraced(function* <A, E>(fiber: Fiber.Fiber<A, E>) {
  for (let look = 1; fiber.pollUnsafe() === undefined; look++) {
    yield* TestClock.withLive(Effect.sleep(2))
    if (look % 20 === 0) yield* TestClock.adjust(10_001)
  }
  return yield* Fiber.await(fiber)
})

export const damagedAnswers = (transport: TransportTarget): void => {
  describe("damaged answers", () => {
    let usualAuthorities: ReadonlyArray<string>
    beforeAll(() => {
      usualAuthorities = getCACertificates("default")
      setDefaultCACertificates([...usualAuthorities, selfSigned.cert])
    })
    afterAll(() => setDefaultCACertificates([...usualAuthorities]))

    it.effect.prop(
      "end as an answer or a failure",
      [Trial],
      ([trial]) =>
        Effect.gen(function* () {
          const receiver = yield* makeRawReceiver(scriptOf(trial), trial.tls ? { tls: selfSigned } : {})
          const url = yield* relayTo(receiver.url, trial.wire)
          const { post } = yield* Transport
          const exit = yield* untilEnded(yield* Effect.forkChild(post(request(url))))
          if (Exit.isFailure(exit)) assert.isFalse(Cause.hasDies(exit.cause), Cause.pretty(exit.cause))
        }).pipe(Effect.provide(Layer.provide(transport.layer, allowLoopback))),
      { timeout: 300_000, arbitrary: propertyRuns(150, 30) }
    )
  })
}
