/** Lanes that are leased to a dispatcher as events arrive for them, and events that join them. */
import { assert, describe, it } from "@effect/vitest"
import { Context, DateTime, Duration, Effect, Exit, Fiber, Latch, Layer, Logger, Scope } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Account } from "../../../src/access/Account.ts"
import { Dispatcher } from "../../../src/delivery/dispatcher/Dispatcher.ts"
import { DispatcherOnCall } from "../../../src/delivery/dispatcher/DispatcherOnCall.ts"
import {
  type Batch,
  type Arrived,
  DeliveryQueue,
  nothingArrived,
  type LaneOffer,
  type LaneTaker,
  type Lease
} from "../../../src/delivery/queue/DeliveryQueue.ts"
import { DispatcherOptions } from "../../../src/delivery/policy/DispatcherOptions.ts"
import type { Reply } from "../../../src/transport/Transport.ts"
import { owner, pending } from "../../fixtures.ts"
import {
  batchOf,
  inSandbox,
  accepted,
  unreachable,
  outside,
  running,
  drain,
  happen,
  pass,
  passTenths,
  queueOfOneLane,
  oneByOne,
  after
} from "./dispatching.ts"

/** A queue that leases lanes on arrival, and whose claims find nothing. */
const queueWithArrivals = () => {
  const { queue: lane, released, sent } = queueOfOneLane()
  const claims: Array<number> = []
  let taker: LaneTaker | undefined
  let offers = 0
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
      taker!.offer(
        accounts.map((account) => ({ account, events: 1, size: 2 })),
        ++offers
      )
  }
}

const lanesOf = (offer: LaneOffer | undefined) => offer?.lanes

const leased = (...batches: ReadonlyArray<Batch>): Arrived => ({ leased: batches, joining: [] })

const joining = (lease: Lease | undefined, ...numbers: ReadonlyArray<number>): Arrived => ({
  leased: [],
  joining: [{ lease: lease!, events: numbers.map((number) => pending(number)) }]
})

/** A batch with so many events. */
const manyOf = (number: number, events: number): Batch => ({
  ...batchOf(number),
  events: Array.from({ length: events }, (_, index) => pending(index + 1))
})

const Surroundings = Context.Reference<string>("Surroundings", { defaultValue: () => "nobody's" })

describe("a dispatcher that lanes are leased to as events arrive", () => {
  const options = { ...oneByOne, concurrency: 3, lanesPerAccount: 2, stopWithin: Duration.zero }

  it.effect("offers the capacity that there is: in all, and of each account", () => {
    const { offer, queue } = queueWithArrivals()
    return Effect.gen(function* () {
      const first = yield* offer(owner(), owner("service"), inSandbox)
      assert.deepStrictEqual(lanesOf(first), [2, 0, 2])
      const further = yield* offer(inSandbox)
      assert.deepStrictEqual(lanesOf(further), [0], "it is kept until it is known what comes of it")
      yield* first!.take(leased(batchOf(1)))
      yield* further!.take(nothingArrived)
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

  for (const first of ["claimed", "arrived"] as const) {
    it.effect(
      `sends no more of an account than its share where some arrive while others are claimed: first ${first}`,
      () => {
        const { offer, queue, released } = queueWithArrivals()
        const claimed = Latch.makeUnsafe(false)
        const due = [3, 4].map(batchOf)
        const claiming = DeliveryQueue.of({
          ...queue,
          claim: () => Effect.map(claimed.await, () => due.splice(0))
        })
        return Effect.gen(function* () {
          yield* happen
          const made = (yield* offer(owner()))!
          const steps = [claimed.open, made.take(leased(...[1, 2].map(batchOf)))]
          for (const step of first === "claimed" ? steps : steps.toReversed()) {
            yield* step
            yield* happen
          }
          assert.strictEqual((yield* (yield* Dispatcher).health).inFlight, 2)
          const late = first === "claimed" ? [1, 2] : [3, 4]
          assert.deepStrictEqual(
            released,
            late.map((number) => batchOf(number).lease)
          )
        }).pipe(Effect.provide(running(claiming, [], Effect.never)), Effect.provideService(DispatcherOptions, options))
      }
    )
  }

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

  for (const { events, takes } of [
    { events: 3, takes: true },
    { events: 4, takes: false }
  ])
    it.effect(
      `takes ${takes ? "what memory has room for" : "nothing else"} where ${events - 1} events wait in it`,
      () => {
        const { offer, queue } = queueWithArrivals()
        // An event takes more than its payload.
        const small = { ...options, carriedSize: 1000 }
        return Effect.gen(function* () {
          yield* (yield* offer(owner()))!.take(leased(manyOf(1, events)))
          assert.strictEqual((yield* offer(inSandbox)) !== undefined, takes)
        }).pipe(Effect.provide(running(queue, [], Effect.never)), Effect.provideService(DispatcherOptions, small))
      }
    )

  it.effect(
    "takes further events for a lane in which 16,383 wait, and for one in which 16,384 do it takes none",
    () => {
      const { offer, queue } = queueWithArrivals()
      return Effect.gen(function* () {
        yield* (yield* offer(owner()))!.take(leased(manyOf(1, 16_384), manyOf(2, 16_385)))
        const made = yield* offer(owner())
        assert.deepStrictEqual(
          made!.held.map(({ webhookId }) => webhookId),
          [batchOf(1).lease.webhookId]
        )
      }).pipe(Effect.provide(running(queue, [], Effect.never)), Effect.provideService(DispatcherOptions, options))
    }
  )

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

  it.effect("takes events for a lane that an offer before theirs got, which was not known yet", () => {
    const { offer, queue, released, sent } = queueWithArrivals()
    return Effect.gen(function* () {
      const [first, second, third] = [yield* offer(owner()), yield* offer(owner()), yield* offer(inSandbox)]
      assert.deepStrictEqual([first!.before, second!.before, third!.before], [[], [1], []])
      assert.deepStrictEqual(second!.held, [])
      yield* first!.take(leased(batchOf(1)))
      assert.deepStrictEqual(second!.held, [batchOf(1).lease])
      assert.deepStrictEqual(third!.held, [], "it is another account's")
      yield* passTenths(3)
      assert.deepStrictEqual(sent(), [[1, 0, true]], "something may join it")
      yield* second!.take(joining(second!.held[0], 2))
      yield* passTenths(3)
      assert.deepStrictEqual(sent(), [
        [1, 0, true],
        [1, 300, false]
      ])
      assert.deepStrictEqual(released, [])
      assert.deepStrictEqual((yield* offer(owner()))!.before, [], "what came of the others is known")
    }).pipe(Effect.provide(running(queue, [], after("200 millis"))), Effect.provideService(DispatcherOptions, oneByOne))
  })

  it.effect("offers no lane that is reserved, but those that offers under way may get", () => {
    const { offer, queue } = queueWithArrivals()
    return Effect.gen(function* () {
      const first = (yield* offer(owner()))!
      const second = (yield* offer(owner()))!
      assert.deepStrictEqual([lanesOf(first), lanesOf(second)], [[2], [0]])
      const third = (yield* offer(owner()))!
      assert.deepStrictEqual(third.before, [1], "the second one gets none")
      yield* first.take(nothingArrived)
      assert.deepStrictEqual(lanesOf(yield* offer(owner())), [2])
    }).pipe(Effect.provide(running(queue, [], Effect.never)), Effect.provideService(DispatcherOptions, options))
  })

  it.effect("counts what is being stored to what waits in memory", () => {
    const { offer, queue } = queueWithArrivals()
    return Effect.gen(function* () {
      const first = (yield* offer(owner()))!
      const second = (yield* offer(owner()))!
      assert.isUndefined(yield* offer(owner()), "there is room for two events")
      assert.isUndefined(yield* offer(inSandbox))
      yield* first.take(nothingArrived)
      assert.deepStrictEqual((yield* offer(owner()))!.before, [])
      assert.isUndefined(yield* offer(inSandbox))
      yield* second.take(nothingArrived)
      assert.isDefined(yield* offer(inSandbox))
    }).pipe(
      Effect.provide(running(queue, [], Effect.never)),
      Effect.provideService(DispatcherOptions, { ...options, carriedSize: 5 })
    )
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

  it.effect("offers nothing to accounts that give way to others", () => {
    const { offer, queue } = queueWithArrivals()
    const fair = { ...options, eventsPerBatch: 64, fairRate: 20 }
    return Effect.gen(function* () {
      yield* (yield* offer(owner()))!.take(leased(manyOf(1, 64)))
      yield* happen
      const alone = yield* offer(owner(), inSandbox)
      assert.deepStrictEqual(lanesOf(alone), [2, 2], "nobody has less")
      yield* alone!.take(nothingArrived)
      yield* (yield* offer(inSandbox))!.take(
        leased({ ...batchOf(3), lease: { ...batchOf(3).lease, owner: inSandbox } })
      )
      yield* happen
      assert.deepStrictEqual(lanesOf(yield* offer(owner(), inSandbox)), [0, 2])
    }).pipe(Effect.provide(running(queue, [])), Effect.provideService(DispatcherOptions, fair))
  })

  describe("and of which many events are sent", () => {
    const busy = { ...options, eventsPerBatch: 64 }

    it.effect("keeps its lease until the end of its request is settled, for what arrives meanwhile", () => {
      const { offer, queue, released, sent } = queueWithArrivals()
      const settle: typeof queue.settle = (outcomes) => Effect.delay(queue.settle(outcomes), "200 millis")
      return Effect.gen(function* () {
        yield* (yield* offer(owner()))!.take(leased(manyOf(1, 64)))
        yield* passTenths(1)
        const second = (yield* offer(owner()))!
        assert.deepStrictEqual(second.held, [batchOf(1).lease])
        yield* second.take(joining(second.held[0], 65))
        yield* passTenths(2)
        assert.deepStrictEqual([sent(), released], [[[64, 0, true]], []])
        yield* passTenths(2)
        assert.deepStrictEqual(sent().slice(1), [[1, 200, true]])
        assert.deepStrictEqual(released, [batchOf(1).lease], "nothing has joined it since")
      }).pipe(Effect.provide(running({ ...queue, settle }, [])), Effect.provideService(DispatcherOptions, busy))
    })

    it.effect("is given back with the end of its request where something may wait that it does not have", () => {
      const { offer, queue, released, sent } = queueWithArrivals()
      return Effect.gen(function* () {
        yield* (yield* offer(owner()))!.take(leased(manyOf(1, 64)))
        const second = (yield* offer(owner()))!
        assert.lengthOf(second.held, 1)
        yield* second.take(nothingArrived)
        yield* passTenths(3)
        assert.deepStrictEqual(sent(), [[64, 0, false]])
        assert.deepStrictEqual(released, [])
      }).pipe(Effect.provide(running(queue, [], after("200 millis"))), Effect.provideService(DispatcherOptions, busy))
    })

    it.effect("leaves after the time of a lease where its account has all lanes that it may have", () => {
      const { offer, queue, sent } = queueWithArrivals()
      const narrow = { ...options, lanesPerAccount: 1 }
      return Effect.gen(function* () {
        yield* (yield* offer(owner()))!.take(leased(batchOf(1)))
        for (let second = 1; second <= 15; second++) {
          const joins = (yield* offer(owner()))!
          yield* joins.take(joining(joins.held[0], 2 * second, 2 * second + 1))
          yield* pass(1)
        }
        yield* pass(2)
        assert.deepStrictEqual(sent().at(-1), [1, 14_500, false])
      }).pipe(Effect.provide(running(queue, [], after("500 millis"))), Effect.provideService(DispatcherOptions, narrow))
    })

    it.effect("is given back in time, although other requests end all the time", () => {
      const { offer, queue, released } = queueWithArrivals()
      const many = { ...busy, concurrency: 64, lanesPerAccount: 64 }
      const settle: typeof queue.settle = (outcomes) => Effect.delay(queue.settle(outcomes), "30 millis")
      let requests = 0
      const answer = Effect.suspend(() => after(Duration.millis(5 + ((requests++ * 7) % 40))))
      return Effect.gen(function* () {
        yield* (yield* offer(owner()))!.take(leased(manyOf(1, 64)))
        for (let tenth = 0; tenth < 5; tenth++) {
          const others = (yield* offer(inSandbox))!
          const lanes = Array.from({ length: 8 }, (_, index) => batchOf(2 + 8 * tenth + index))
          yield* others.take(leased(...lanes.map((one) => ({ ...one, lease: { ...one.lease, owner: inSandbox } }))))
          yield* passTenths(1)
        }
        assert.deepInclude(released, batchOf(1).lease)
      }).pipe(Effect.provide(running({ ...queue, settle }, [], answer)), Effect.provideService(DispatcherOptions, many))
    })

    it.effect("is sent for as long as events join it: its lease is renewed", () => {
      const { offer, queue, released, sent } = queueWithArrivals()
      const renewals: Array<number> = []
      const settle: typeof queue.settle = (outcomes) => {
        for (const { delivery, renewal } of outcomes)
          if (renewal !== undefined) renewals.push(DateTime.toEpochMillis(delivery.time))
        return queue.settle(outcomes)
      }
      return Effect.gen(function* () {
        yield* (yield* offer(owner()))!.take(leased(batchOf(1)))
        for (let second = 1; second <= 60; second++) {
          for (let half = 0; half < 2; half++) {
            const joins = (yield* offer(owner()))!
            yield* joins.take(joining(joins.held[0], 2 * second + half))
          }
          yield* pass(1)
        }
        assert.deepStrictEqual(released, [])
        yield* pass(2)
        assert.lengthOf(sent(), 121)
        assert.isBelow(renewals.length, 10)
        for (const [index, time] of renewals.entries()) assert.isBelow(time - (renewals[index - 1] ?? 0), 15_000)
        assert.isAbove(renewals.at(-1)!, 45_000)
      }).pipe(
        Effect.provide(running({ ...queue, settle }, [], after("500 millis"))),
        Effect.provideService(DispatcherOptions, oneByOne)
      )
    })
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
