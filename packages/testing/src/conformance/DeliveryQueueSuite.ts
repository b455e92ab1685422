/** What every `DeliveryQueue` does: lanes, leases, verdicts. */
import { assert, describe } from "@effect/vitest"
import {
  type Batch,
  DeliveryQueue,
  EventId,
  type EventFate,
  largestBatch,
  type Outcome,
  type Verdict,
  Webhook,
  WebhookStore
} from "@sellerkit/core"
import { DateTime, Duration, Effect, Fiber, Option, Redacted, Result } from "effect"
import { TestClock } from "effect/testing"
import { account, at, cardChanged, entry, newEvent, owner, secret, uuid, webhook } from "../fixtures.ts"
import type { StorageTarget } from "./Ports.ts"
import { claimRequest, delivered, failed, insertWebhook, publish, publishEvents } from "./seed.ts"
import { storageTest } from "./storageTest.ts"

const numbersIn = (batch: Batch | undefined): ReadonlyArray<number> =>
  (batch?.events ?? []).map(({ event }) => Number.parseInt(event.id.slice(-12), 16))

const lanesIn = (batches: ReadonlyArray<Batch>): ReadonlyArray<string> => batches.map(({ lease }) => lease.webhookId)

const claim = Effect.fnUntraced(function* (change: Partial<typeof claimRequest> = {}) {
  return yield* (yield* DeliveryQueue).claim({ ...claimRequest, ...change })
})

const claimOne = Effect.map(claim(), ([batch]) => batch)

const settle = Effect.fnUntraced(function* (...outcomes: ReadonlyArray<Outcome>) {
  return yield* (yield* DeliveryQueue).settle(outcomes)
})

const nextDue = Effect.flatMap(DeliveryQueue, (queue) =>
  Effect.map(queue.nextDue, (due) => Option.getOrUndefined(Option.map(due, Duration.toMillis)))
)

const fatesOf = Effect.fnUntraced(function* (number: number, of = account()) {
  const fates = yield* (yield* DeliveryQueue).fates(of, EventId.make(uuid(number)))
  return Option.getOrThrow(fates).webhooks
})

const fateOf = (number: number) => Effect.map(fatesOf(number), ([fate]) => fate!)

const setStatus = Effect.fnUntraced(function* (
  { id, owner: of }: Webhook,
  status: Webhook["status"],
  held: Duration.Input = "24 hours"
) {
  const now = yield* DateTime.now
  return yield* (yield* WebhookStore).change({ owner: of, id }, (found) => {
    const { heldUntil: _, ...rest } = found
    const heldUntil = DateTime.addDuration(now, held)
    const changed = new Webhook(status === "enabled" ? { ...rest, status } : { ...rest, status, heldUntil })
    return Result.succeed({ webhook: changed, entry: entry(Math.floor(0x500000 + changedCount++), { owner: of }) })
  })
})
let changedCount = 0

/** All of a batch's events get one verdict. */
const withVerdict = (outcome: Outcome, verdict: Verdict): Outcome => ({
  ...outcome,
  events: outcome.events.map(({ id }) => ({ id, verdict }))
})

export const deliveryQueueSuite = (target: StorageTarget): void => {
  describe(`DeliveryQueue: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "has nothing to claim and nothing due when nothing waits",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        assert.deepStrictEqual(yield* claim(), [])
        assert.strictEqual(yield* nextDue, undefined)
      })
    )

    test(
      "gives everything a request needs, with the events in the order they were accepted",
      Effect.gen(function* () {
        yield* TestClock.adjust("1 hour")
        const service = yield* insertWebhook(
          webhook(1, { owner: owner("service", account(1, true)) }),
          secret("whsec_eA==")
        )
        yield* publish([5, 6], account(1, true))
        yield* publish([3], account(1, true))
        assert.strictEqual(yield* nextDue, 0)
        const batch = (yield* claimOne)!
        assert.deepStrictEqual(batch.lease.owner, service.owner)
        assert.strictEqual(batch.lease.webhookId, service.id)
        assert.strictEqual(batch.url, service.url)
        assert.strictEqual(Redacted.value(batch.secret), "whsec_eA==")
        assert.strictEqual(batch.failures, 0)
        assert.strictEqual(batch.batchSize, largestBatch)
        assert.strictEqual(batch.claimedAt, 3_600_000)
        assert.deepStrictEqual(numbersIn(batch), [5, 6, 3])
        const { id: _id, timeGiven: _given, ...rest } = newEvent(5)
        const event = { ...rest, id: EventId.make(uuid(5)), idempotencyKey: uuid(5), test: false }
        assert.deepStrictEqual(batch.events[0], { event, attempts: 0 })
      })
    )

    test(
      "keeps one request per lane in flight, and gathers what comes meanwhile",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        const first = (yield* claimOne)!
        yield* publish([2, 3])
        assert.deepStrictEqual(yield* claim(), [])
        yield* settle(delivered(first, 900))
        assert.deepStrictEqual(numbersIn(yield* claimOne), [2, 3])
      })
    )

    test(
      "is due again at once for what arrived between claim and settle",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        const first = (yield* claimOne)!
        yield* publish([2])
        yield* settle(delivered(first, 900))
        assert.strictEqual(yield* nextDue, 0)
        yield* settle(delivered((yield* claimOne)!, 901))
        assert.strictEqual(yield* nextDue, undefined)
      })
    )

    test(
      "claims the lane that has been due for longest first, and as many as wanted",
      Effect.gen(function* () {
        for (const number of [1, 2, 3]) {
          yield* insertWebhook(webhook(number, { owner: owner(undefined, account(number)) }))
        }
        for (const number of [2, 3, 1]) {
          yield* publish([number], account(number))
          yield* TestClock.adjust("1 second")
        }
        assert.deepStrictEqual(lanesIn(yield* claim({ lanes: 2 })), [uuid(2), uuid(3)])
        assert.deepStrictEqual(lanesIn(yield* claim({ lanes: 2 })), [uuid(1)])
      })
    )

    test(
      "caps a batch by count and by bytes, and takes one event whatever its size",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        const large = (number: number) => newEvent(number, { payload: JSON.stringify({ text: "я".repeat(500) }) })
        yield* publishEvents([1, 2, 3, 4].map(large))
        const byBytes = (yield* claim({ bytesPerLane: 2100 }))[0]!
        assert.deepStrictEqual(numbersIn(byBytes), [1, 2])
        yield* settle(delivered(byBytes, 900))
        const alone = (yield* claim({ bytesPerLane: 10 }))[0]!
        assert.deepStrictEqual(numbersIn(alone), [3])
        yield* settle(delivered(alone, 901))
        yield* publish([5, 6])
        assert.deepStrictEqual(numbersIn((yield* claim({ eventsPerLane: 2 }))[0]), [4, 5])
      })
    )

    test(
      "gives batches of more events than it reads at a time",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        const numbers = Array.from({ length: 300 }, (_, index) => index + 1)
        yield* publish(numbers)
        const batch = (yield* claim({ eventsPerLane: 250 }))[0]!
        assert.deepStrictEqual(numbersIn(batch), numbers.slice(0, 250))
      })
    )

    test(
      "gives a batch no larger than the lane's size, which settling sets",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1, 2, 3, 4, 5])
        const first = (yield* claimOne)!
        yield* settle(failed(first, 900))
        yield* TestClock.adjust("10 seconds")
        const second = (yield* claimOne)!
        assert.deepStrictEqual([second.batchSize, numbersIn(second)], [2, [1, 2]])
        yield* settle({ ...delivered(second, 901), batchSize: 3 })
        assert.deepStrictEqual(numbersIn(yield* claimOne), [3, 4, 5])
      })
    )

    test(
      "waits as told after a failure, for the lane and for what it carried",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1, 3, 4, 5])
        const first = (yield* claimOne)!
        const [lane] = yield* settle(failed(first, 900, "10 seconds"))
        assert.deepStrictEqual(lane, { failures: 1, failingFor: Duration.zero })
        yield* publish([2])
        assert.strictEqual(yield* nextDue, 10_000, "a lane that backs off collects its events")
        yield* TestClock.adjust(9_999)
        assert.deepStrictEqual(yield* claim(), [])
        yield* TestClock.adjust(1)
        const second = (yield* claimOne)!
        assert.deepStrictEqual(second.failures, 1)
        assert.deepStrictEqual(
          second.events.map(({ attempts, event }) => [event.id, attempts]),
          [
            [uuid(2), 0],
            [uuid(1), 1]
          ],
          "fewest attempts first"
        )
      })
    )

    test(
      "lets an event wait longer than its lane",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        const first = failed((yield* claimOne)!, 900, "10 seconds")
        yield* settle(withVerdict(first, { _tag: "Retry", wait: Duration.seconds(40) }))
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(yield* claim(), [])
        assert.strictEqual(yield* nextDue, 30_000)
        yield* publish([2])
        assert.strictEqual(yield* nextDue, 0, "a new event is due although an older one waits")
        const second = (yield* claimOne)!
        assert.deepStrictEqual(numbersIn(second), [2])
        yield* settle(delivered(second, 901))
        yield* TestClock.adjust("30 seconds")
        assert.deepStrictEqual(numbersIn(yield* claimOne), [1])
      })
    )

    test(
      "tells for how long a lane has failed, from its first failure to its next success",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        for (const [index, seconds] of [0, 10, 20].entries()) {
          yield* TestClock.adjust(Duration.seconds(seconds))
          const batch = (yield* claimOne)!
          const [lane] = yield* settle(failed(batch, 900 + index, "10 seconds"))
          assert.deepStrictEqual(lane, {
            failures: index + 1,
            failingFor: Duration.seconds([0, 10, 30][index]!)
          })
        }
        yield* TestClock.adjust("10 seconds")
        const [healthy] = yield* settle(delivered((yield* claimOne)!, 910))
        assert.deepStrictEqual(healthy, { failures: 0, failingFor: Duration.zero })
      })
    )

    test(
      "forgets events that were delivered or dropped, and remembers their fate",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        assert.deepStrictEqual(yield* fateOf(1), {
          webhookId: webhook(1).id,
          fate: "pending",
          attempts: 0,
          nextAttemptAt: at(0)
        })
        yield* settle(failed((yield* claimOne)!, 900, "10 seconds"))
        assert.deepStrictEqual((yield* fateOf(1)).nextAttemptAt, at(10_000))
        yield* TestClock.adjust("10 seconds")
        yield* settle(delivered((yield* claimOne)!, 901))
        assert.deepStrictEqual(yield* fateOf(1), { webhookId: webhook(1).id, fate: "delivered", attempts: 2 })

        yield* publish([2])
        yield* settle(withVerdict(failed((yield* claimOne)!, 902), { _tag: "Dropped" }))
        assert.deepStrictEqual(yield* fateOf(2), {
          webhookId: webhook(1).id,
          fate: "dropped",
          attempts: 1,
          dropReason: "attemptsSpent"
        })
        assert.strictEqual(yield* nextDue, undefined)
      })
    )

    test(
      "settles the lanes of one write independently",
      Effect.gen(function* () {
        for (const number of [1, 2]) yield* insertWebhook(webhook(number))
        yield* publish([5])
        const [first, second] = yield* claim()
        const lanes = yield* settle(delivered(first!, 900), failed(second!, 901))
        assert.deepStrictEqual(
          lanes.map((lane) => lane?.failures),
          [0, 1]
        )
        assert.deepStrictEqual(
          (yield* fatesOf(5)).map(({ fate }) => fate),
          ["delivered", "pending"]
        )
      })
    )

    test(
      "gives a lane to another dispatcher when its lease has run out",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        const first = (yield* claimOne)!
        assert.strictEqual(yield* nextDue, 30_000)
        yield* TestClock.adjust(29_999)
        assert.deepStrictEqual(yield* claim(), [])
        yield* TestClock.adjust(1)
        const second = (yield* claimOne)!
        assert.deepStrictEqual(numbersIn(second), [1])
        assert.isAbove(second.lease.fence, first.lease.fence)
      })
    )

    test(
      "does not let an outcome that comes too late undo its successor's",
      Effect.gen(function* () {
        const log = yield* DeliveryQueue
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        const stalled = (yield* claimOne)!
        yield* TestClock.adjust("30 seconds")
        const successor = (yield* claimOne)!
        assert.deepStrictEqual(yield* settle(withVerdict(failed(stalled, 900), { _tag: "Dropped" })), [undefined])
        assert.deepStrictEqual((yield* fateOf(1)).fate, "pending")
        assert.deepStrictEqual(yield* claim(), [], "the successor still holds the lane")
        assert.deepStrictEqual((yield* settle(delivered(successor, 901)))[0]?.failures, 0)
        assert.deepStrictEqual(yield* settle(failed(stalled, 902)), [undefined])
        assert.deepStrictEqual(yield* fateOf(1), { webhookId: webhook(1).id, fate: "delivered", attempts: 1 })
        assert.strictEqual(Option.getOrUndefined(yield* log.nextDue), undefined)
      })
    )

    test(
      "accepts an outcome after the lease while nobody else has the lane",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        const batch = (yield* claimOne)!
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual((yield* settle(delivered(batch, 900)))[0]?.failures, 0)
        assert.strictEqual((yield* fateOf(1)).fate, "delivered")
      })
    )

    test(
      "takes lanes back unsent, due at once and with no attempt counted",
      Effect.gen(function* () {
        const queue = yield* DeliveryQueue
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        const batch = (yield* claimOne)!
        yield* queue.release([batch.lease])
        assert.strictEqual(yield* nextDue, 0)
        const again = (yield* claimOne)!
        assert.deepStrictEqual(again.events[0]!.attempts, 0)
        yield* queue.release([batch.lease])
        assert.deepStrictEqual(yield* claim(), [], "an old lease gives nothing back")
      })
    )

    test(
      "holds what is pending while the webhook is disabled, and sends it when it is enabled again",
      Effect.gen(function* () {
        const stopped = yield* insertWebhook(webhook(1))
        yield* publish([1, 2])
        yield* setStatus(stopped, "disabled")
        assert.deepStrictEqual(yield* claim(), [])
        const heldUntil = at(24 * 3_600_000)
        assert.deepStrictEqual(yield* fateOf(1), { webhookId: stopped.id, fate: "held", attempts: 0, heldUntil })
        assert.strictEqual((yield* publish([3]))[0]!.deliveries, 0, "events that happen meanwhile are not for it")
        yield* TestClock.adjust("23 hours")
        assert.deepStrictEqual(yield* claim(), [])
        yield* setStatus(stopped, "enabled")
        assert.strictEqual(yield* nextDue, 0)
        assert.deepStrictEqual(numbersIn(yield* claimOne), [1, 2])
      })
    )

    test(
      "drops what was held for too long, bit by bit",
      Effect.gen(function* () {
        const stopped = yield* insertWebhook(webhook(1))
        yield* publish(Array.from({ length: 2500 }, (_, index) => index + 1))
        yield* setStatus(stopped, "disabled")
        assert.strictEqual(yield* nextDue, 24 * 3_600_000)
        yield* TestClock.adjust("24 hours")
        assert.deepStrictEqual(yield* fateOf(1), {
          webhookId: stopped.id,
          fate: "dropped",
          attempts: 0,
          dropReason: "heldTooLong"
        })
        let claims = 0
        while ((yield* nextDue) === 0) {
          assert.deepStrictEqual(yield* claim(), [])
          claims++
        }
        assert.isAbove(claims, 1)
        yield* setStatus(stopped, "enabled")
        assert.deepStrictEqual(yield* claim(), [])
        assert.deepStrictEqual((yield* fateOf(2500)).dropReason, "heldTooLong")
      })
    )

    test(
      "starts afresh when a webhook is enabled again",
      Effect.gen(function* () {
        const failing = yield* insertWebhook(webhook(1))
        yield* publish([1, 2, 3])
        yield* settle(failed((yield* claimOne)!, 900, "15 minutes"))
        yield* setStatus(failing, "unreachable")
        yield* TestClock.adjust("20 minutes")
        yield* setStatus(failing, "enabled")
        const batch = (yield* claimOne)!
        assert.deepStrictEqual([batch.failures, batch.batchSize], [0, largestBatch])
        const [lane] = yield* settle(failed(batch, 901))
        assert.deepStrictEqual(lane!.failingFor, Duration.zero)
      })
    )

    test(
      "does not send twice at once when a webhook is disabled and enabled during a request",
      Effect.gen(function* () {
        const toggled = yield* insertWebhook(webhook(1))
        yield* publish([1])
        const batch = (yield* claimOne)!
        yield* setStatus(toggled, "disabled")
        yield* setStatus(toggled, "enabled")
        assert.deepStrictEqual(yield* claim(), [])
        yield* settle(delivered(batch, 900))
        assert.strictEqual((yield* fateOf(1)).fate, "delivered")
        assert.strictEqual(yield* nextDue, undefined)
      })
    )

    test(
      "settles a request that was in flight when its webhook was disabled, and holds what failed",
      Effect.gen(function* () {
        const stopped = yield* insertWebhook(webhook(1))
        yield* publish([1])
        const batch = (yield* claimOne)!
        yield* setStatus(stopped, "disabled")
        yield* settle(failed(batch, 900))
        assert.deepStrictEqual([(yield* fateOf(1)).fate, (yield* fateOf(1)).attempts], ["held", 1])
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual(yield* claim(), [])
      })
    )

    test(
      "drops what waits for a webhook that is deleted",
      Effect.gen(function* () {
        const store = yield* WebhookStore
        const removed = yield* insertWebhook(webhook(1))
        yield* publish([1])
        const batch = (yield* claimOne)!
        yield* publish([2])
        yield* store.remove(removed, entry(60))
        assert.strictEqual((yield* fateOf(2)).dropReason, "webhookDeleted")
        assert.deepStrictEqual(yield* claim(), [])
        yield* settle(delivered(batch, 900))
        assert.strictEqual((yield* fateOf(1)).fate, "delivered", "it was on its way already")
        assert.deepStrictEqual(yield* claim(), [])
        assert.strictEqual(yield* nextDue, undefined)
        assert.deepStrictEqual(yield* fateOf(2), {
          webhookId: removed.id,
          fate: "dropped",
          attempts: 0,
          dropReason: "webhookDeleted"
        })
      })
    )

    test(
      "tells the fate at each webhook of the account, and nothing about other accounts' events",
      Effect.gen(function* () {
        const queue = yield* DeliveryQueue
        yield* insertWebhook(webhook(1))
        yield* insertWebhook(webhook(2, { owner: owner("service") }))
        yield* publish([5])
        assert.deepStrictEqual(
          (yield* fatesOf(5)).map(({ fate, webhookId }: EventFate) => [webhookId, fate]),
          [
            [uuid(1), "pending"],
            [uuid(2), "pending"]
          ]
        )
        assert.deepStrictEqual(yield* queue.fates(account(2), EventId.make(uuid(5))), Option.none())
        assert.deepStrictEqual(yield* queue.fates(account(1, true), EventId.make(uuid(5))), Option.none())
        assert.deepStrictEqual(yield* queue.fates(account(), EventId.make(uuid(6))), Option.none())
      })
    )

    test(
      "wakes whoever awaits work when something is published, enabled or given back",
      Effect.gen(function* () {
        const queue = yield* DeliveryQueue
        const store = yield* insertWebhook(webhook(1, { subscriptions: [cardChanged] }))
        const woken = (action: Effect.Effect<unknown, unknown, any>) =>
          Effect.gen(function* () {
            const waiting = yield* Effect.forkChild(queue.awaitWork)
            yield* Effect.yieldNow
            yield* action
            yield* Fiber.join(waiting)
          })
        yield* woken(publish([1]))
        const batch = (yield* claimOne)!
        yield* woken(queue.release([batch.lease]))
        yield* setStatus(store, "disabled")
        yield* woken(setStatus(store, "enabled"))
      }) as Effect.Effect<void, unknown, never>
    )

    test(
      "does not lose a wake-up that comes while nobody awaits one",
      Effect.gen(function* () {
        const queue = yield* DeliveryQueue
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        yield* queue.awaitWork
        assert.deepStrictEqual(numbersIn(yield* claimOne), [1])
      })
    )

    test(
      "loses nothing while publishing and delivering at the same time",
      Effect.gen(function* () {
        for (const number of [1, 2, 3]) yield* insertWebhook(webhook(number))
        const total = 300
        let number = 0
        let seen = 0
        const publisher = Effect.gen(function* () {
          while (number < total) {
            number += 1
            yield* publish([number])
            if (number % 7 === 0) yield* Effect.yieldNow
          }
        })
        const dispatcher = Effect.gen(function* () {
          let delivery = 0
          while (seen < total * 3) {
            const batches = yield* claim({ eventsPerLane: 10 })
            yield* Effect.yieldNow
            seen += batches.reduce((sum, { events }) => sum + events.length, 0)
            yield* settle(...batches.map((batch) => delivered(batch, 10_000 + delivery++)))
            if (batches.length === 0) yield* Effect.yieldNow
          }
        })
        yield* Effect.all([publisher, dispatcher], { concurrency: "unbounded" })
        for (const checked of [1, 150, total]) {
          assert.deepStrictEqual(
            (yield* fatesOf(checked)).map(({ fate }) => fate),
            ["delivered", "delivered", "delivered"]
          )
        }
        assert.strictEqual(seen, total * 3)
        assert.strictEqual(yield* nextDue, undefined)
      })
    )
  })
}
