/** That delivery goes on whatever happens to it: what it delivers is shown by the delivery scenarios. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Logger, Option } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import { Dispatcher } from "../../src/delivery/Dispatcher.ts"
import { type Batch, type ClaimRequest, DeliveryQueue, type Outcome } from "../../src/delivery/DeliveryQueue.ts"
import { defaultDispatcherOptions, DispatcherOptions } from "../../src/delivery/DispatcherOptions.ts"
import { StorageError } from "../../src/storage/StorageError.ts"
import { type Reply, Transport } from "../../src/transport/Transport.ts"
import { WebhookId } from "../../src/webhooks/Webhook.ts"
import { OperationalEvents } from "../../src/webhooks/OperationalEvents.ts"
import { SecretVault } from "../../src/webhooks/SecretVault.ts"
import { Webhooks } from "../../src/webhooks/Webhooks.ts"
import { owner, pending, sealedSecret, uuid } from "../fixtures.ts"

const batchOf = (number: number): Batch => ({
  lease: { owner: owner(), webhookId: WebhookId.make(uuid(number)), fence: 1 },
  url: "https://receiver.example/",
  secret: sealedSecret(),
  events: [pending(number)],
  failures: 0,
  announced: false,
  batchSize: 64,
  claimedAt: 0
})

const accepted = Effect.succeed({ status: 200 })

type Step = "claim" | "nextDue" | "settle"

const unreachable = new StorageError({ operation: "DeliveryQueue", retryable: true, cause: "away" })
const failures: Readonly<Record<string, Effect.Effect<never, StorageError>>> = {
  "an error of the storage": Effect.fail(unreachable),
  "a defect": Effect.die(new Error("a bug in a driver"))
}

/** A queue with one batch; the first call of one step fails. */
const queueFailing = (step: Step, failure: Effect.Effect<never, StorageError>) => {
  const settled: Array<Outcome> = []
  const waiting = [batchOf(1)]
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
    nextDue: () => unlessFailing("nextDue", () => Option.none()),
    release: () => Effect.void,
    awaitWork: Effect.never,
    lanes: () => Effect.succeed([]),
    backlog: Effect.succeed({ waiting: 0, overdueFor: Duration.zero, backingOff: 0 }),
    fates: () => Effect.succeedNone
  })
  return { queue, settled }
}

/** What a dispatcher works with. */
const outside = (queue: DeliveryQueue["Service"], answer: Effect.Effect<Reply> = accepted) =>
  Layer.mergeAll(
    Layer.succeed(DeliveryQueue, queue),
    Layer.mock(Webhooks, {}),
    OperationalEvents.layer,
    Layer.succeed(Transport, { post: () => answer }),
    Layer.provide(SecretVault.layer([]), SecureRandom.layerWebCrypto),
    Mac.layerWebCrypto
  )

const running = (queue: DeliveryQueue["Service"], logged: Array<unknown>, answer: Effect.Effect<Reply> = accepted) =>
  Dispatcher.layer.pipe(
    Layer.provide(outside(queue, answer)),
    Layer.provide(SecureRandom.layerWebCrypto),
    Layer.provide(Logger.layer([Logger.make(({ message }) => void logged.push(message))]))
  )

/** Lets simulated time pass, second by second, with real time for what happens in each. */
const pass = Effect.fnUntraced(function* (seconds: number) {
  for (let second = 0; second < seconds; second++) {
    yield* TestClock.adjust("1 second")
    yield* TestClock.withLive(Effect.sleep(5))
  }
})

/** A queue with three batches of one account, which counts its claims. */
const queueOfOneAccount = () => {
  const waiting = [1, 2, 3].map(batchOf)
  const requests: Array<ClaimRequest> = []
  const queue = DeliveryQueue.of({
    claim: (request) =>
      Effect.sync(() => {
        requests.push(request)
        const inFlight = request.inFlight.reduce((sum, { lanes }) => sum + lanes, 0)
        return waiting.splice(0, Math.min(request.lanes, request.lanesPerAccount - inFlight))
      }),
    settle: (outcomes) => Effect.succeed(outcomes.map(() => undefined)),
    nextDue: (full) =>
      Effect.succeed(waiting.length > 0 && full.length === 0 ? Option.some(Duration.zero) : Option.none()),
    release: () => Effect.void,
    awaitWork: Effect.never,
    lanes: () => Effect.succeed([]),
    backlog: Effect.succeed({ waiting: 0, overdueFor: Duration.zero, backingOff: 0 }),
    fates: () => Effect.succeedNone
  })
  return { queue, requests }
}

describe("a running dispatcher", () => {
  it.effect("rests while an account has its share in flight, although more of it is due", () => {
    const { queue, requests } = queueOfOneAccount()
    const options = {
      ...defaultDispatcherOptions,
      lanesPerAccount: 2,
      idleCheck: Duration.infinity,
      stopWithin: Duration.zero
    }
    const slow = Effect.as(Effect.sleep("10 seconds"), { status: 200 })
    return Effect.gen(function* () {
      const dispatcher = yield* Dispatcher
      yield* pass(9)
      assert.deepStrictEqual(
        requests.map(({ inFlight, lanes, lanesPerAccount }) => [lanes, lanesPerAccount, inFlight]),
        [[defaultDispatcherOptions.lanesPerClaim, 2, []]]
      )
      const { serviceId: _, ...account } = owner()
      const { fullAccounts, inFlight } = yield* dispatcher.health
      assert.deepStrictEqual([inFlight, fullAccounts], [2, [account]])
      yield* pass(13)
      const after = yield* dispatcher.health
      assert.deepStrictEqual([after.inFlight, after.fullAccounts], [0, []])
      assert.isAtMost(requests.length, 4, "only the end of a request is a reason to look")
    }).pipe(Effect.provide(running(queue, [], slow)), Effect.provideService(DispatcherOptions, options))
  })

  for (const step of ["claim", "settle", "nextDue"] as const) {
    it.effect.each(Object.keys(failures))(`delivers although ${step} once ended with %s, and says so`, (name) => {
      const { queue, settled } = queueFailing(step, failures[name]!)
      const logged: Array<unknown> = []
      return Effect.gen(function* () {
        yield* pass(10)
        assert.deepStrictEqual(
          settled.map(({ delivery }) => delivery.success),
          [true]
        )
        assert.lengthOf(logged, 1)
      }).pipe(Effect.provide(running(queue, logged)))
    })
  }
})

describe("draining", () => {
  it.effect("goes on while a lane is due, also when a claim gave nothing to send", () => {
    const { queue, settled } = queueFailing("nextDue", Effect.die("never called in vain"))
    // Leftovers that are dropped take up the first claims.
    let leftovers = 3
    const busy = DeliveryQueue.of({
      ...queue,
      claim: (request) => (leftovers-- > 0 ? Effect.succeed([]) : queue.claim(request)),
      nextDue: () => Effect.succeed(settled.length === 0 ? Option.some(Duration.zero) : Option.none())
    })
    return Effect.gen(function* () {
      yield* Dispatcher.drain
      assert.lengthOf(settled, 1)
    }).pipe(Effect.provide(outside(busy)), Effect.provide(SecureRandom.layerWebCrypto))
  })
})
