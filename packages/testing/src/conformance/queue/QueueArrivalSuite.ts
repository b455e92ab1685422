/** How a `DeliveryQueue` leases lanes as events arrive for them, where it does. */
import { assert, describe } from "@effect/vitest"
import {
  type Batch,
  DeliveryLog,
  DeliveryQueue,
  EventStore,
  type LaneOffer,
  type Lease,
  WebhookStore
} from "@sellerkit/core"
import { Duration, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { account, cardChanged, entry, feedbackUpdated, newEvent, owner, sealedSecret, webhook } from "../../fixtures.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import {
  claim,
  claimOne,
  deliveredFirst,
  fateOf,
  fatesOf,
  laneOf,
  lanesIn,
  nextDue,
  numbersIn,
  setStatus,
  settle
} from "./queueSteps.ts"
import { delivered, failed, insertWebhook, publish, publishEvents } from "../seed.ts"
import { storageTest } from "../storageTest.ts"
import { takeLanes } from "./takeLanes.ts"

/** A batch without the number that tells one lease from the next. */
const withoutFence = (batch: Batch | undefined) => ({ ...batch, lease: { ...batch?.lease, fence: undefined } })

export const queueArrivalSuite = (target: StorageTarget): void => {
  describe(`DeliveryQueue, lanes leased on arrival: ${target.name}`, () => {
    const test = storageTest(target)

    if (target.leasesOnArrival === undefined) {
      test(
        "are none: all are claimed",
        Effect.gen(function* () {
          yield* insertWebhook(webhook(1))
          const { asked } = yield* takeLanes()
          yield* publish([1])
          assert.deepStrictEqual([asked, numbersIn(yield* claimOne)], [[], [1]])
        }).pipe(Effect.scoped)
      )
      return
    }

    test(
      "are given as a claim gives them, and to nobody else meanwhile",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1, { owner: owner("service") }), sealedSecret("whsec_of_one"))
        const { asked, given } = yield* takeLanes()
        yield* publishEvents([
          newEvent(1),
          newEvent(2, { idempotencyKey: "key", timeGiven: true, traceparent: "00-a-b-01" })
        ])
        assert.deepStrictEqual(asked, [[account()]])
        const [batch] = given[0]!
        assert.deepStrictEqual(numbersIn(batch), [1, 2])
        assert.deepStrictEqual(yield* claim(), [])
        assert.strictEqual(yield* nextDue, 30_000)
        assert.deepInclude(yield* fateOf(1), { fate: "pending", attempts: 0 })
        yield* (yield* DeliveryQueue).release([batch!.lease])
        const claimed = yield* claimOne
        assert.deepStrictEqual(withoutFence(batch), withoutFence(claimed))
        assert.isAbove(claimed!.lease.fence, batch!.lease.fence)
      }).pipe(Effect.scoped)
    )

    test(
      "are settled as any other, and are due again when the lease has run out",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        const { given } = yield* takeLanes()
        yield* publish([1, 2])
        const [first] = given[0]!
        assert.deepStrictEqual(yield* settle(deliveredFirst(first!, 901)), [
          { isLeased: true, announcedFor: undefined }
        ])
        assert.deepInclude(yield* fateOf(1), { fate: "delivered", attempts: 1 })
        yield* TestClock.adjust("30 seconds")
        const second = (yield* claimOne)!
        assert.deepStrictEqual(numbersIn(second), [2])
        assert.deepStrictEqual(yield* settle(delivered({ ...first!, events: first!.events.slice(1) }, 902)), [
          undefined
        ])
        yield* settle(delivered(second, 903))
        assert.strictEqual(yield* nextDue, undefined)
        yield* publish([3])
        assert.deepStrictEqual(numbersIn(given[1]![0]), [3])
      }).pipe(Effect.scoped)
    )

    test(
      "are leased for longer where that is asked for, and take further events until then",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        const held: Array<Lease> = []
        const { given, joined } = yield* takeLanes({ held: () => held })
        yield* publish([1, 2, 3])
        const [batch] = given[0]!
        held.push(batch!.lease)
        yield* TestClock.adjust("20 seconds")
        const renewed = { ...deliveredFirst(batch!, 901), renewal: Duration.seconds(30) }
        assert.deepStrictEqual(yield* settle(renewed), [{ isLeased: true, announcedFor: undefined }])
        yield* TestClock.adjust("20 seconds")
        yield* publish([4])
        const [more] = joined.at(-1)!
        assert.deepStrictEqual(yield* claim(), [], "the first end of the lease is over")
        assert.deepStrictEqual(
          more!.events.map(({ event }) => event.id),
          [newEvent(4).id]
        )
        assert.deepInclude(yield* fateOf(2), { fate: "pending", attempts: 0 })
        yield* TestClock.adjust("9 seconds")
        const rest = { ...batch!, events: [...batch!.events.slice(1), ...more!.events] }
        assert.deepStrictEqual(yield* settle(delivered(rest, 902)), [{ isLeased: false, announcedFor: undefined }])
        assert.strictEqual(yield* nextDue, undefined)
        for (const number of [1, 2, 3, 4]) assert.deepInclude(yield* fateOf(number), { fate: "delivered", attempts: 1 })
        yield* TestClock.adjust("1 minute")
        assert.deepStrictEqual([yield* claim(), yield* nextDue], [[], undefined])
      }).pipe(Effect.scoped)
    )

    test(
      "get the events of publications that come together, or else these wait behind",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        const { given, joined } = yield* takeLanes()
        const publications = [1, 3, 5, 7, 9].map((number) => [number, number + 1])
        yield* Effect.forEach(publications, (numbers) => publish(numbers), { concurrency: "unbounded" })
        const [batch, ...others] = given.flat()
        assert.deepStrictEqual(others, [])
        const arrived = [...batch!.events, ...joined.flat().flatMap(({ events }) => events)]
        assert.deepStrictEqual(yield* claim(), [], "it is leased")
        yield* settle(delivered({ ...batch!, events: arrived }, 901))
        const waiting = (yield* claimOne)?.events ?? []
        assert.deepStrictEqual(
          [...arrived, ...waiting].map(({ event }) => event.id),
          publications.flat().map((number) => newEvent(number).id)
        )
      }).pipe(Effect.scoped)
    )

    test(
      "are claimed with all that they have when a renewed lease has run out",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        const { given } = yield* takeLanes()
        yield* publish([1, 2, 3])
        const [batch] = given[0]!
        yield* TestClock.adjust("20 seconds")
        yield* settle({ ...deliveredFirst(batch!, 901), renewal: Duration.seconds(30) })
        yield* TestClock.adjust("29 seconds")
        assert.deepStrictEqual(yield* claim(), [])
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(numbersIn(yield* claimOne), [2, 3])
      }).pipe(Effect.scoped)
    )

    test(
      "are those in which nothing waits",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        const { given } = yield* takeLanes()
        yield* publish([2])
        assert.deepStrictEqual(given, [[]])
        const batch = (yield* claimOne)!
        assert.deepStrictEqual(numbersIn(batch), [1, 2])
        yield* publish([3])
        assert.deepStrictEqual(given, [[], []], "it is leased")
        yield* settle(delivered(batch, 901))
        yield* publish([4])
        assert.deepStrictEqual(given, [[], [], []], "3 waits")
        assert.deepStrictEqual(numbersIn(yield* claimOne), [3, 4])
      }).pipe(Effect.scoped)
    )

    test(
      "are those that are enabled and do not fail",
      Effect.gen(function* () {
        const one = yield* insertWebhook(webhook(1))
        const { given } = yield* takeLanes()
        yield* setStatus(one, "disabled")
        yield* publish([1])
        yield* setStatus(one, "enabled")
        yield* publish([2])
        assert.deepStrictEqual(given.map(lanesIn), [[], [one.id]])
        yield* settle(failed(given[1]![0]!, 901, "10 seconds"))
        yield* publish([3])
        yield* TestClock.adjust("10 seconds")
        yield* publish([4])
        assert.deepStrictEqual(given.slice(2), [[], []])
        for (const number of [902, 903, 904]) yield* settle(delivered((yield* claimOne)!, number))
        yield* publish([5])
        assert.deepStrictEqual(numbersIn(given.at(-1)![0]), [5], "it has recovered")
      }).pipe(Effect.scoped)
    )

    test(
      "are asked for once for an account, whatever types of events arrive",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* insertWebhook(webhook(2, { subscriptions: [feedbackUpdated] }))
        const { asked, given } = yield* takeLanes({ lanes: 2 })
        const { event: type, scope } = feedbackUpdated
        yield* publishEvents([newEvent(1), newEvent(2, { scope, type })])
        assert.deepStrictEqual(asked, [[account()]])
        assert.sameMembers(
          [...lanesIn(given.flat())],
          [1, 2].map((number) => webhook(number).id)
        )
      }).pipe(Effect.scoped)
    )

    test(
      "are no more than the capacity allows, and the others wait",
      Effect.gen(function* () {
        const all = [1, 2, 3].map((number) => webhook(number))
        for (const one of all) yield* insertWebhook(one)
        yield* insertWebhook(webhook(4, { subscriptions: [feedbackUpdated] }))
        const { given } = yield* takeLanes({ lanes: 2 })
        yield* publish([1, 2])
        const leased = given[0]!
        assert.deepStrictEqual(leased.map(numbersIn), [
          [1, 2],
          [1, 2]
        ])
        const claimed = yield* claim()
        assert.deepStrictEqual(claimed.map(numbersIn), [[1, 2]])
        assert.sameMembers(
          [...lanesIn(leased), ...lanesIn(claimed)],
          all.map(({ id }) => id)
        )
      }).pipe(Effect.scoped)
    )

    test(
      "are each leased once for publications that share a write",
      Effect.gen(function* () {
        for (const number of [1, 2]) yield* insertWebhook(webhook(number))
        const { given } = yield* takeLanes({ lanes: 3 })
        yield* Effect.all(
          [[1], [2], [3], [4], [5]].map((numbers) => publish(numbers)),
          { concurrency: "unbounded" }
        )
        const leased = given.flat()
        assert.lengthOf(new Set(lanesIn(leased)), leased.length)
        assert.deepStrictEqual(yield* claim(), [], "all of them are leased")
        yield* settle(...leased.map((batch, index) => delivered(batch, 900 + index)))
        const rest = yield* claim()
        assert.deepStrictEqual(
          [...leased, ...rest].flatMap(numbersIn).toSorted((left, right) => left - right),
          [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]
        )
      }).pipe(Effect.scoped)
    )

    test(
      "are none for what was published before, or belongs to another event",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publishEvents([newEvent(1, { idempotencyKey: "one" })])
        yield* settle(delivered((yield* claimOne)!, 901))
        const { given } = yield* takeLanes()
        const [again] = yield* publishEvents([newEvent(2, { idempotencyKey: "one", payload: newEvent(1).payload })])
        assert.strictEqual(again!.id, newEvent(1).id)
        const conflict = yield* Effect.flip(publishEvents([newEvent(3), newEvent(4, { idempotencyKey: "one" })]))
        assert.strictEqual(conflict._tag, "IdempotencyConflict")
        assert.isTrue(given.every((batches) => batches.length === 0))
        assert.strictEqual(yield* nextDue, undefined)
        yield* publishEvents([newEvent(5, { idempotencyKey: "one", payload: newEvent(1).payload }), newEvent(6)])
        assert.deepStrictEqual(numbersIn(given.at(-1)![0]), [6])
      }).pipe(Effect.scoped)
    )

    test(
      "are recalled when their webhook changes",
      Effect.gen(function* () {
        const one = yield* insertWebhook(webhook(1))
        const two = yield* insertWebhook(webhook(2))
        const { given } = yield* takeLanes()
        yield* publish([1, 2])
        yield* setStatus(one, "disabled")
        yield* (yield* WebhookStore).remove({ owner: owner(), id: two.id }, entry(800))
        const settled = yield* settle(...given[0]!.map((batch, index) => deliveredFirst(batch, 900 + index)))
        assert.deepStrictEqual(
          settled.map((lane) => lane?.isLeased),
          [false, false]
        )
      }).pipe(Effect.scoped)
    )

    test(
      "are taken although the publisher gives up meanwhile",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        const { asked, given } = yield* takeLanes()
        const publisher = yield* Effect.forkChild(publish([1]), { startImmediately: true })
        yield* Fiber.interrupt(publisher)
        while (given.length < asked.length) yield* TestClock.withLive(Effect.sleep(1))
        // A publisher that gives up before the write begins has published nothing.
        assert.deepStrictEqual(given.flat().map(numbersIn), asked.length === 0 ? [] : [[1]])
        assert.deepStrictEqual(yield* claim(), [])
      }).pipe(Effect.scoped)
    )

    test(
      "do not fail the publication where the dispatcher fails to take them",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        const given: Array<number> = []
        const offer: LaneOffer = {
          lanes: [1],
          held: [],
          before: [],
          lease: Duration.seconds(30),
          take: ({ leased }) => (given.push(leased.length) === 1 ? Effect.die("It cannot.") : Effect.void)
        }
        yield* (yield* DeliveryQueue).leaseOnArrival({ offer: () => Effect.succeed(offer) })
        yield* publish([1])
        assert.deepStrictEqual(given, [1, 0], "it is told to take nothing")
        yield* TestClock.adjust("30 seconds")
        assert.deepStrictEqual(numbersIn(yield* claimOne), [1])
      }).pipe(Effect.scoped)
    )

    test(
      "are none without capacity, once no dispatcher takes any, and for test events",
      Effect.gen(function* () {
        const one = yield* insertWebhook(webhook(1))
        const { leaseOnArrival } = yield* DeliveryQueue
        yield* Effect.scoped(
          Effect.gen(function* () {
            yield* leaseOnArrival({ offer: () => Effect.succeed(undefined) })
            yield* publish([1])
          })
        )
        const { asked, given } = yield* Effect.scoped(takeLanes())
        yield* publish([2])
        const batch = (yield* claimOne)!
        assert.deepStrictEqual(numbersIn(batch), [1, 2])
        yield* settle(delivered(batch, 901))
        const after = yield* takeLanes()
        yield* (yield* EventStore).appendTest({ owner: owner(), id: one.id }, [newEvent(3)], entry(801))
        assert.deepStrictEqual([asked, given, after.asked], [[], [], []])
        assert.deepStrictEqual(numbersIn(yield* claimOne), [3])
      }).pipe(Effect.scoped)
    )

    /** A dispatcher that has been given the lane of one webhook, with event 1, and 2 and 3 after it. */
    const takeThree = Effect.gen(function* () {
      const one = yield* insertWebhook(webhook(1))
      const held: Array<Lease> = []
      const taken = yield* takeLanes({ held: () => held })
      yield* publish([1])
      const first = taken.given[0]![0]!
      held.push(first.lease)
      yield* publish([2, 3])
      const [joined] = taken.joined[1]!
      held.length = 0
      return { ...taken, held, one, first, rest: { ...first, events: joined!.events } }
    })

    const last = <A>(lists: ReadonlyArray<ReadonlyArray<A>>): ReadonlyArray<A> => lists.at(-1)!

    test(
      "take further events, which are for nobody else meanwhile",
      Effect.gen(function* () {
        const { first, given, joined, one, rest } = yield* takeThree
        assert.deepStrictEqual([numbersIn(first), numbersIn(rest)], [[1], [2, 3]])
        assert.strictEqual(joined[1]![0]!.lease, first.lease)
        assert.deepStrictEqual(given.map(lanesIn), [[one.id], []])
        assert.deepStrictEqual(yield* claim(), [])
        assert.deepInclude(yield* fateOf(3), { fate: "pending", attempts: 0 })
        assert.strictEqual((yield* laneOf(one))?.waiting, 3)
        assert.strictEqual((yield* (yield* DeliveryQueue).backlog).waiting, 3)
        const settled = yield* settle({ ...delivered(first, 901), keepsLease: true })
        assert.deepStrictEqual(settled, [{ isLeased: true, announcedFor: undefined }])
        assert.strictEqual((yield* laneOf(one))?.waiting, 2)
        yield* settle(delivered(rest, 902))
        for (const number of [1, 2, 3]) assert.deepInclude(yield* fateOf(number), { fate: "delivered", attempts: 1 })
        assert.deepStrictEqual([yield* nextDue, (yield* laneOf(one))?.waiting], [undefined, 0])
        yield* publish([4])
        assert.deepStrictEqual([last(given).map(numbersIn), last(joined)], [[[4]], []], "it was leased anew")
      }).pipe(Effect.scoped)
    )

    test(
      "take an event beside lanes that are leased for it, one that is leased and takes none, and a webhook that is not enabled",
      Effect.gen(function* () {
        const held: Array<Lease> = []
        const { id: first } = yield* insertWebhook(webhook(1, { subscriptions: [cardChanged, feedbackUpdated] }))
        const others = [2, 3, 4].map((number) => webhook(number, { subscriptions: [feedbackUpdated] }))
        const [second, third, disabled] = yield* Effect.forEach(others, (one) => insertWebhook(one))
        yield* setStatus(disabled!, "disabled")
        const { given, joined } = yield* takeLanes({ held: () => held })
        yield* publish([1])
        const [batch] = given[0]!
        held.push(batch!.lease)
        const of = { scope: feedbackUpdated.scope, type: feedbackUpdated.event }
        yield* publishEvents([newEvent(2, of)])
        const leased = new Map(last(given).map((one) => [one.lease.webhookId, one]))
        assert.sameMembers([...leased.keys()], [second!.id, third!.id])
        yield* settle(delivered(leased.get(second!.id)!, 901))
        yield* publishEvents([newEvent(3, of)])
        assert.deepStrictEqual(
          joined.map((lanes) => lanes.map(({ lease }) => lease.webhookId)),
          [[], [first], [first]]
        )
        assert.deepStrictEqual(last(given).map(numbersIn), [[3]])
        assert.deepStrictEqual(lanesIn(last(given)), [second!.id])
        const events = [...batch!.events, ...joined.flat().flatMap((lane) => lane.events)]
        const all = [leased.get(third!.id)!, last(given)[0]!, { ...batch!, events }]
        yield* settle(...all.map((one, index) => delivered(one, 902 + index)))
        const [rest] = yield* claim()
        assert.deepStrictEqual([rest?.lease.webhookId, numbersIn(rest)], [third!.id, [3]])
        yield* settle(delivered(rest!, 905))
        for (const number of [2, 3]) {
          for (const { fate, webhookId } of yield* fatesOf(number))
            assert.strictEqual(fate, webhookId === disabled!.id ? "dropped" : "delivered")
        }
        assert.strictEqual(yield* nextDue, undefined)
      }).pipe(Effect.scoped)
    )

    test(
      "leave what they took where others find it, when they are given back",
      Effect.gen(function* () {
        const { first } = yield* takeThree
        yield* (yield* DeliveryQueue).release([first.lease])
        const claimed = (yield* claimOne)!
        assert.deepStrictEqual(numbersIn(claimed), [1, 2, 3])
        yield* settle(delivered(claimed, 901))
        assert.strictEqual(yield* nextDue, undefined)
      }).pipe(Effect.scoped)
    )

    test(
      "leave it there when a request fails, with the events of that",
      Effect.gen(function* () {
        const { first, one } = yield* takeThree
        yield* settle(failed(first, 901, "10 seconds"))
        assert.deepInclude(yield* fateOf(1), { fate: "pending", attempts: 1 })
        assert.deepStrictEqual(yield* claim(), [])
        assert.strictEqual((yield* laneOf(one))?.waiting, 3)
        yield* TestClock.adjust("10 seconds")
        for (const [index, number] of [2, 3, 1].entries()) {
          const claimed = (yield* claimOne)!
          assert.strictEqual(numbersIn(claimed)[0], number)
          yield* settle(delivered({ ...claimed, events: claimed.events.slice(0, 1) }, 910 + index))
        }
        assert.strictEqual(yield* nextDue, undefined)
      }).pipe(Effect.scoped)
    )

    test(
      "lose it to whoever claims when the lease has run out, and what was sent in time counts",
      Effect.gen(function* () {
        const { first, one, rest } = yield* takeThree
        yield* settle({ ...delivered(first, 901), keepsLease: true })
        yield* TestClock.adjust("30 seconds")
        const claimed = (yield* claimOne)!
        assert.deepStrictEqual(numbersIn(claimed), [2, 3])
        assert.deepStrictEqual(yield* settle(delivered(rest, 902)), [undefined], "it comes too late")
        assert.deepInclude(yield* fateOf(2), { fate: "pending", attempts: 0 })
        yield* settle(delivered(claimed, 903))
        assert.deepInclude(yield* fateOf(2), { fate: "delivered", attempts: 1 })
        assert.deepStrictEqual([yield* nextDue, (yield* laneOf(one))?.waiting], [undefined, 0])
      }).pipe(Effect.scoped)
    )

    test(
      "are settled when the lease has run out and nobody has claimed since",
      Effect.gen(function* () {
        const { first, rest } = yield* takeThree
        yield* TestClock.adjust("30 seconds")
        const settled = yield* settle(failed(first, 901), delivered(rest, 902))
        assert.lengthOf(settled, 2)
        yield* TestClock.adjust("10 seconds")
        const numbers = (yield* claim()).flatMap(numbersIn)
        assert.deepStrictEqual(numbers, [1])
      }).pipe(Effect.scoped)
    )

    test(
      "count once what an outcome says that was written before",
      Effect.gen(function* () {
        const { first, rest } = yield* takeThree
        const kept = { ...delivered(first, 901), keepsLease: true }
        yield* settle(kept)
        const again = { ...kept, lease: { ...first.lease } }
        assert.deepStrictEqual(yield* settle(again), [{ isLeased: true, announcedFor: undefined }])
        assert.deepInclude(yield* fateOf(1), { fate: "delivered", attempts: 1 })
        yield* settle(delivered(rest, 902))
        assert.lengthOf(yield* (yield* DeliveryLog).ofEvent(owner(), newEvent(1).id), 1)
      }).pipe(Effect.scoped)
    )

    test(
      "take no further events where something else waits",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        const held: Array<Lease> = []
        const { given, joined } = yield* takeLanes({ held: () => held })
        yield* publish([1])
        const [first] = given[0]!
        yield* publish([2])
        held.push(first!.lease)
        yield* publish([3])
        assert.deepStrictEqual(joined, [[], [], []])
        yield* settle(delivered(first!, 901))
        assert.deepStrictEqual(numbersIn(yield* claimOne), [2, 3])
      }).pipe(Effect.scoped)
    )

    test(
      "take no further events once their webhook has changed, and hold what they took",
      Effect.gen(function* () {
        const { first, held, joined, one, rest } = yield* takeThree
        held.push(first.lease)
        yield* setStatus(one, "disabled")
        yield* publish([4])
        assert.deepStrictEqual(last(joined), [])
        const settled = yield* settle({ ...delivered(first, 901), keepsLease: true })
        assert.isFalse(settled[0]?.isLeased)
        assert.deepInclude(yield* fateOf(2), { fate: "held" })
        yield* setStatus(one, "enabled")
        assert.deepStrictEqual(numbersIn(yield* claimOne), numbersIn(rest))
      }).pipe(Effect.scoped)
    )

    test(
      "take no further events once it was enabled again, and send what they took anew",
      Effect.gen(function* () {
        const { first, held, joined, one } = yield* takeThree
        held.push(first.lease)
        yield* setStatus(one, "disabled")
        yield* setStatus(one, "enabled")
        yield* publish([4])
        assert.deepStrictEqual(last(joined), [])
        yield* settle({ ...delivered(first, 901), keepsLease: true })
        assert.deepStrictEqual(numbersIn(yield* claimOne), [2, 3, 4])
      }).pipe(Effect.scoped)
    )

    test(
      "go to each webhook for itself, when an event has several",
      Effect.gen(function* () {
        for (const number of [1, 2]) yield* insertWebhook(webhook(number))
        const { given } = yield* takeLanes()
        yield* publish([1])
        const [one, two] = given[0]!
        yield* settle(delivered(one!, 901), { ...failed(two!, 902), events: [] })
        assert.strictEqual(yield* nextDue, 10_000)
        yield* TestClock.adjust("10 seconds")
        const claimed = yield* claim()
        assert.deepStrictEqual(lanesIn(claimed), [two!.lease.webhookId])
      }).pipe(Effect.scoped)
    )
  })
}
