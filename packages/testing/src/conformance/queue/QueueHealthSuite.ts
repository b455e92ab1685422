/** What a `DeliveryQueue` says of its lanes, and what it tells the host. */
import { assert, describe } from "@effect/vitest"
import {
  DeliveryQueue,
  EventStore,
  type OperationalEvent,
  operationsOwner,
  operationsScope,
  type Outcome,
  WebhookStore
} from "@sellerkit/core"
import { Duration, Effect, Fiber, Option, Result } from "effect"
import { TestClock } from "effect/testing"
import { account, at, entry, owner, uuid, webhook } from "../../fixtures.ts"
import { claim, claimOne, deliveredFirst, laneOf, setStatus, settle, withVerdict } from "./queueSteps.ts"
import { delivered, failed, insertWebhook, publish } from "../seed.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { storageTest } from "../storageTest.ts"

const failing: OperationalEvent = {
  id: uuid(0x777),
  type: "webhook_failing",
  time: at(5000),
  owner: owner(),
  webhookId: webhook(1).id,
  waiting: 3,
  disabledAt: at(90_000)
}

/** The host's own webhook, which operational events go to. */
const subscribeHost = insertWebhook(
  webhook(99, {
    owner: operationsOwner,
    subscriptions: ["webhook_failing", "webhook_disabled"].map((event) => ({ scope: operationsScope, event }))
  })
)

const toldHost = Effect.gen(function* () {
  const found = yield* (yield* EventStore).find(operationsOwner, {}, { limit: 10, direction: "older" })
  return found.map(({ id, payload, scope, time, type }) => ({
    id: String(id),
    scope,
    type,
    time,
    payload: JSON.parse(payload)
  }))
})

const toldFailing = {
  id: failing.id,
  scope: "operations",
  type: "webhook_failing",
  time: at(5000),
  payload: {
    ...owner(),
    webhookId: failing.webhookId,
    waiting: 3,
    disabledAt: "1970-01-01T00:01:30.000Z"
  }
}

export const queueHealthSuite = (target: StorageTarget): void => {
  describe(`DeliveryQueue, health: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "shows a lane: since when it fails, until when it pauses, when it last succeeded, and what waits",
      Effect.gen(function* () {
        const one = yield* insertWebhook(webhook(1))
        yield* insertWebhook(webhook(2, { owner: owner("other") }))
        assert.deepStrictEqual(yield* laneOf(one), { webhookId: one.id, failures: 0, waiting: 0 })
        yield* TestClock.adjust("1 second")
        yield* publish([1, 2])
        yield* settle(failed((yield* claimOne)!, 900, "10 seconds"))
        yield* TestClock.adjust("10 seconds")
        yield* settle(failed((yield* claimOne)!, 901, "20 seconds"))
        const pausing = {
          webhookId: one.id,
          failures: 2,
          waiting: 2,
          failingSince: at(1000),
          waitUntil: at(31_000)
        }
        assert.deepStrictEqual(yield* laneOf(one), pausing)
        const other = webhook(2, { owner: owner("other") })
        const all = yield* (yield* DeliveryQueue).lanes([one, webhook(3), other])
        assert.sameMembers(
          all.map(({ webhookId }) => webhookId),
          [one.id, other.id]
        )
        assert.deepStrictEqual(
          yield* (yield* DeliveryQueue).lanes([{ owner: owner(undefined, account(2)), id: one.id }]),
          []
        )
        assert.deepStrictEqual(yield* (yield* DeliveryQueue).lanes([]), [])
        yield* TestClock.adjust("30 seconds")
        yield* settle(delivered((yield* claimOne)!, 910))
        const { lastSuccessAt, ...rest } = (yield* laneOf(one))!
        assert.deepStrictEqual(lastSuccessAt, at(41_000))
        assert.isUndefined(rest.failingSince)
      })
    )

    test(
      "tells when a request last succeeded, also after a hundred failures and when the webhook is enabled anew",
      Effect.gen(function* () {
        const one = yield* insertWebhook(webhook(1))
        yield* publish([1])
        const success = deliveredFirst((yield* claimOne)!, 900)
        yield* settle(success)
        yield* (yield* DeliveryQueue).release([success.lease])
        yield* publish([2])
        for (let attempt = 1; attempt <= 100; attempt++) {
          yield* TestClock.adjust("10 seconds")
          yield* settle(failed((yield* claimOne)!, 900 + attempt, "10 seconds"))
        }
        assert.deepStrictEqual((yield* laneOf(one))!.lastSuccessAt, success.delivery.time)
        yield* setStatus(one, "disabled")
        yield* setStatus(one, "enabled")
        const { failures, lastSuccessAt } = (yield* laneOf(one))!
        assert.deepStrictEqual([failures, lastSuccessAt], [0, success.delivery.time])
      })
    )

    test(
      "keeps that the operator was told, for how long, until a success or the webhook is enabled again",
      Effect.gen(function* () {
        const one = yield* insertWebhook(webhook(1))
        yield* publish([1])
        const first = (yield* claimOne)!
        assert.isFalse(first.announced)
        const quiet = yield* settle(failed(first, 900, "10 seconds"))
        assert.deepStrictEqual(quiet, [{ isLeased: false, announcedFor: undefined }])
        yield* TestClock.adjust("10 seconds")
        const told = yield* settle({ ...failed((yield* claimOne)!, 901, "20 seconds"), announced: true })
        assert.deepStrictEqual(told, [{ isLeased: false, announcedFor: Duration.zero }])
        assert.deepStrictEqual((yield* laneOf(one))!.announcedAt, at(10_000))
        yield* TestClock.adjust("20 seconds")
        const third = (yield* claimOne)!
        assert.isTrue(third.announced)
        const later = yield* settle(failed(third, 902, "10 seconds"))
        assert.deepStrictEqual(later, [{ isLeased: false, announcedFor: Duration.seconds(20) }])
        yield* setStatus(one, "disabled")
        yield* setStatus(one, "enabled")
        assert.isUndefined((yield* laneOf(one))!.announcedAt)
        yield* TestClock.adjust("1 hour")
        const fourth = (yield* claimOne)!
        assert.isFalse(fourth.announced)
        yield* settle({ ...failed(fourth, 903, "10 seconds"), announced: true })
        yield* TestClock.adjust("1 hour")
        const healed = yield* settle(delivered((yield* claimOne)!, 904))
        assert.deepStrictEqual(healed, [{ isLeased: false, announcedFor: undefined }])
      })
    )

    test(
      "wakes whoever awaits work when a settlement leaves something to claim",
      Effect.gen(function* () {
        const queue = yield* DeliveryQueue
        yield* insertWebhook(webhook(1))
        yield* subscribeHost
        yield* publish([1, 2])
        // What happened before may be told more than once, and later.
        const quiet = TestClock.withLive(
          Effect.repeat(Effect.timeoutOption(queue.awaitWork, "200 millis"), { while: Option.isSome })
        )
        const wakes = (outcome: Outcome) =>
          Effect.gen(function* () {
            yield* quiet
            const waiting = yield* Effect.forkChild(queue.awaitWork, { startImmediately: true })
            yield* settle(outcome)
            yield* Fiber.join(waiting)
          })
        yield* wakes(delivered((yield* claim({ eventsPerLane: 1 }))[0]!, 900))
        yield* wakes(failed((yield* claimOne)!, 901, "10 seconds"))
        yield* TestClock.adjust("10 seconds")
        const last = (yield* claimOne)!
        yield* wakes({ ...withVerdict(failed(last, 902), { _tag: "Dropped" }), announced: true, event: failing })
        assert.deepStrictEqual((yield* claimOne)?.lease.owner, operationsOwner)
      })
    )

    test(
      "tells the host with the outcome, in the same write, and nobody where the host does not listen",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        yield* settle({ ...failed((yield* claimOne)!, 900, "10 seconds"), announced: true, event: failing })
        assert.deepStrictEqual(yield* toldHost, [])
        yield* subscribeHost
        yield* TestClock.adjust("10 seconds")
        yield* settle({ ...failed((yield* claimOne)!, 901, "1 hour"), announced: true, event: failing })
        assert.deepStrictEqual(yield* toldHost, [toldFailing])
        const toHost = (yield* claimOne)!
        assert.deepStrictEqual(toHost.lease.owner, operationsOwner)
        yield* settle(delivered(toHost, 902))
      })
    )

    test(
      "tells the host nothing of an outcome that comes too late",
      Effect.gen(function* () {
        yield* subscribeHost
        const one = yield* insertWebhook(webhook(1))
        yield* publish([1])
        const stalled = (yield* claimOne)!
        yield* TestClock.adjust("31 seconds")
        const successor = (yield* claimOne)!
        assert.deepStrictEqual(yield* settle({ ...failed(stalled, 900), announced: true, event: failing }), [undefined])
        yield* setStatus(one, "disabled")
        yield* setStatus(one, "enabled")
        const forgiven = { ...failed(successor, 901), announced: true, event: failing }
        assert.deepStrictEqual(yield* settle(forgiven), [undefined])
        assert.deepStrictEqual(yield* toldHost, [])
      })
    )

    test(
      "tells the host of a change of a webhook, in the same write",
      Effect.gen(function* () {
        yield* subscribeHost
        const one = yield* insertWebhook(webhook(1))
        const event: OperationalEvent = {
          id: uuid(0x778),
          type: "webhook_disabled",
          time: at(1),
          owner: owner(),
          webhookId: one.id,
          waiting: 0,
          reason: "gone"
        }
        yield* (yield* WebhookStore).change({ owner: one.owner, id: one.id }, (found) =>
          Result.succeed({ webhook: found, entry: entry(700), event })
        )
        assert.deepStrictEqual(
          (yield* toldHost).map(({ payload, type }) => [type, payload]),
          [["webhook_disabled", { ...owner(), webhookId: one.id, waiting: 0, reason: "gone" }]]
        )
      })
    )

    test(
      "counts what waits, what pauses, and how long the longest due lane has been",
      Effect.gen(function* () {
        const queue = yield* DeliveryQueue
        assert.deepStrictEqual(yield* queue.backlog, { waiting: 0, overdueFor: Duration.zero, backingOff: 0 })
        yield* insertWebhook(webhook(1))
        yield* insertWebhook(webhook(2))
        yield* publish([1, 2])
        yield* TestClock.adjust("5 seconds")
        assert.deepStrictEqual(yield* queue.backlog, { waiting: 4, overdueFor: Duration.seconds(5), backingOff: 0 })
        yield* settle(failed((yield* claimOne)!, 900, "10 seconds"))
        assert.strictEqual((yield* queue.backlog).backingOff, 1)
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(yield* queue.backlog, { waiting: 4, overdueFor: Duration.zero, backingOff: 0 })
      })
    )
  })
}
