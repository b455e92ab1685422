/** That delivery goes on whatever happens to it: what it delivers is shown by the delivery scenarios. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Option } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import { Dispatcher } from "../../src/delivery/Dispatcher.ts"
import { type Batch, DeliveryQueue, type Outcome } from "../../src/delivery/DeliveryQueue.ts"
import { StorageError } from "../../src/storage/StorageError.ts"
import { Transport } from "../../src/transport/Transport.ts"
import { WebhookId } from "../../src/webhooks/Webhook.ts"
import { Webhooks } from "../../src/webhooks/Webhooks.ts"
import { owner, pending, secret, uuid } from "../fixtures.ts"

const batch: Batch = {
  lease: { owner: owner(), webhookId: WebhookId.make(uuid(1)), fence: 1 },
  url: "https://receiver.example/",
  secret: secret(),
  events: [pending(1)],
  failures: 0,
  batchSize: 64,
  claimedAt: 0
}

type Step = "claim" | "nextDue" | "settle"

const unreachable = new StorageError({ operation: "DeliveryQueue", retryable: true, cause: "away" })
const failures: Readonly<Record<string, Effect.Effect<never, StorageError>>> = {
  "an error of the storage": Effect.fail(unreachable),
  "a defect": Effect.die(new Error("a bug in a driver"))
}

/** A queue with one batch; the first call of one step fails. */
const queueFailing = (step: Step, failure: Effect.Effect<never, StorageError>) => {
  const settled: Array<Outcome> = []
  const waiting = [batch]
  let failed = false
  const unlessFailing = <A>(now: Step, result: () => A) =>
    Effect.suspend(() => {
      if (now !== step || failed) return Effect.sync(result)
      failed = true
      return failure
    })
  const queue = DeliveryQueue.of({
    claim: () => unlessFailing("claim", () => waiting.splice(0)),
    settle: (outcomes) =>
      unlessFailing("settle", () => {
        settled.push(...outcomes)
        return outcomes.map(() => undefined)
      }),
    nextDue: unlessFailing("nextDue", () => Option.none()),
    release: () => Effect.void,
    awaitWork: Effect.never,
    fates: () => Effect.succeedNone
  })
  return { queue, settled }
}

const running = (queue: DeliveryQueue["Service"], logged: Array<unknown>) =>
  Dispatcher.layer.pipe(
    Layer.provide([
      Layer.succeed(DeliveryQueue, queue),
      Layer.mock(Webhooks, {}),
      Layer.succeed(Transport, { pinsAddresses: true, post: () => Effect.succeed({ status: 200 }) }),
      Mac.layerWebCrypto
    ]),
    Layer.provide(SecureRandom.layerWebCrypto),
    Layer.provide(Logger.layer([Logger.make(({ message }) => void logged.push(message))]))
  )

describe("a running dispatcher", () => {
  for (const step of ["claim", "settle", "nextDue"] as const) {
    it.effect.each(Object.keys(failures))(`delivers although ${step} once ended with %s, and says so`, (name) => {
      const { queue, settled } = queueFailing(step, failures[name]!)
      const logged: Array<unknown> = []
      return Effect.gen(function* () {
        for (let second = 0; second < 10; second++) {
          yield* TestClock.adjust("1 second")
          yield* TestClock.withLive(Effect.sleep(5))
        }
        assert.deepStrictEqual(
          settled.map(({ delivery }) => delivery.success),
          [true]
        )
        assert.lengthOf(logged, 1)
      }).pipe(Effect.provide(running(queue, logged)))
    })
  }
})
