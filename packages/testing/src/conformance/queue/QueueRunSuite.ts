/** What every storage shows of events that one request delivered, however it has written them down. */
import { assert, describe } from "@effect/vitest"
import {
  type Batch,
  DeliveryId,
  DeliveryLog,
  EventStore,
  type NewEvent,
  type NewResend,
  type RecordKind,
  ResendId,
  ResendStore,
  RetentionStore,
  type TimePageRequest,
  type WebhookId,
  WebhookStore
} from "@sellerkit/core"
import { Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { account, at, entry, newEvent, owner, uuid, webhook } from "../../fixtures.ts"
import { delivered, failed, insertWebhook, publishEvents } from "../seed.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { storageTest } from "../storageTest.ts"
import { claim, claimOne, fateOf, fatesOf, laneOf, nextDue, numbersIn, settle } from "./queueSteps.ts"
import { takeLanes } from "./takeLanes.ts"

const numberOf = ({ id }: { readonly id: string }): number => Number.parseInt(id.slice(-12), 16)

const numbersFrom = (first: number, last: number): ReadonlyArray<number> =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

/** An event happens as many milliseconds after the first one as its number is greater. */
const eventsOf = (
  numbers: ReadonlyArray<number>,
  timeOf = (number: number) => 1000 + number
): ReadonlyArray<NewEvent> => numbers.map((number) => newEvent(number, { time: at(timeOf(number)) }))

/** Publishes events, and delivers all that each webhook receives of them in one request. */
const makeDeliverOn = Effect.fnUntraced(function* ({ leasesOnArrival }: StorageTarget) {
  const { given } = yield* takeLanes()
  let next = 900
  return Effect.fnUntraced(function* (...publications: ReadonlyArray<ReadonlyArray<NewEvent>>) {
    for (const events of publications) yield* publishEvents(events)
    const carried = given.at(-1) ?? []
    if (leasesOnArrival === true) assert.isNotEmpty(carried)
    const batches = leasesOnArrival === true ? carried : yield* claim({ eventsPerLane: 1000 })
    yield* settle(...batches.map((batch) => delivered(batch, next++)))
    return batches
  })
})

const find = (request: TimePageRequest, webhookId?: WebhookId) =>
  Effect.flatMap(EventStore, (store) =>
    Effect.map(store.find(owner(), webhookId === undefined ? {} : { webhookId }, request), (found) =>
      found.map(numberOf)
    )
  )

const all = (direction: TimePageRequest["direction"] = "newer", webhookId?: WebhookId) =>
  find({ direction, limit: 1000 }, webhookId)

const attemptsOf = (number: number) =>
  Effect.flatMap(DeliveryLog, (log) =>
    Effect.map(log.ofEvent(owner(), newEvent(number).id), (found) => found.map(numberOf))
  )

/** Pages of all sizes lead to all events, in both directions, from each of them and from within a time. */
const verifyPages = Effect.fnUntraced(function* (
  ordered: ReadonlyArray<{ readonly number: number; readonly time: number }>,
  webhookId?: WebhookId
) {
  const numbers = ordered.map(({ number }) => number)
  for (const limit of [1, 2, 5, ordered.length]) {
    assert.deepStrictEqual(yield* find({ limit, direction: "newer" }, webhookId), numbers.slice(0, limit + 1))
    assert.deepStrictEqual(
      yield* find({ limit, direction: "older" }, webhookId),
      numbers.toReversed().slice(0, limit + 1)
    )
  }
  const limit = 3
  for (const [place, { number, time }] of ordered.entries()) {
    const cursor = { time, id: uuid(number) }
    const after = numbers.slice(place + 1)
    assert.deepStrictEqual(yield* find({ limit, direction: "newer", cursor }, webhookId), after.slice(0, limit + 1))
    const before = numbers.slice(0, place).toReversed()
    assert.deepStrictEqual(yield* find({ limit, direction: "older", cursor }, webhookId), before.slice(0, limit + 1))
    const until = ordered.filter((one) => one.time >= time && one.time <= time + 2).map((one) => one.number)
    const range = { limit: 100, from: time, to: time + 2 } as const
    assert.deepStrictEqual(yield* find({ ...range, direction: "newer" }, webhookId), until)
    assert.deepStrictEqual(yield* find({ ...range, direction: "older" }, webhookId), until.toReversed())
  }
})

const resendOf = (number: number, change: Partial<NewResend> = {}): NewResend => ({
  id: ResendId.make(uuid(number)),
  owner: owner(),
  webhookId: webhook(1).id,
  selection: { _tag: "Period", since: at(0), until: at(1_000_000_000), onlyFailed: false },
  eventsPerSecond: 100,
  createdAt: at(0),
  ...change
})

const begin = (resend: NewResend) =>
  Effect.flatMap(ResendStore, (store) => store.insert(resend, entry(2000 + numberOf(resend))))

const step = (most = 1000) =>
  Effect.map(
    Effect.flatMap(ResendStore, (store) => store.step(most)),
    Option.getOrThrow
  )

/** As another process has it, or this one once it has forgotten it. */
const elsewhere = ({ lease: { fence, owner: of, webhookId }, ...batch }: Batch): Batch => ({
  ...batch,
  lease: { fence, owner: of, webhookId }
})

export const queueRunSuite = (target: StorageTarget): void => {
  describe(`DeliveryQueue, what one request delivered: ${target.name}`, () => {
    const test = storageTest(target)
    const makeDeliver = makeDeliverOn(target)

    test(
      "is delivered, each at the first attempt, with the same delivery",
      Effect.gen(function* () {
        const one = yield* insertWebhook(webhook(1))
        yield* insertWebhook(webhook(2))
        const deliver = yield* makeDeliver
        const batches = yield* deliver(eventsOf(numbersFrom(1, 4)))
        assert.deepStrictEqual(batches.map(numbersIn), [
          [1, 2, 3, 4],
          [1, 2, 3, 4]
        ])
        const store = yield* EventStore
        for (const number of numbersFrom(1, 4)) {
          for (const fate of yield* fatesOf(number)) assert.deepInclude(fate, { fate: "delivered", attempts: 1 })
          assert.sameMembers([...(yield* attemptsOf(number))], [900, 901])
          const summary = Option.getOrThrow(yield* store.withKey(account(), newEvent(number).id))
          assert.deepInclude(summary, { waiting: 0, delivered: 2, dropped: 0 })
        }
        const filter = { webhookId: one.id }
        const summaries = yield* store.findInAccount(account(), filter, { limit: 10, direction: "older" })
        assert.deepStrictEqual(
          summaries.map((summary) => [numberOf(summary), summary.delivered, summary.waiting]),
          [4, 3, 2, 1].map((number) => [number, 1, 0])
        )
        assert.deepStrictEqual([yield* nextDue, (yield* laneOf(one))?.waiting], [undefined, 0])
      }).pipe(Effect.scoped)
    )

    test(
      "is shown page by page among what others delivered, whatever lies between",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        const deliver = yield* makeDeliver
        // The second half of these happens together.
        const timeOf = (number: number) => 1000 + 10 * Math.min(number, 5)
        yield* deliver(eventsOf(numbersFrom(1, 9), timeOf))
        yield* deliver([newEvent(20, { time: at(1025) }), newEvent(21, { time: at(1045) })])
        yield* deliver([newEvent(22, { time: at(1028) })])
        yield* deliver(eventsOf([30, 31, 32], (number) => 2000 + number))
        yield* insertWebhook(webhook(2))
        yield* deliver(eventsOf([40, 41, 42], (number) => 1963 + number))
        yield* deliver(eventsOf([50, 51], (number) => 2975 + number))
        yield* publishEvents([newEvent(60, { time: at(1031) })])
        const ofFirst = [
          ...numbersFrom(1, 9).map((number) => ({ number, time: timeOf(number) })),
          { number: 20, time: 1025 },
          { number: 21, time: 1045 },
          { number: 22, time: 1028 },
          ...[30, 31, 32].map((number) => ({ number, time: 2000 + number })),
          { number: 60, time: 1031 }
        ]
        const ofBoth = [
          ...[40, 41, 42].map((number) => ({ number, time: 1963 + number })),
          ...[50, 51].map((number) => ({ number, time: 2975 + number }))
        ]
        const ordered = [...ofFirst, ...ofBoth].toSorted(
          (one, other) => one.time - other.time || one.number - other.number
        )
        yield* verifyPages(ordered)
        yield* verifyPages(ordered, webhook(1).id)
        const second = ordered.filter(({ number }) => number >= 40)
        yield* verifyPages(second, webhook(2).id)
      }).pipe(Effect.scoped)
    )

    test(
      "may be very much, and much time may lie between",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        const deliver = yield* makeDeliver
        const many = numbersFrom(1, 450)
        yield* deliver(eventsOf(many))
        const farApart = [500, 501, 502, 503, 504]
        yield* deliver(eventsOf(farApart, (number) => (number === 502 ? 50_000_000 : 10_000_000) + number))
        const ordered = [...many, 500, 501, 503, 504, 502]
        assert.deepStrictEqual(yield* all(), ordered)
        assert.deepStrictEqual(yield* all("older"), ordered.toReversed())
        for (const number of [1, 200, 201, 449, 450, ...farApart])
          assert.deepInclude(yield* fateOf(number), { fate: "delivered", attempts: 1 })
        const page = { limit: 5, direction: "older", cursor: { time: 1203, id: uuid(203) } } as const
        assert.deepStrictEqual(yield* find(page), [202, 201, 200, 199, 198, 197])
      }).pipe(Effect.scoped)
    )

    test(
      "goes on in the next week",
      Effect.gen(function* () {
        const week = Duration.toMillis("7 days")
        yield* TestClock.setTime(week - 1000)
        yield* insertWebhook(webhook(1))
        const { given } = yield* takeLanes()
        yield* publishEvents(eventsOf([1, 2, 3]))
        const held = given.at(-1)?.[0]
        yield* TestClock.adjust("2 seconds")
        yield* publishEvents(eventsOf([4, 5, 6]))
        if (held !== undefined) yield* settle(delivered(held, 900))
        for (const batch of yield* claim()) yield* settle(delivered(batch, 901))
        yield* verifyPages(numbersFrom(1, 6).map((number) => ({ number, time: 1000 + number })))
        for (const number of numbersFrom(1, 6))
          assert.deepInclude(yield* fateOf(number), { fate: "delivered", attempts: 1 })
      }).pipe(Effect.scoped)
    )

    test(
      "counts once when its outcome is settled again",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        const deliver = yield* makeDeliver
        const [batch] = yield* deliver(eventsOf(numbersFrom(1, 4)))
        for (const lease of [batch!, elsewhere(batch!)]) yield* settle(delivered(lease, 900))
        for (const number of numbersFrom(1, 4)) {
          assert.deepInclude(yield* fateOf(number), { fate: "delivered", attempts: 1 })
          assert.deepStrictEqual(yield* attemptsOf(number), [900])
        }
        assert.deepStrictEqual([yield* all(), yield* nextDue], [numbersFrom(1, 4), undefined])
      }).pipe(Effect.scoped)
    )

    test(
      "stays delivered, with an attempt more, when another outcome comes too late",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        const deliver = yield* makeDeliver
        const [batch] = yield* deliver(eventsOf(numbersFrom(1, 5)))
        const late = { ...elsewhere(batch!), events: batch!.events.slice(1, 3) }
        yield* deliver(eventsOf([6]))
        yield* settle(delivered(late, 950))
        yield* settle(failed(late, 951))
        for (const number of numbersFrom(1, 6)) {
          assert.deepInclude(yield* fateOf(number), { fate: "delivered", attempts: 1 })
          const isLate = number === 2 || number === 3
          assert.lengthOf(yield* attemptsOf(number), isLate ? 3 : 1)
        }
        assert.deepStrictEqual(yield* all(), numbersFrom(1, 6))
      }).pipe(Effect.scoped)
    )

    test(
      "is sent again event by event, those of a period, while the others stay as they are",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        const deliver = yield* makeDeliver
        yield* deliver(eventsOf(numbersFrom(1, 6)))
        yield* deliver([newEvent(7, { time: at(1003) })])
        const selection = { _tag: "Period", since: at(1002), until: at(1004), onlyFailed: false } as const
        yield* begin(resendOf(700, { selection: { ...selection, onlyFailed: true } }))
        assert.deepInclude(yield* step(), { state: "finished", total: 4, examined: 4, resent: 0 })
        yield* begin(resendOf(701, { selection, eventsPerSecond: 3 }))
        assert.deepInclude(yield* step(), { state: "running", total: 4, examined: 3, resent: 3 })
        const fates = yield* Effect.forEach(numbersFrom(1, 7), fateOf)
        assert.deepStrictEqual(
          fates.map(({ fate }) => fate),
          ["delivered", "pending", "pending", "delivered", "delivered", "delivered", "pending"]
        )
        assert.deepStrictEqual(yield* all(), [1, 2, 3, 7, 4, 5, 6])
        const again = (yield* claimOne)!
        assert.sameMembers([...numbersIn(again)], [2, 3, 7])
        yield* settle(delivered(again, 960))
        assert.deepStrictEqual(yield* Effect.forEach([1, 2, 3, 4], attemptsOf), [[900], [900, 960], [900, 960], [900]])
        yield* TestClock.adjust("1 second")
        assert.deepInclude(yield* step(), { state: "finished", total: 4, examined: 4, resent: 4 })
        assert.deepStrictEqual(numbersIn(yield* claimOne), [4])
      }).pipe(Effect.scoped)
    )

    test(
      "is sent again as one delivery, all of it and a little at a time",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        const deliver = yield* makeDeliver
        yield* deliver(eventsOf(numbersFrom(1, 5)))
        yield* deliver(eventsOf([6, 7]))
        const selection = { _tag: "Delivery", deliveryId: DeliveryId.make(uuid(900)) } as const
        yield* begin(resendOf(700, { selection }))
        assert.deepInclude(yield* step(2), { state: "running", total: 5, examined: 2, resent: 2 })
        yield* TestClock.adjust("1 second")
        assert.deepInclude(yield* step(2), { state: "running", total: 5, examined: 4, resent: 4 })
        yield* TestClock.adjust("1 second")
        assert.deepInclude(yield* step(2), { state: "finished", total: 5, examined: 5, resent: 5 })
        assert.deepStrictEqual(numbersIn(yield* claimOne), numbersFrom(1, 5))
        assert.deepStrictEqual(yield* all(), numbersFrom(1, 7))
        assert.deepInclude(yield* fateOf(6), { fate: "delivered", attempts: 1 })
      }).pipe(Effect.scoped)
    )

    test(
      "is removed in part when a part is old enough",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        const held: Array<Batch["lease"]> = []
        const { given, joined } = yield* takeLanes({ held: () => held })
        yield* publishEvents(eventsOf([1, 2, 3]))
        const [first] = given.at(-1) ?? []
        if (first !== undefined) held.push(first.lease)
        yield* TestClock.adjust("20 seconds")
        yield* publishEvents(eventsOf([4, 5]))
        const carried = first && {
          ...first,
          events: [...first.events, ...joined.flat().flatMap(({ events }) => events)]
        }
        const batch = carried ?? (yield* claimOne)!
        assert.lengthOf(batch.events, 5)
        yield* settle(delivered(batch, 900))
        yield* TestClock.adjust("50 minutes")
        const remove = (age: Duration.Duration, most: number) =>
          Effect.flatMap(RetentionStore, (store) => store.remove("events", age, most))
        assert.strictEqual(yield* remove(Duration.minutes(50.1), 2), 2)
        assert.deepStrictEqual(yield* all(), [3, 4, 5])
        assert.strictEqual(yield* remove(Duration.minutes(50.1), 2), 1)
        assert.deepStrictEqual(yield* all(), [4, 5])
        assert.deepInclude(yield* fateOf(4), { fate: "delivered", attempts: 1 })
        assert.strictEqual(yield* remove(Duration.minutes(1), 10), 2)
        assert.deepStrictEqual(yield* all(), [])
      }).pipe(Effect.scoped)
    )

    test(
      "keeps the webhook that it was for, once that is deleted",
      Effect.gen(function* () {
        const { id } = yield* insertWebhook(webhook(1))
        const deliver = yield* makeDeliver
        yield* deliver(eventsOf([1, 2, 3]))
        yield* (yield* WebhookStore).remove({ owner: owner(), id }, entry(801))
        yield* TestClock.adjust("2 hours")
        const store = yield* RetentionStore
        const remove = (kind: RecordKind) => store.remove(kind, Duration.hours(1), 10)
        assert.strictEqual(yield* remove("deliveries"), 1)
        assert.strictEqual(yield* remove("remains"), 0)
        assert.deepStrictEqual(yield* all(), [1, 2, 3])
        assert.strictEqual(yield* remove("events"), 3)
        assert.strictEqual(yield* remove("remains"), 1)
      }).pipe(Effect.scoped)
    )

    test(
      "is each written down once, although somebody looked at it before it was settled",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        const { given } = yield* takeLanes()
        yield* publishEvents(eventsOf(numbersFrom(1, 3)))
        assert.deepInclude(yield* fateOf(2), { fate: "pending", attempts: 0 })
        assert.deepStrictEqual(yield* all(), [1, 2, 3])
        yield* begin(resendOf(700))
        assert.deepInclude(yield* step(), { state: "finished", total: 3, examined: 3, resent: 0 })
        const batch = given.at(-1)?.[0] ?? (yield* claimOne)!
        yield* settle(delivered(batch, 900))
        for (const number of [1, 2, 3]) assert.deepInclude(yield* fateOf(number), { fate: "delivered", attempts: 1 })
        assert.deepStrictEqual(
          [yield* all(), yield* all("older")],
          [
            [1, 2, 3],
            [3, 2, 1]
          ]
        )
        assert.strictEqual(yield* nextDue, undefined)
      }).pipe(Effect.scoped)
    )
  })
}
