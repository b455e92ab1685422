/** Dispatchers over queues that do as they are told. */
import { DateTime, Duration, Effect, Latch, Layer, Logger, Option } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import { createHmac } from "node:crypto"
import { Dispatcher } from "../../../src/delivery/dispatcher/Dispatcher.ts"
import { DispatcherOnCall } from "../../../src/delivery/dispatcher/DispatcherOnCall.ts"
import {
  type Batch,
  type ClaimRequest,
  DeliveryQueue,
  type Lease,
  type Outcome
} from "../../../src/delivery/queue/DeliveryQueue.ts"
import { DispatcherStore } from "../../../src/dispatchers/DispatcherStore.ts"
import { defaultDispatcherOptions } from "../../../src/delivery/policy/DispatcherOptions.ts"
import { documentedRetrySchedule } from "../../../src/delivery/policy/RetrySchedule.ts"
import { RetrySchedules } from "../../../src/delivery/policy/RetrySchedules.ts"
import { StorageError } from "../../../src/storage/StorageError.ts"
import { type Reply, Transport } from "../../../src/transport/Transport.ts"
import { WebhookId } from "../../../src/webhooks/Webhook.ts"
import { OperationalEvents } from "../../../src/webhooks/OperationalEvents.ts"
import { SecretVault } from "../../../src/webhooks/SecretVault.ts"
import { Webhooks } from "../../../src/webhooks/Webhooks.ts"
import { owner, pending, sealedSecret, uuid } from "../../fixtures.ts"

export const batchOf = (number: number): Batch => ({
  lease: { owner: owner(), webhookId: WebhookId.make(uuid(number)), fence: 1 },
  url: "https://receiver.example/",
  secret: sealedSecret(),
  events: [pending(number)],
  failures: 0,
  announced: false,
  batchSize: 64,
  claimedAt: 0
})

export const inSandbox = { ...owner(), sandbox: true }

export const accepted = Effect.succeed({ status: 200 })

type Step = "claim" | "nextDue" | "settle"

export const unreachable = new StorageError({ operation: "DeliveryQueue", retryable: true, cause: "away" })
export const failures: Readonly<Record<string, Effect.Effect<never, StorageError>>> = {
  "an error of the storage": Effect.fail(unreachable),
  "a defect": Effect.die(new Error("a bug in a driver"))
}

/** What a queue does besides claiming and settling: nothing. */
const withoutEffect: Omit<DeliveryQueue["Service"], "claim" | "nextDue" | "settle"> = {
  release: () => Effect.void,
  endPause: () => Effect.void,
  awaitWork: Effect.never,
  leaseOnArrival: () => Effect.void,
  lanes: () => Effect.succeed([]),
  backlog: Effect.succeed({ waiting: 0, overdueFor: Duration.zero, backingOff: 0 }),
  fates: () => Effect.succeedNone
}

/** A queue with one batch, or those that are given; the first call of one step fails. */
export const queueFailing = (
  step: Step,
  failure: Effect.Effect<never, StorageError>,
  ...batches: ReadonlyArray<Batch>
) => {
  const settled: Array<Outcome> = []
  const waiting = batches.length === 0 ? [batchOf(1)] : [...batches]
  let failed = false
  const unlessFailing = <A>(now: Step, result: () => A) =>
    Effect.suspend(() => {
      if (now !== step || failed) return Effect.sync(result)
      failed = true
      return failure
    })
  const queue = DeliveryQueue.of({
    ...withoutEffect,
    claim: () => unlessFailing("claim", () => waiting.splice(0)),
    settle: (outcomes) =>
      unlessFailing("settle", () => {
        settled.push(...outcomes)
        return outcomes.map(() => undefined)
      }),
    nextDue: () => unlessFailing("nextDue", () => (waiting.length > 0 ? Option.some(Duration.zero) : Option.none()))
  })
  return { queue, settled }
}

export const unwritable = new StorageError({ operation: "DeliveryQueue", retryable: false, cause: "wrong" })

/** A queue with a batch of each of these numbers, which fails to settle that of one of them. */
export const queueRefusing = (
  numbers: ReadonlyArray<number>,
  refused: number,
  failure: Effect.Effect<never, StorageError>
) => {
  const { queue, settled } = queueFailing("settle", Effect.never, ...numbers.map(batchOf))
  let refusals = 0
  const isRefused = ({ lease: { webhookId } }: Outcome) => webhookId === uuid(refused)
  return {
    queue: DeliveryQueue.of({
      ...queue,
      settle: (outcomes) =>
        Effect.suspend(() => {
          if (outcomes.some(isRefused)) {
            refusals++
            return failure
          }
          settled.push(...outcomes)
          return Effect.succeed(outcomes.map(() => undefined))
        })
    }),
    settledNumbers: () => settled.map(({ lease }) => Number.parseInt(lease.webhookId.slice(-12), 16)),
    refusals: () => refusals
  }
}

/** What a dispatcher works with. */
export const outside = (queue: DeliveryQueue["Service"], answer: Effect.Effect<Reply> = accepted) =>
  Layer.mergeAll(
    Layer.succeed(DeliveryQueue, queue),
    Layer.mock(DispatcherStore, { note: () => Effect.void, remove: () => Effect.void }),
    Layer.mock(Webhooks, {}),
    Layer.mock(RetrySchedules, { of: () => Effect.succeed({ schedule: documentedRetrySchedule, isOwn: false }) }),
    OperationalEvents.layer,
    Layer.succeed(Transport, { judges: "host", post: () => answer }),
    Layer.provide(SecretVault.layer([]), SecureRandom.layerWebCrypto),
    // Nothing waits for real time.
    Mac.layerWebCryptoWith({ hmac: (hash, key, data) => createHmac(hash, key).update(data).digest() })
  )

export const running = (
  queue: DeliveryQueue["Service"],
  logged: Array<unknown>,
  answer: Effect.Effect<Reply> = accepted
) =>
  Dispatcher.layer.pipe(
    Layer.provide(outside(queue, answer)),
    Layer.provide(SecureRandom.layerWebCrypto),
    Layer.provide(Logger.layer([Logger.make(({ message }) => void logged.push(message))]))
  )

export const onCall = (queue: DeliveryQueue["Service"], answer: Effect.Effect<Reply> = accepted) =>
  DispatcherOnCall.layer.pipe(Layer.provide(outside(queue, answer)), Layer.provide(SecureRandom.layerWebCrypto))

export const drain = Effect.flatMap(DispatcherOnCall, ({ drainUntil }) => drainUntil(Effect.never))

/** Lets everything happen that needs no time. Far more than its fibers hand on to each other. */
export const happen = Effect.replicateEffect(Effect.yieldNow, 100, { discard: true })

/** Lets simulated time pass, second by second, with what happens in each. */
export const pass = Effect.fnUntraced(function* (seconds: number) {
  for (let second = 0; second < seconds; second++) {
    yield* TestClock.adjust("1 second")
    yield* happen
  }
})

/** The same in tenths of a second, each after what happens in the one before. */
export const passTenths = Effect.fnUntraced(function* (tenths: number) {
  for (let tenth = 0; tenth < tenths; tenth++) {
    yield* happen
    yield* TestClock.adjust("100 millis")
  }
})

/** A queue with three batches of one account, which counts its claims. */
export const queueOfOneAccount = () => {
  const waiting = [1, 2, 3].map(batchOf)
  const requests: Array<ClaimRequest> = []
  const queue = DeliveryQueue.of({
    ...withoutEffect,
    claim: (request) =>
      Effect.sync(() => {
        requests.push(request)
        const inFlight = request.inFlight.reduce((sum, { lanes }) => sum + lanes, 0)
        return waiting.splice(0, Math.min(request.lanes, request.lanesPerAccount - inFlight))
      }),
    settle: (outcomes) => Effect.succeed(outcomes.map(() => undefined)),
    nextDue: (full) =>
      Effect.succeed(waiting.length > 0 && full.length === 0 ? Option.some(Duration.zero) : Option.none())
  })
  return { queue, requests }
}

/**
 * A queue with one lane of four events, whose lease stays for as long as `isLeased` says so. Each settlement wakes the dispatcher.
 */
export const queueOfOneLane = (isLeased: () => boolean = () => true) => {
  const work = Latch.makeUnsafe(false)
  const waiting = [{ ...batchOf(1), events: [1, 2, 3, 4].map((number) => pending(number)) }]
  const settled: Array<Outcome> = []
  const released: Array<Lease> = []
  const queue = DeliveryQueue.of({
    ...queueOfOneAccount().queue,
    claim: () => Effect.sync(() => waiting.splice(0)),
    settle: (outcomes) =>
      Effect.sync(() => {
        settled.push(...outcomes)
        work.openUnsafe()
        return outcomes.map(({ keepsLease }) => ({ isLeased: keepsLease && isLeased(), announcedFor: undefined }))
      }),
    nextDue: () => Effect.succeedNone,
    awaitWork: Effect.andThen(work.await, Effect.asVoid(work.close)),
    release: (leases) => Effect.sync(() => void released.push(...leases))
  })
  const sent = () =>
    settled.map(({ delivery, events, keepsLease }) => [
      events.length,
      DateTime.toEpochMillis(delivery.time),
      keepsLease
    ])
  return { queue, released, sent }
}

/** The same, which keeps how many lanes each claim takes to be in flight. */
export const queueOfFour = (isLeased: () => boolean) => {
  const { queue: lane, sent } = queueOfOneLane(isLeased)
  const claims: Array<ReadonlyArray<number>> = []
  const queue = DeliveryQueue.of({
    ...lane,
    claim: (request) => {
      claims.push(request.inFlight.map(({ lanes }) => lanes))
      return lane.claim(request)
    }
  })
  return { claims, queue, sent }
}

export const oneByOne = { ...defaultDispatcherOptions, eventsPerBatch: 1, idleCheck: Duration.infinity }

export const after = (duration: Duration.Input) => Effect.as(Effect.sleep(duration), { status: 200 })
