/** That delivery goes on whatever happens to it: what it delivers is shown by the delivery scenarios. */
import { assert, describe, it } from "@effect/vitest"
import {
  Clock,
  Context,
  DateTime,
  Duration,
  Effect,
  Exit,
  Fiber,
  Latch,
  Layer,
  Logger,
  Option,
  References,
  Scope
} from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import { createHmac } from "node:crypto"
import type { Account } from "../../../src/access/Account.ts"
import { Dispatcher } from "../../../src/delivery/dispatcher/Dispatcher.ts"
import { DispatcherOnCall } from "../../../src/delivery/dispatcher/DispatcherOnCall.ts"
import {
  type Batch,
  type ClaimRequest,
  type Arrived,
  DeliveryQueue,
  nothingArrived,
  type LaneOffer,
  type LaneTaker,
  type Lease,
  type Outcome
} from "../../../src/delivery/queue/DeliveryQueue.ts"
import { DispatcherStore } from "../../../src/dispatchers/DispatcherStore.ts"
import {
  defaultDispatcherOptions,
  DispatcherOptions,
  eventsPerWrite
} from "../../../src/delivery/policy/DispatcherOptions.ts"
import { documentedRetrySchedule } from "../../../src/delivery/policy/RetrySchedule.ts"
import { RetrySchedules } from "../../../src/delivery/policy/RetrySchedules.ts"
import { StorageError } from "../../../src/storage/StorageError.ts"
import { type Reply, Transport } from "../../../src/transport/Transport.ts"
import { WebhookId } from "../../../src/webhooks/Webhook.ts"
import { OperationalEvents } from "../../../src/webhooks/OperationalEvents.ts"
import { SecretVault } from "../../../src/webhooks/SecretVault.ts"
import { Webhooks } from "../../../src/webhooks/Webhooks.ts"
import { owner, pending, sealedSecret, uuid } from "../../fixtures.ts"

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

const inSandbox = { ...owner(), sandbox: true }

const accepted = Effect.succeed({ status: 200 })

type Step = "claim" | "nextDue" | "settle"

const unreachable = new StorageError({ operation: "DeliveryQueue", retryable: true, cause: "away" })
const failures: Readonly<Record<string, Effect.Effect<never, StorageError>>> = {
  "an error of the storage": Effect.fail(unreachable),
  "a defect": Effect.die(new Error("a bug in a driver"))
}

/** A queue with one batch, or those that are given; the first call of one step fails. */
const queueFailing = (step: Step, failure: Effect.Effect<never, StorageError>, ...batches: ReadonlyArray<Batch>) => {
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
    claim: () => unlessFailing("claim", () => waiting.splice(0)),
    settle: (outcomes) =>
      unlessFailing("settle", () => {
        settled.push(...outcomes)
        return outcomes.map(() => undefined)
      }),
    nextDue: () => unlessFailing("nextDue", () => (waiting.length > 0 ? Option.some(Duration.zero) : Option.none())),
    release: () => Effect.void,
    endPause: () => Effect.void,
    awaitWork: Effect.never,
    leaseOnArrival: () => Effect.void,
    lanes: () => Effect.succeed([]),
    backlog: Effect.succeed({ waiting: 0, overdueFor: Duration.zero, backingOff: 0 }),
    fates: () => Effect.succeedNone
  })
  return { queue, settled }
}

const unwritable = new StorageError({ operation: "DeliveryQueue", retryable: false, cause: "wrong" })

/** A queue with a batch of each of these numbers, which fails to settle that of one of them. */
const queueRefusing = (
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
const outside = (queue: DeliveryQueue["Service"], answer: Effect.Effect<Reply> = accepted) =>
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

const running = (queue: DeliveryQueue["Service"], logged: Array<unknown>, answer: Effect.Effect<Reply> = accepted) =>
  Dispatcher.layer.pipe(
    Layer.provide(outside(queue, answer)),
    Layer.provide(SecureRandom.layerWebCrypto),
    Layer.provide(Logger.layer([Logger.make(({ message }) => void logged.push(message))]))
  )

const onCall = (queue: DeliveryQueue["Service"], answer: Effect.Effect<Reply> = accepted) =>
  DispatcherOnCall.layer.pipe(Layer.provide(outside(queue, answer)), Layer.provide(SecureRandom.layerWebCrypto))

const drain = Effect.flatMap(DispatcherOnCall, ({ drainUntil }) => drainUntil(Effect.never))

/** Lets everything happen that needs no time. Far more than its fibers hand on to each other. */
const happen = Effect.replicateEffect(Effect.yieldNow, 100, { discard: true })

/** Lets simulated time pass, second by second, with what happens in each. */
const pass = Effect.fnUntraced(function* (seconds: number) {
  for (let second = 0; second < seconds; second++) {
    yield* TestClock.adjust("1 second")
    yield* happen
  }
})

/** The same in tenths of a second, each after what happens in the one before. */
const passTenths = Effect.fnUntraced(function* (tenths: number) {
  for (let tenth = 0; tenth < tenths; tenth++) {
    yield* happen
    yield* TestClock.adjust("100 millis")
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
    endPause: () => Effect.void,
    awaitWork: Effect.never,
    leaseOnArrival: () => Effect.void,
    lanes: () => Effect.succeed([]),
    backlog: Effect.succeed({ waiting: 0, overdueFor: Duration.zero, backingOff: 0 }),
    fates: () => Effect.succeedNone
  })
  return { queue, requests }
}

/** A queue with one lane of four events, whose lease stays for as long as `isLeased` says so. */
const queueOfOneLane = (isLeased: () => boolean = () => true) => {
  const waiting = [{ ...batchOf(1), events: [1, 2, 3, 4].map((number) => pending(number)) }]
  const settled: Array<Outcome> = []
  const released: Array<Lease> = []
  const queue = DeliveryQueue.of({
    ...queueOfOneAccount().queue,
    claim: () => Effect.sync(() => waiting.splice(0)),
    settle: (outcomes) =>
      Effect.sync(() => {
        settled.push(...outcomes)
        return outcomes.map(({ keepsLease }) => ({ isLeased: keepsLease && isLeased(), announcedFor: undefined }))
      }),
    nextDue: () => Effect.succeedNone,
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
const queueOfFour = (isLeased: () => boolean) => {
  const { queue: lane } = queueOfOneLane(isLeased)
  const claims: Array<ReadonlyArray<number>> = []
  const queue = DeliveryQueue.of({
    ...lane,
    claim: (request) => {
      claims.push(request.inFlight.map(({ lanes }) => lanes))
      return lane.claim(request)
    }
  })
  return { claims, queue }
}

const oneByOne = { ...defaultDispatcherOptions, eventsPerBatch: 1, idleCheck: Duration.infinity }

const after = (duration: Duration.Input) => Effect.as(Effect.sleep(duration), { status: 200 })

describe("a dispatcher that has claimed several requests of a lane", () => {
  it.effect("makes one after the other, each settled before the next, and keeps the lease until the last", () => {
    const { queue, released, sent } = queueOfOneLane()
    return Effect.gen(function* () {
      yield* passTenths(20)
      assert.deepStrictEqual(sent(), [
        [1, 0, true],
        [1, 200, true],
        [1, 400, true],
        [1, 600, false]
      ])
      assert.strictEqual((yield* (yield* Dispatcher).health).inFlight, 0)
      assert.deepStrictEqual(released, [])
    }).pipe(Effect.provide(running(queue, [], after("200 millis"))), Effect.provideService(DispatcherOptions, oneByOne))
  })

  it.effect("carries as many events in each as the requests before allow", () => {
    const { queue, sent } = queueOfOneLane()
    const claimed = Effect.map(queue.claim({} as ClaimRequest), (batches) =>
      batches.map((batch) => ({ ...batch, batchSize: 1 }))
    )
    return Effect.gen(function* () {
      yield* passTenths(5)
      assert.deepStrictEqual(
        sent().map(([events]) => events),
        [1, 2, 1]
      )
    }).pipe(Effect.provide(running({ ...queue, claim: () => claimed }, [])))
  })

  it.effect("begins no further one when the receiver is slow", () => {
    const { queue, sent } = queueOfOneLane()
    return Effect.gen(function* () {
      yield* passTenths(30)
      assert.deepStrictEqual(sent(), [[1, 0, false]])
    }).pipe(Effect.provide(running(queue, [], after("1 second"))), Effect.provideService(DispatcherOptions, oneByOne))
  })

  it.effect("begins no further one when something else is due, and there is no place for it", () => {
    const { queue, sent } = queueOfOneLane()
    const options = { ...oneByOne, concurrency: 1 }
    const due = () => (sent().length < 2 ? Option.some(Duration.zero) : Option.none())
    const crowded = { ...queue, nextDue: () => Effect.sync(due) }
    return Effect.gen(function* () {
      yield* passTenths(30)
      assert.deepStrictEqual(sent(), [
        [1, 0, true],
        [1, 600, false]
      ])
    }).pipe(
      Effect.provide(running(crowded, [], after("600 millis"))),
      Effect.provideService(DispatcherOptions, options)
    )
  })

  it.effect("begins no further one when the lease would not outlast it", () => {
    const { queue, sent } = queueOfOneLane()
    const options = { ...oneByOne, lease: Duration.seconds(15) }
    return Effect.gen(function* () {
      yield* passTenths(20)
      assert.deepStrictEqual(sent(), [[1, 0, false]])
    }).pipe(Effect.provide(running(queue, [])), Effect.provideService(DispatcherOptions, options))
  })

  it.effect("begins no further one when the lane is not leased any more", () => {
    const { queue, released, sent } = queueOfOneLane(() => false)
    return Effect.gen(function* () {
      yield* passTenths(5)
      assert.deepStrictEqual(sent(), [[1, 0, true]])
      assert.strictEqual((yield* (yield* Dispatcher).health).inFlight, 0)
      assert.deepStrictEqual(released, [])
    }).pipe(Effect.provide(running(queue, [])), Effect.provideService(DispatcherOptions, oneByOne))
  })

  it.effect("begins no further one when it stops, and gives the lane back with the end of the one under way", () => {
    const { queue, released, sent } = queueOfOneLane()
    return Effect.gen(function* () {
      const scope = yield* Scope.make()
      yield* Layer.buildWithScope(running(queue, [], after("200 millis")), scope)
      yield* passTenths(1)
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* passTenths(5)
      yield* Fiber.join(closing)
      assert.deepStrictEqual(sent(), [[1, 0, false]])
      assert.deepStrictEqual(released, [])
    }).pipe(Effect.provideService(DispatcherOptions, oneByOne))
  })
})

/** A queue with a hundred lanes, more than requests may be young at once, and what becomes of them. */
const queueOfManyLanes = () => {
  const waiting = Array.from({ length: 100 }, (_, index) => batchOf(index + 1))
  const released: Array<Lease> = []
  const settled: Array<Outcome> = []
  const queue = DeliveryQueue.of({
    ...queueOfOneAccount().queue,
    claim: () => Effect.sync(() => waiting.splice(0)),
    settle: (outcomes) =>
      Effect.sync(() => {
        settled.push(...outcomes)
        return outcomes.map(() => undefined)
      }),
    nextDue: () => Effect.succeed(waiting.length > 0 ? Option.some(Duration.zero) : Option.none()),
    release: (leases) => Effect.sync(() => void released.push(...leases))
  })
  return { queue, released, settled }
}

it.effect("a settlement that takes long keeps no lane from its request", () => {
  const lanes = [1, 2].map((number) => ({ ...batchOf(number), events: [pending(number), pending(number + 10)] }))
  const isSettled = Latch.makeUnsafe(false)
  const sent: Array<WebhookId> = []
  const { queue } = queueOfOneAccount()
  const slow = DeliveryQueue.of({
    ...queue,
    claim: () => Effect.sync(() => lanes.splice(0)),
    settle: (outcomes) => {
      sent.push(...outcomes.map(({ lease }) => lease.webhookId))
      return Effect.as(
        isSettled.await,
        outcomes.map(({ keepsLease }) => ({ isLeased: keepsLease, announcedFor: undefined }))
      )
    },
    nextDue: () => Effect.succeedNone
  })
  return Effect.gen(function* () {
    const { health } = yield* Dispatcher
    // The first lane's request has ended, and the second one's is under way.
    yield* passTenths(1)
    yield* happen
    const meanwhile = [(yield* health).inFlight, ...sent]
    yield* isSettled.open
    yield* passTenths(8)
    const [first, second] = [1, 2].map((number) => batchOf(number).lease.webhookId)
    assert.deepStrictEqual(meanwhile, [1, first])
    assert.deepStrictEqual([(yield* health).inFlight, ...sent], [0, first, second, first, second])
  }).pipe(
    Effect.provide(running(slow, [], after("100 millis"))),
    Effect.provideService(DispatcherOptions, { ...oneByOne, concurrency: 1 })
  )
})

describe("a dispatcher with more lanes than requests may be young at once", () => {
  // As delivery guarantees has them.
  const youngAtOnce = 64
  const youngFor = 5
  const options = { ...defaultDispatcherOptions, idleCheck: Duration.infinity }

  it.effect("tells what is under way, and how long until what waits begins", () => {
    const { queue } = queueOfManyLanes()
    return Effect.gen(function* () {
      const { health, nextDue } = yield* Dispatcher
      yield* happen
      assert.strictEqual((yield* health).inFlight, youngAtOnce)
      assert.deepStrictEqual(yield* nextDue, Option.some(Duration.millis(youngFor)))
      yield* TestClock.adjust("2 millis")
      assert.deepStrictEqual(yield* nextDue, Option.some(Duration.millis(youngFor - 2)))
      yield* TestClock.adjust(youngFor - 2)
      assert.deepStrictEqual([(yield* health).inFlight, yield* nextDue], [100, Option.none()])
    }).pipe(
      Effect.provide(running(queue, [], Effect.never)),
      Effect.provideService(DispatcherOptions, { ...options, stopWithin: Duration.zero })
    )
  })

  it.effect("gives back what has not begun when it stops, and lets the rest end", () => {
    const { queue, released, settled } = queueOfManyLanes()
    return Effect.gen(function* () {
      const scope = yield* Scope.make()
      yield* Layer.buildWithScope(running(queue, [], after("2 seconds")), scope)
      yield* happen
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* happen
      const numbers = (leases: ReadonlyArray<Lease>) => leases.map(({ webhookId }) => webhookId)
      const all = Array.from({ length: 100 }, (_, index) => batchOf(index + 1).lease)
      assert.deepStrictEqual(numbers(released), numbers(all.slice(youngAtOnce)))
      yield* pass(3)
      yield* Fiber.join(closing)
      assert.sameMembers(numbers(settled.map(({ lease }) => lease)), numbers(all.slice(0, youngAtOnce)))
      assert.isTrue(settled.every(({ delivery }) => delivery.success))
    }).pipe(Effect.provideService(DispatcherOptions, options))
  })

  it.effect("sends everything as it drains, although all receivers are slow", () => {
    const { queue, settled } = queueOfManyLanes()
    return Effect.gen(function* () {
      const draining = yield* Effect.forkChild(drain)
      yield* happen
      yield* TestClock.adjust("2005 millis")
      yield* Fiber.join(draining)
      assert.lengthOf(settled, 100)
    }).pipe(Effect.provide(onCall(queue, after("2 seconds"))), Effect.provideService(DispatcherOptions, options))
  })
})

interface Looked {
  readonly at: number
  readonly events: number
}

/**
 * A queue with a backlog of one account that never ends, of which each claim takes a hundredth of a second, and with batches
 * that are put into it of its sandbox. It keeps which claims were for the backlog, and what was settled together.
 */
const queueOfBacklog = (settling: Duration.Input) => {
  const claims: Array<Looked> = []
  const settled: Array<ReadonlyArray<boolean>> = []
  const others: Array<Batch> = []
  const woken = Latch.makeUnsafe(false)
  let number = 0
  const claim = Effect.fnUntraced(function* ({ events, inFlight, lanesPerAccount }: ClaimRequest) {
    if (others.length > 0) return others.splice(0)
    if (inFlight.some(({ lanes }) => lanes >= lanesPerAccount)) return []
    claims.push({ at: yield* Clock.currentTimeMillis, events })
    yield* Effect.sleep("10 millis")
    return [{ ...batchOf(++number), events: Array.from({ length: events }, () => pending(number)), batchSize: events }]
  })
  const queue = DeliveryQueue.of({
    ...queueOfOneAccount().queue,
    claim,
    settle: (outcomes) =>
      Effect.andThen(Effect.sleep(settling), () => {
        settled.push(outcomes.map(({ lease }) => lease.owner.sandbox))
        return Effect.succeed(outcomes.map(() => undefined))
      }),
    nextDue: () => Effect.succeedSome(Duration.zero),
    awaitWork: Effect.andThen(woken.await, Effect.asVoid(woken.close))
  })
  const arrive = Effect.suspend(() => {
    others.push({ ...batchOf(0xffff), lease: { ...batchOf(0xffff).lease, owner: inSandbox } })
    return Effect.asVoid(woken.open)
  })
  return { queue, claims, settled, arrive }
}

const passHundredths = Effect.fnUntraced(function* (hundredths: number) {
  for (let hundredth = 0; hundredth < hundredths; hundredth++) {
    yield* happen
    yield* TestClock.adjust("10 millis")
  }
  yield* happen
})

describe("a dispatcher with the backlog of an account and an event of another", () => {
  const options = { ...defaultDispatcherOptions, fairRate: 100, eventsPerStep: 4 }

  /** What is under way in the end has its time, too. */
  const besideBacklog = <E>(queue: DeliveryQueue["Service"], test: Effect.Effect<void, E>) =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      yield* Layer.buildWithScope(running(queue, []), scope)
      yield* test
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* passHundredths(300)
      yield* Fiber.join(closing)
    }).pipe(Effect.provideService(DispatcherOptions, options))

  it.effect("claims the backlog in small steps with pauses for as long as the other is expected to have more", () => {
    const { arrive, claims, queue } = queueOfBacklog("0 millis")
    return besideBacklog(
      queue,
      Effect.gen(function* () {
        yield* passHundredths(10)
        assert.deepStrictEqual(
          claims.map(({ events }) => events),
          claims.map(() => eventsPerWrite)
        )
        assert.isAtLeast(claims.length, 9, "it is alone")
        yield* arrive
        yield* passHundredths(1)
        claims.length = 0
        yield* passHundredths(90)
        const [first] = claims
        assert.deepStrictEqual(
          claims,
          claims.map((_, index) => ({ at: first!.at + index * 40, events: 4 }))
        )
        assert.isAtLeast(claims.length, 22)
        yield* passHundredths(20)
        assert.strictEqual(claims.at(-1)!.events, eventsPerWrite, "it is alone again")
      })
    )
  })

  it.effect("claims what the other has in the midst of a pause", () => {
    const { arrive, claims, queue, settled } = queueOfBacklog("0 millis")
    return besideBacklog(
      queue,
      Effect.gen(function* () {
        yield* passHundredths(2)
        yield* arrive
        yield* passHundredths(4)
        claims.length = 0
        settled.length = 0
        while (claims.length === 0) yield* passHundredths(1)
        yield* passHundredths(2)
        yield* arrive
        yield* happen
        assert.deepInclude(settled, [true])
        assert.lengthOf(claims, 1, "the pause goes on")
      })
    )
  })

  it.effect("settles what the other was sent first, and the rest in small steps", () => {
    const { arrive, queue, settled } = queueOfBacklog("50 millis")
    return besideBacklog(
      queue,
      Effect.gen(function* () {
        yield* passHundredths(20)
        yield* arrive
        yield* passHundredths(8)
        settled.length = 0
        yield* passHundredths(20)
        yield* arrive
        const before = settled.length
        yield* passHundredths(12)
        const [underWay, next] = settled.slice(before)
        assert.deepStrictEqual(underWay, [false])
        assert.strictEqual(next?.[0], true, "before what has waited longer")
        assert.deepStrictEqual(
          settled.filter((outcomes) => outcomes.length > 1),
          []
        )
      })
    )
  })
})

describe("a running dispatcher", () => {
  it.effect("has an account come last for what was sent of it, not for what was claimed", () => {
    const { claims, queue } = queueOfFour(() => false)
    return Effect.gen(function* () {
      yield* passTenths(2)
      assert.deepStrictEqual(claims, [[], []])
    }).pipe(Effect.provide(running(queue, [])), Effect.provideService(DispatcherOptions, { ...oneByOne, fairRate: 3 }))
  })

  it.effect("has an account come last for no longer because the clock is set back", () => {
    const { claims, queue } = queueOfFour(() => true)
    const work = Latch.makeUnsafe(false)
    const woken = DeliveryQueue.of({ ...queue, awaitWork: Effect.andThen(work.await, Effect.asVoid(work.close)) })
    const options = { ...oneByOne, fairRate: 3 }
    return Effect.gen(function* () {
      yield* passTenths(2)
      assert.deepStrictEqual(claims.at(-2), [options.lanesPerAccount])
      claims.length = 0
      yield* TestClock.setTime(-3_600_000)
      yield* TestClock.adjust("2 seconds")
      yield* work.open
      yield* happen
      assert.deepStrictEqual(claims, [[]])
    }).pipe(Effect.provide(running(woken, [])), Effect.provideService(DispatcherOptions, options))
  })

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
        [[128, 2, []]]
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

/** A queue that leases lanes on arrival, and whose claims find nothing. */
const queueWithArrivals = () => {
  const { queue: lane, released, sent } = queueOfOneLane()
  const claims: Array<number> = []
  let taker: LaneTaker | undefined
  const queue = DeliveryQueue.of({
    ...lane,
    claim: ({ lanes }) => Effect.sync(() => (claims.push(lanes), [])),
    leaseOnArrival: (given) => Effect.sync(() => void (taker = given))
  })
  return {
    claims,
    queue,
    released,
    sent,
    offer: (...accounts: ReadonlyArray<Account>) =>
      taker!.offer(accounts.map((account) => ({ account, events: 1, size: 2 })))
  }
}

const lanesOf = (offer: LaneOffer | undefined) => offer?.lanes

const leased = (...batches: ReadonlyArray<Batch>): Arrived => ({ leased: batches, joining: [] })

const joining = (lease: Lease | undefined, ...numbers: ReadonlyArray<number>): Arrived => ({
  leased: [],
  joining: [{ lease: lease!, events: numbers.map((number) => pending(number)) }]
})

const Surroundings = Context.Reference<string>("Surroundings", { defaultValue: () => "nobody's" })

describe("a dispatcher that lanes are leased to as events arrive", () => {
  const options = { ...oneByOne, concurrency: 3, lanesPerAccount: 2, stopWithin: Duration.zero }

  it.effect("offers the capacity that there is: in all, and of each account", () => {
    const { offer, queue } = queueWithArrivals()
    return Effect.gen(function* () {
      const first = yield* offer(owner(), owner("service"), inSandbox)
      assert.deepStrictEqual(lanesOf(first), [2, 0, 2])
      assert.isUndefined(yield* offer(inSandbox), "it is kept until it is known what comes of it")
      yield* first!.take(leased(batchOf(1)))
      const second = yield* offer(owner(), inSandbox)
      assert.deepStrictEqual(lanesOf(second), [1, 2])
      yield* second!.take(leased(batchOf(2), { ...batchOf(3), lease: { ...batchOf(3).lease, owner: inSandbox } }))
      assert.strictEqual((yield* (yield* Dispatcher).health).inFlight, 3)
      const third = yield* offer(owner(), inSandbox)
      assert.deepStrictEqual(lanesOf(third), [0, 0])
      assert.deepStrictEqual(
        third!.held.map(({ webhookId }) => webhookId),
        [1, 2, 3].map((number) => batchOf(number).lease.webhookId)
      )
    }).pipe(Effect.provide(running(queue, [], Effect.never)), Effect.provideService(DispatcherOptions, options))
  })

  it.effect("offers no more lanes than can have their turn soon", () => {
    const { offer, queue } = queueWithArrivals()
    const narrow = { ...options, concurrency: 1, lanesPerAccount: 64 }
    return Effect.gen(function* () {
      assert.deepStrictEqual(lanesOf(yield* offer(owner(), inSandbox)), [4, 0])
    }).pipe(Effect.provide(running(queue, [], Effect.never)), Effect.provideService(DispatcherOptions, narrow))
  })

  it.effect("offers no further lane where all places are taken and no request ends", () => {
    const { offer, queue } = queueWithArrivals()
    const narrow = { ...options, concurrency: 1, lanesPerAccount: 64 }
    return Effect.gen(function* () {
      yield* (yield* offer(owner()))!.take(leased(batchOf(1)))
      yield* passTenths(2)
      const made = yield* offer(owner(), inSandbox)
      assert.deepStrictEqual([lanesOf(made), made!.held], [[0, 0], [batchOf(1).lease]])
    }).pipe(Effect.provide(running(queue, [], Effect.never)), Effect.provideService(DispatcherOptions, narrow))
  })

  it.effect("sends what arrives for a lane that it has after what it has, and keeps the lease for it", () => {
    const { offer, queue, released, sent } = queueWithArrivals()
    return Effect.gen(function* () {
      yield* (yield* offer(owner()))!.take(leased(batchOf(1)))
      const second = (yield* offer(owner()))!
      assert.deepStrictEqual(second.held, [batchOf(1).lease])
      yield* passTenths(3)
      assert.deepStrictEqual(sent(), [[1, 0, true]], "something may join it")
      yield* second.take(joining(second.held[0], 2, 3))
      yield* passTenths(5)
      assert.deepStrictEqual(sent(), [
        [1, 0, true],
        [1, 300, true],
        [1, 500, false]
      ])
      assert.deepStrictEqual(released, [])
      assert.strictEqual((yield* (yield* Dispatcher).health).inFlight, 0)
    }).pipe(Effect.provide(running(queue, [], after("200 millis"))), Effect.provideService(DispatcherOptions, oneByOne))
  })

  it.effect("gives a lane back that it has kept for nothing", () => {
    const { offer, queue, released } = queueWithArrivals()
    return Effect.gen(function* () {
      yield* (yield* offer(owner()))!.take(leased(batchOf(1)))
      const second = (yield* offer(owner()))!
      yield* passTenths(3)
      assert.deepStrictEqual(released, [])
      yield* second.take(nothingArrived)
      yield* happen
      assert.deepStrictEqual(released, [batchOf(1).lease])
    }).pipe(Effect.provide(running(queue, [], after("200 millis"))), Effect.provideService(DispatcherOptions, oneByOne))
  })

  it.effect("gives back what arrives for a lane that it has no longer", () => {
    const { offer, queue, released } = queueWithArrivals()
    return Effect.gen(function* () {
      yield* (yield* offer(owner()))!.take(leased(batchOf(1)))
      const second = (yield* offer(owner()))!
      yield* passTenths(3)
      yield* second.take(joining(second.held[0], 2))
      yield* happen
      assert.deepStrictEqual(released, [batchOf(1).lease])
    }).pipe(
      Effect.provide(running(queue, [], Effect.as(Effect.sleep("200 millis"), { status: 500 }))),
      Effect.provideService(DispatcherOptions, oneByOne)
    )
  })

  it.effect("gives back a lane that waited for its turn for too long: its webhook may have changed since", () => {
    const { offer, queue, released, sent } = queueWithArrivals()
    const narrow = { ...options, concurrency: 1 }
    return Effect.gen(function* () {
      yield* (yield* offer(owner()))!.take(leased(batchOf(1), batchOf(2)))
      yield* passTenths(15)
      assert.lengthOf(sent(), 1)
      assert.deepStrictEqual(released, [batchOf(2).lease])
    }).pipe(Effect.provide(running(queue, [], after("1 second"))), Effect.provideService(DispatcherOptions, narrow))
  })

  it.effect("sends what it takes as what it claims, without claiming", () => {
    const { claims, offer, queue, sent } = queueWithArrivals()
    return Effect.gen(function* () {
      yield* happen
      claims.length = 0
      const made = yield* offer(owner())
      yield* made!.take(leased({ ...batchOf(1), events: [pending(1), pending(2)] }))
      yield* happen
      assert.deepStrictEqual([(yield* (yield* Dispatcher).health).inFlight, claims], [1, []])
      yield* passTenths(5)
      assert.deepStrictEqual(sent(), [
        [1, 0, true],
        [1, 200, false]
      ])
    }).pipe(Effect.provide(running(queue, [], after("200 millis"))), Effect.provideService(DispatcherOptions, oneByOne))
  })

  it.effect("sends what it takes by itself: nothing of what surrounds the publisher gets into a request", () => {
    const { offer, queue } = queueWithArrivals()
    const around: Array<string> = []
    const answer = Effect.map(Surroundings, (name) => (around.push(name), { status: 200 }))
    return Effect.gen(function* () {
      const made = yield* offer(owner())
      yield* Effect.provideService(made!.take(leased(batchOf(1))), Surroundings, "a publisher's")
      yield* happen
      assert.deepStrictEqual(around, ["nobody's"])
    }).pipe(Effect.provide(running(queue, [], answer)), Effect.provideService(DispatcherOptions, options))
  })

  it.effect("offers nothing to accounts that come last", () => {
    const { offer, queue } = queueWithArrivals()
    return Effect.gen(function* () {
      const made = yield* offer(owner())
      yield* made!.take(leased(batchOf(1), batchOf(2)))
      yield* happen
      assert.deepStrictEqual(lanesOf(yield* offer(owner(), inSandbox)), [0, 2])
    }).pipe(Effect.provide(running(queue, [])), Effect.provideService(DispatcherOptions, { ...options, fairRate: 1 }))
  })

  it.effect("claims nothing of what is reserved, and looks again when it is released", () => {
    const { claims, offer, queue } = queueWithArrivals()
    return Effect.gen(function* () {
      yield* happen
      claims.length = 0
      const made = yield* offer(owner(), inSandbox)
      assert.deepStrictEqual(lanesOf(made), [2, 2])
      yield* made!.take(nothingArrived)
      yield* happen
      assert.deepStrictEqual(claims, [options.concurrency])
    }).pipe(Effect.provide(running(queue, [])), Effect.provideService(DispatcherOptions, options))
  })

  it.effect("sends what arrives at once, although a claim may give as many lanes as there may be requests", () => {
    const { offer, queue } = queueWithArrivals()
    const claimed = Latch.makeUnsafe(false)
    const slow = DeliveryQueue.of({ ...queue, claim: () => Effect.as(claimed.await, []) })
    return Effect.gen(function* () {
      yield* happen
      yield* (yield* offer(owner()))!.take(leased(batchOf(1)))
      const { health } = yield* Dispatcher
      const counts = [(yield* health).inFlight]
      yield* claimed.open
      yield* happen
      counts.push((yield* health).inFlight)
      assert.deepStrictEqual(counts, [1, 1])
    }).pipe(Effect.provide(running(slow, [], Effect.never)), Effect.provideService(DispatcherOptions, options))
  })

  it.effect("gives back what comes once it stops, and offers nothing", () => {
    const { offer, queue, released } = queueWithArrivals()
    return Effect.gen(function* () {
      const scope = yield* Scope.make()
      yield* Layer.buildWithScope(running(queue, []), scope)
      const made = yield* offer(owner())
      yield* Scope.close(scope, Exit.void)
      yield* made!.take(leased(batchOf(1)))
      assert.deepStrictEqual(released, [batchOf(1).lease])
      assert.isUndefined(yield* offer(owner()))
    }).pipe(Effect.provideService(DispatcherOptions, options))
  })

  it.effect("says so where that cannot be given back", () => {
    const { offer, queue } = queueWithArrivals()
    const logged: Array<unknown> = []
    return Effect.gen(function* () {
      const scope = yield* Scope.make()
      yield* Layer.buildWithScope(running({ ...queue, release: () => Effect.fail(unreachable) }, logged), scope)
      const made = yield* offer(owner())
      yield* Scope.close(scope, Exit.void)
      yield* Effect.provide(
        made!.take(leased(batchOf(1))),
        Logger.layer([Logger.make(({ message }) => void logged.push(message))])
      )
      assert.lengthOf(logged, 1)
    }).pipe(Effect.provideService(DispatcherOptions, options))
  })
})

describe("an outcome that cannot be written", () => {
  const reasons: Readonly<Record<string, Effect.Effect<never, StorageError>>> = {
    "an error that stays": Effect.fail(unwritable),
    "a defect": failures["a defect"]!
  }

  it.effect.each(Object.keys(reasons))(
    "keeps no other from being written, and is given up with its ids: %s",
    (name) => {
      const { queue, refusals, settledNumbers } = queueRefusing([1, 2, 3], 2, reasons[name]!)
      const lines: Array<Record<string, unknown>> = []
      const logger = Logger.make(({ fiber, message }) =>
        lines.push({ message, ...fiber.getRef(References.CurrentLogAnnotations) })
      )
      return Effect.gen(function* () {
        yield* pass(10)
        assert.deepStrictEqual(settledNumbers(), [1, 3])
        assert.strictEqual((yield* (yield* Dispatcher).health).inFlight, 0)
        const [line] = lines
        assert.lengthOf(lines, 1)
        assert.include(
          line!.message as ReadonlyArray<unknown>,
          "What became of a request cannot be written, and is given up"
        )
        assert.deepInclude(line, { sellerId: owner().sellerId, webhookId: uuid(2) })
        assert.isString(line!.deliveryId)
        assert.strictEqual(refusals(), 2, "together with the others, and alone")
      }).pipe(
        Effect.provide(
          Dispatcher.layer.pipe(
            Layer.provide(outside(queue)),
            Layer.provide(SecureRandom.layerWebCrypto),
            Layer.provide(Logger.layer([logger]))
          )
        )
      )
    }
  )

  it.effect("is tried again, and so are those behind it, where that may help", () => {
    const away = [Effect.fail(unwritable), Effect.fail(unreachable)]
    const { queue, settledNumbers } = queueRefusing(
      [1, 2, 3],
      2,
      Effect.suspend(() => away.shift() ?? Effect.fail(unwritable))
    )
    const logged: Array<unknown> = []
    return Effect.gen(function* () {
      yield* pass(10)
      assert.deepStrictEqual(settledNumbers(), [1, 3])
      assert.lengthOf(logged, 2, "the storage that is away, and then what is given up")
    }).pipe(Effect.provide(running(queue, logged)))
  })
})

describe("a dispatcher that stops", () => {
  it.effect.each(Object.keys(failures))("lets requests end and writes how, although the storage failed: %s", (name) => {
    const { queue, settled } = queueFailing("settle", failures[name]!, batchOf(1), batchOf(2))
    const answers = [after("2 seconds"), after("5 seconds")]
    const logged: Array<unknown> = []
    const answer = Effect.suspend(() => answers.shift()!)
    return Effect.gen(function* () {
      const scope = yield* Scope.make()
      yield* Layer.buildWithScope(running(queue, logged, answer), scope)
      yield* pass(1)
      const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
      yield* pass(5)
      yield* Fiber.join(closing)
      assert.deepStrictEqual(
        settled.map(({ delivery }) => delivery.success),
        [true, true]
      )
      assert.lengthOf(logged, 1)
    })
  })

  it.effect("breaks off what is in flight when its time is over, although the storage never comes back", () => {
    const { queue } = queueFailing("settle", failures["an error of the storage"]!, batchOf(1), batchOf(2))
    const gone = DeliveryQueue.of({ ...queue, settle: () => Effect.fail(unreachable) })
    const answers = [after("2 seconds"), Effect.never]
    let brokenOff = 0
    const answer = Effect.suspend(() => Effect.onInterrupt(answers.shift()!, () => Effect.sync(() => brokenOff++)))
    return Effect.gen(function* () {
      const draining = yield* Effect.forkChild(Effect.exit(drain))
      yield* pass(20)
      assert.isTrue(Exit.isFailure(yield* Fiber.join(draining)))
      assert.strictEqual(brokenOff, 1)
    }).pipe(Effect.provide(onCall(gone, answer)))
  })
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
      yield* drain
      assert.lengthOf(settled, 1)
    }).pipe(Effect.provide(onCall(busy)))
  })

  it.effect.each(Object.keys(failures))("lets requests end and writes how, although the storage failed: %s", (name) => {
    const { queue, settled } = queueFailing("settle", failures[name]!, batchOf(1), batchOf(2))
    const answers = [accepted, Effect.as(Effect.sleep("5 seconds"), { status: 200 })]
    return Effect.gen(function* () {
      const draining = yield* Effect.forkChild(Effect.exit(drain))
      yield* pass(6)
      assert.isTrue(Exit.isFailure(yield* Fiber.join(draining)))
      assert.deepStrictEqual(
        settled.map(({ delivery }) => delivery.success),
        [true, true]
      )
    }).pipe(
      Effect.provide(
        onCall(
          queue,
          Effect.suspend(() => answers.shift()!)
        )
      )
    )
  })
})

describe("a dispatcher that takes events as they arrive, and is called after that", () => {
  const options = { ...oneByOne, concurrency: 3, lanesPerAccount: 2 }

  const taking = (answer: Effect.Effect<Reply> = accepted) => {
    const arrivals = queueWithArrivals()
    const begun: Array<number> = []
    const layer = DispatcherOnCall.layerOnArrival(() => void begun.push(arrivals.sent().length)).pipe(
      Layer.provide(outside(arrivals.queue, answer)),
      Layer.provide(SecureRandom.layerWebCrypto),
      Layer.provide(Layer.succeed(DispatcherOptions, options))
    )
    return { ...arrivals, begun, layer }
  }

  it.effect("begins to send between calls, has a call begin, and records in that what became of it", () => {
    const { begun, layer, offer, sent } = taking()
    return Effect.gen(function* () {
      for (const call of [1, 2]) {
        yield* (yield* offer(owner()))!.take(leased(batchOf(call)))
        yield* happen
        assert.deepStrictEqual([begun.length, sent().length], [call, call - 1], "nobody records it before")
        yield* drain
        assert.lengthOf(sent(), call)
      }
      yield* (yield* offer(owner()))!.take(nothingArrived)
      assert.lengthOf(begun, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("goes on, in a call, with what arrives meanwhile", () => {
    const { begun, layer, offer, sent } = taking(after("1 second"))
    return Effect.gen(function* () {
      yield* (yield* offer(owner()))!.take(leased(batchOf(1)))
      const draining = yield* Effect.forkChild(drain)
      yield* happen
      yield* (yield* offer(owner()))!.take(leased(batchOf(2)))
      yield* passTenths(12)
      yield* Fiber.join(draining)
      assert.deepStrictEqual([begun.length, sent().length], [1, 2])
    }).pipe(Effect.provide(layer))
  })

  it.effect("gives back what comes while a call stops, and takes nothing then", () => {
    const { layer, offer, released, sent } = taking(after("1 second"))
    return Effect.gen(function* () {
      const { drainUntil } = yield* DispatcherOnCall
      const enough = yield* Latch.make(false)
      yield* (yield* offer(owner()))!.take(leased(batchOf(1)))
      const draining = yield* Effect.forkChild(drainUntil(enough.await))
      yield* happen
      const late = (yield* offer(inSandbox))!
      enough.openUnsafe()
      yield* happen
      assert.isUndefined(yield* offer(owner()))
      yield* late.take(leased(batchOf(2)))
      yield* passTenths(12)
      yield* Fiber.join(draining)
      assert.deepStrictEqual(
        released.map(({ webhookId }) => webhookId),
        [batchOf(2).lease.webhookId]
      )
      assert.lengthOf(sent(), 1)
      assert.isDefined(yield* offer(owner()), "the call has ended")
    }).pipe(Effect.provide(layer))
  })

  it.effect("ends a call as soon as nothing comes of what was offered", () => {
    const { layer, offer } = taking()
    return Effect.gen(function* () {
      const made = (yield* offer(owner()))!
      const draining = yield* Effect.forkChild(drain)
      yield* happen
      assert.isUndefined(draining.pollUnsafe())
      yield* made.take(nothingArrived)
      yield* happen
      assert.isDefined(draining.pollUnsafe())
    }).pipe(Effect.provide(layer))
  })
})
