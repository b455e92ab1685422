/** What every `ResendStore` does. */
import { assert, describe } from "@effect/vitest"
import {
  DeliveryId,
  EventStore,
  mostCounted,
  type NewResend,
  type Resend,
  ResendId,
  ResendStore,
  ResendToDisabled,
  RetentionStore,
  WebhookNotFound,
  WebhookStore
} from "@sellerkit/core"
import { Duration, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { account, at, entry, newEvent, owner, uuid, webhook } from "../../fixtures.ts"
import { claim, claimOne, fateOf, nextDue, numbersIn, setStatus, settle, withVerdict } from "../queue/queueSteps.ts"
import { delivered, insertWebhook, publish, publishEvents } from "../seed.ts"
import { entriesOf } from "../records/historySteps.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { storageTest } from "../storageTest.ts"

const asked = (number: number, change: Partial<NewResend> = {}): NewResend => ({
  id: ResendId.make(uuid(number)),
  owner: owner(),
  webhookId: webhook(1).id,
  selection: { _tag: "Period", since: at(0), until: at(1_000_000), onlyFailed: false },
  eventsPerSecond: 100,
  createdAt: at(0),
  ...change
})

const begin = Effect.fnUntraced(function* (change: Partial<NewResend> = {}) {
  const resend = asked(700, change)
  const number = Number.parseInt(resend.id.slice(-12), 16)
  return yield* (yield* ResendStore).insert(resend, entry(100 + number, { action: "resendEvents" }))
})

const step = (most = 1000) => Effect.flatMap(ResendStore, (resends) => resends.step(most))

const progress = ({ examined, resent, state, total }: Resend) => [state, total, examined, resent] as const

const stepProgress = (most?: number) =>
  Effect.map(step(most), (stepped) => Option.getOrUndefined(Option.map(stepped, progress)))

/** Publishes events 1 to `count`, and delivers all of them. */
const deliverAll = Effect.fnUntraced(function* (count: number) {
  yield* publish(Array.from({ length: count }, (_, index) => index + 1))
  yield* settle(delivered((yield* claimOne)!, 900))
})

export const resendStoreSuite = (target: StorageTarget): void => {
  describe(`ResendStore: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "puts what was delivered back among what waits, and says how far it is",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* deliverAll(3)
        const begun = yield* begin()
        assert.deepStrictEqual(begun, {
          ...asked(700),
          state: "running",
          total: 3,
          examined: 0,
          resent: 0,
          alreadyWaiting: 0,
          updatedAt: at(0)
        })
        assert.deepStrictEqual(yield* nextDue, undefined)
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(yield* stepProgress(), ["finished", 3, 3, 3])
        assert.deepStrictEqual(yield* stepProgress(), undefined, "a job that has finished is never due")
        assert.deepStrictEqual(yield* fateOf(1), {
          webhookId: webhook(1).id,
          fate: "pending",
          attempts: 0,
          nextAttemptAt: at(1000)
        })
        assert.deepStrictEqual(numbersIn(yield* claimOne), [1, 2, 3])
        const { updatedAt } = Option.getOrThrow(yield* (yield* ResendStore).get(account(), begun.id))
        assert.deepStrictEqual(updatedAt, at(1000))
      })
    )

    test(
      "keeps earlier attempts in the history, and gives the event all of its attempts anew",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        yield* settle(withVerdict(delivered((yield* claimOne)!, 900), { _tag: "Dropped" }))
        assert.deepStrictEqual((yield* fateOf(1)).dropReason, "attemptsSpent")
        yield* begin()
        yield* step()
        const batch = (yield* claimOne)!
        assert.deepStrictEqual(
          batch.events.map(({ attempts }) => attempts),
          [0]
        )
        yield* settle(delivered(batch, 901))
        assert.deepStrictEqual(yield* fateOf(1), { webhookId: webhook(1).id, fate: "delivered", attempts: 1 })
      })
    )

    test(
      "sends again only what was dropped, with an attempt or without, when that is asked",
      Effect.gen(function* () {
        const receiver = yield* insertWebhook(webhook(1))
        yield* deliverAll(1)
        yield* publish([2])
        yield* settle(withVerdict(delivered((yield* claimOne)!, 901), { _tag: "Dropped" }))
        yield* setStatus(receiver, "disabled")
        yield* publish([3])
        yield* setStatus(receiver, "enabled")
        const selection = { _tag: "Period", since: at(0), until: at(1_000_000), onlyFailed: true } as const
        yield* begin({ selection })
        assert.deepStrictEqual(yield* stepProgress(), ["finished", 3, 3, 2])
        assert.deepStrictEqual(numbersIn(yield* claimOne), [2, 3])
      })
    )

    test(
      "looks at events of the period only, both ends included, and never at test events",
      Effect.gen(function* () {
        const receiver = yield* insertWebhook(webhook(1))
        yield* publishEvents([1, 2, 3, 4, 5].map((number) => newEvent(number, { time: at(number * 1000) })))
        yield* settle(delivered((yield* claimOne)!, 900))
        const key = { owner: receiver.owner, id: receiver.id }
        yield* (yield* EventStore).appendTest(key, [newEvent(6, { time: at(3000) })], entry(801))
        yield* settle(delivered((yield* claimOne)!, 901))
        yield* begin({ selection: { _tag: "Period", since: at(2000), until: at(4000), onlyFailed: false } })
        assert.deepStrictEqual(yield* stepProgress(), ["finished", 3, 3, 3])
        assert.deepStrictEqual(numbersIn(yield* claimOne), [2, 3, 4])
      })
    )

    test(
      "never looks at test events, of which one request delivered several",
      Effect.gen(function* () {
        const receiver = yield* insertWebhook(webhook(1))
        const tests = [1, 2].map((number) => newEvent(number, { time: at(3000) }))
        yield* (yield* EventStore).appendTest({ owner: receiver.owner, id: receiver.id }, tests, entry(801))
        const batch = (yield* claimOne)!
        assert.deepStrictEqual(numbersIn(batch), [1, 2])
        yield* settle(delivered(batch, 900))
        yield* begin({ selection: { _tag: "Period", since: at(0), until: at(1_000_000), onlyFailed: false } })
        assert.deepStrictEqual(yield* stepProgress(), ["finished", 0, 0, 0])
      })
    )

    test(
      "leaves what waits already as it is",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        yield* settle(withVerdict(delivered((yield* claimOne)!, 900), { _tag: "Retry", wait: Duration.minutes(10) }))
        yield* begin()
        assert.deepStrictEqual(yield* stepProgress(), ["finished", 1, 1, 0])
        assert.strictEqual((yield* fateOf(1)).attempts, 1)
      })
    )

    test(
      "sends the events of one delivery again, to its webhook alone",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* insertWebhook(webhook(2))
        yield* publish([1, 2])
        const [one, two] = yield* claim({ eventsPerLane: 2 })
        yield* settle(delivered(one!, 900), delivered(two!, 901))
        yield* publish([3])
        const later = yield* claim()
        yield* settle(...later.map((batch, index) => delivered(batch, 910 + index)))
        yield* begin({ selection: { _tag: "Delivery", deliveryId: DeliveryId.make(uuid(900)) } })
        assert.deepStrictEqual(yield* stepProgress(), ["finished", 2, 2, 2])
        const again = yield* claim()
        assert.deepStrictEqual(
          again.map(({ events, lease }) => [lease.webhookId, events.length]),
          [[one!.lease.webhookId, 2]]
        )
      })
    )

    test(
      "sends nothing again of a delivery that is no longer kept",
      Effect.gen(function* () {
        const retention = yield* RetentionStore
        const selection = { _tag: "Delivery", deliveryId: DeliveryId.make(uuid(900)) } as const
        yield* insertWebhook(webhook(1))
        yield* deliverAll(2)
        yield* begin({ selection })
        assert.deepStrictEqual(yield* stepProgress(1), ["running", 2, 1, 1])
        yield* TestClock.adjust("2 hours")
        assert.strictEqual(yield* retention.remove("deliveries", Duration.hours(1), 10), 1)
        assert.deepStrictEqual(yield* stepProgress(), ["finished", 2, 1, 1])
        const { total } = yield* begin({ id: ResendId.make(uuid(701)), selection })
        assert.strictEqual(total, 0)
      })
    )

    test(
      "goes in small steps, and puts back at most as many per second as it may",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* deliverAll(25)
        yield* begin({ eventsPerSecond: 10 })
        assert.deepStrictEqual(yield* stepProgress(4), ["running", 25, 4, 4])
        assert.deepStrictEqual(yield* stepProgress(), undefined, "four of them take 400 milliseconds")
        yield* TestClock.adjust("400 millis")
        assert.deepStrictEqual(yield* stepProgress(), ["running", 25, 14, 14])
        yield* TestClock.adjust("999 millis")
        assert.deepStrictEqual(yield* stepProgress(), undefined)
        yield* TestClock.adjust("1 milli")
        assert.deepStrictEqual(yield* stepProgress(), ["running", 25, 24, 24])
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(yield* stepProgress(), ["finished", 25, 25, 25])
      })
    )

    test(
      "counts so many events as it begins, and all of them as it goes",
      Effect.gen(function* () {
        const one = yield* insertWebhook(webhook(1))
        yield* setStatus(one, "disabled")
        const all = Array.from({ length: mostCounted + 5 }, (_, index) => index + 1)
        for (let start = 0; start < all.length; start += 1000) yield* publish(all.slice(start, start + 1000))
        yield* setStatus(one, "enabled")
        const { total } = yield* begin({ eventsPerSecond: mostCounted - 3 })
        assert.strictEqual(total, mostCounted)
        assert.deepStrictEqual(yield* stepProgress(mostCounted), [
          "running",
          mostCounted,
          mostCounted - 3,
          mostCounted - 3
        ])
        yield* TestClock.adjust("1 second")
        const whole = mostCounted + 5
        assert.deepStrictEqual(yield* stepProgress(), ["finished", whole, whole, whole])
      })
    )

    test(
      "takes the job that is due the longest",
      Effect.gen(function* () {
        const resends = yield* ResendStore
        yield* insertWebhook(webhook(1))
        yield* insertWebhook(webhook(2))
        yield* publish([1, 2])
        yield* settle(...(yield* claim()).map((batch, index) => delivered(batch, 900 + index)))
        yield* resends.insert(asked(701, { eventsPerSecond: 1 }), entry(801))
        yield* TestClock.adjust("10 millis")
        yield* resends.insert(asked(702, { webhookId: webhook(2).id, eventsPerSecond: 1 }), entry(802))
        const stepped = Effect.map(step(), (found) => Option.getOrUndefined(Option.map(found, ({ id }) => id)))
        assert.deepStrictEqual(yield* stepped, ResendId.make(uuid(701)))
        assert.deepStrictEqual(yield* stepped, ResendId.make(uuid(702)))
        assert.deepStrictEqual(yield* stepped, undefined)
      })
    )

    test(
      "is cancelled: what was put back until then stays so",
      Effect.gen(function* () {
        const resends = yield* ResendStore
        yield* insertWebhook(webhook(1))
        yield* deliverAll(3)
        const { id } = yield* begin()
        yield* step(1)
        assert.deepStrictEqual(yield* resends.cancel(account(2), id, entry(802)), Option.none())
        const cancelled = Option.getOrThrow(
          yield* resends.cancel(account(), id, entry(803, { action: "cancelResend" }))
        )
        assert.deepStrictEqual(progress(cancelled), ["cancelled", 3, 1, 1])
        assert.deepStrictEqual(yield* stepProgress(), undefined)
        const again = Option.getOrThrow(yield* resends.cancel(account(), id, entry(804)))
        assert.deepStrictEqual(again, cancelled, "a job that has ended stays as it is, and leaves no entry")
        assert.deepStrictEqual(numbersIn(yield* claimOne), [1])
        const history = yield* entriesOf(owner())
        assert.sameMembers(
          history.map(({ action }) => action),
          ["cancelResend", "createWebhook", "resendEvents"]
        )
      })
    )

    test(
      "stops when its webhook is disabled or deleted meanwhile",
      Effect.gen(function* () {
        const resends = yield* ResendStore
        const first = yield* insertWebhook(webhook(1))
        const second = yield* insertWebhook(webhook(2))
        yield* publish([1])
        yield* settle(...(yield* claim()).map((batch, index) => delivered(batch, 900 + index)))
        yield* resends.insert(asked(701), entry(801))
        yield* setStatus(first, "disabled")
        assert.deepStrictEqual(yield* stepProgress(), ["stopped", 1, 0, 0])
        yield* resends.insert(asked(702, { webhookId: second.id }), entry(802))
        yield* (yield* WebhookStore).remove({ owner: second.owner, id: second.id }, entry(803))
        assert.deepStrictEqual(yield* stepProgress(), ["stopped", 1, 0, 0])
        assert.deepStrictEqual(yield* stepProgress(), undefined)
      })
    )

    test(
      "does not begin for a webhook that is missing, another owner's, or disabled, and leaves no entry",
      Effect.gen(function* () {
        const stopped = yield* insertWebhook(webhook(1))
        assert.instanceOf(yield* Effect.flip(begin({ webhookId: webhook(2).id })), WebhookNotFound)
        assert.instanceOf(yield* Effect.flip(begin({ owner: owner(undefined, account(2)) })), WebhookNotFound)
        assert.instanceOf(yield* Effect.flip(begin({ owner: owner("service") })), WebhookNotFound)
        yield* setStatus(stopped, "disabled")
        assert.instanceOf(yield* Effect.flip(begin()), ResendToDisabled)
        const history = yield* entriesOf(owner())
        assert.isFalse(history.some(({ action }) => action === "resendEvents"))
      })
    )

    test(
      "shows a job to its own account",
      Effect.gen(function* () {
        const resends = yield* ResendStore
        yield* insertWebhook(webhook(1))
        const begun = yield* begin()
        assert.deepStrictEqual(yield* resends.get(account(), begun.id), Option.some(begun))
        assert.deepStrictEqual(yield* resends.get(account(2), begun.id), Option.none())
        assert.deepStrictEqual(yield* resends.get(account(1, true), begun.id), Option.none())
      })
    )
  })
}
