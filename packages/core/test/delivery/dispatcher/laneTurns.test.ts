/** Whose request is next: of lanes that were claimed for several requests, and of more lanes than there may be requests. */
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Latch, Layer, Option, Scope } from "effect"
import { TestClock } from "effect/testing"
import { Dispatcher } from "../../../src/delivery/dispatcher/Dispatcher.ts"
import {
  type ClaimRequest,
  DeliveryQueue,
  type Lease,
  type Outcome
} from "../../../src/delivery/queue/DeliveryQueue.ts"
import { defaultDispatcherOptions, DispatcherOptions } from "../../../src/delivery/policy/DispatcherOptions.ts"
import type { WebhookId } from "../../../src/webhooks/Webhook.ts"
import { pending } from "../../fixtures.ts"
import {
  batchOf,
  running,
  onCall,
  drain,
  happen,
  pass,
  passTenths,
  queueOfOneAccount,
  queueOfOneLane,
  oneByOne,
  after
} from "./dispatching.ts"

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

  it.effect("begins none when the lease was over before the answer to the claim was read", () => {
    const { queue, released, sent } = queueOfOneLane()
    let claims = 0
    const claim = (request: ClaimRequest) =>
      Effect.delay(queue.claim(request), claims++ === 0 ? defaultDispatcherOptions.lease : Duration.zero)
    return Effect.gen(function* () {
      yield* pass(40)
      assert.deepStrictEqual(sent(), [])
      assert.lengthOf(released, 1)
    }).pipe(Effect.provide(running({ ...queue, claim }, [])))
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
  const options = { ...defaultDispatcherOptions, lanesPerAccount: 100, idleCheck: Duration.infinity }

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
