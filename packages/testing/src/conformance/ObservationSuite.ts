/** What every driver says of itself: metrics, and what a dispatcher needs to tell how long events waited and where from. */
import { assert, describe } from "@effect/vitest"
import { DeliveryQueue, DropReason, EventStore, Metrics, ResendId, ResendStore, WebhookStore } from "@sellerkit/core"
import { Effect, Metric } from "effect"
import { TestClock } from "effect/testing"
import { at, entry, newEvent, uuid, webhook } from "../fixtures.ts"
import type { StorageTarget } from "./StorageTarget.ts"
import { claim, claimOne, setStatus, settle } from "./queue/queueSteps.ts"
import { delivered, failed, insertWebhook, publish, publishEvents } from "./seed.ts"
import { storageTest } from "./storageTest.ts"

const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

/** How many events were dropped, by reason. */
const dropped = Effect.forEach(DropReason.literals, (reason) =>
  Effect.map(Metric.value(Metrics.eventsDropped(reason)), ({ count }) => [reason, count] as const)
).pipe(Effect.map((counts) => Object.fromEntries(counts.filter(([, count]) => count > 0))))

const calls = (operation: string) => Effect.map(Metric.value(Metrics.storageDuration(operation)), ({ count }) => count)

const waits = Effect.map(claimOne, (batch) => batch!.events.map(({ waitingSince }) => waitingSince))

export const observationSuite = (target: StorageTarget): void => {
  describe(`Observation: ${target.name}`, () => {
    const plainTest = storageTest(target)
    /** A test with metrics of its own. */
    const test: typeof plainTest = (title, body) =>
      plainTest(title, Effect.provideService(body, Metric.MetricRegistry, new Map()))

    test(
      "times its calls",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        yield* publish([2])
        yield* settle(delivered((yield* claimOne)!, 900))
        yield* (yield* DeliveryQueue).backlog
        const counted = ["WebhookStore.insert", "EventStore.append", "DeliveryQueue.claim", "DeliveryQueue.settle"]
        assert.deepStrictEqual(yield* Effect.forEach([...counted, "DeliveryQueue.backlog"], calls), [1, 2, 1, 1, 1])
      })
    )

    test(
      "counts what it drops without a request, once for each webhook",
      Effect.gen(function* () {
        const missing = yield* insertWebhook(webhook(1, { status: "disabled" }))
        const stopped = yield* insertWebhook(webhook(2))
        const removed = yield* insertWebhook(webhook(3))
        yield* publish([1, 2])
        assert.deepStrictEqual(yield* dropped, { webhookDisabled: 2 })
        yield* publishEvents([newEvent(1, { idempotencyKey: uuid(1) })])
        assert.deepStrictEqual(yield* dropped, { webhookDisabled: 2 }, "what is known already is not dropped again")
        yield* setStatus(stopped, "disabled")
        yield* (yield* WebhookStore).remove(removed, entry(60))
        yield* claim()
        assert.deepStrictEqual(yield* dropped, { webhookDisabled: 2, webhookDeleted: 2 })
        yield* TestClock.adjust("24 hours")
        yield* claim()
        assert.deepStrictEqual(yield* dropped, { webhookDisabled: 2, webhookDeleted: 2, heldTooLong: 2 })
        assert.strictEqual(missing.enabled, false)
      })
    )

    test(
      "says since when an event waits: since it was accepted, whatever was tried",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* TestClock.adjust("5 seconds")
        yield* publish([1])
        yield* TestClock.adjust("5 seconds")
        yield* publish([2])
        const batch = (yield* claimOne)!
        assert.deepStrictEqual(
          batch.events.map(({ waitingSince }) => waitingSince),
          [5000, 10_000]
        )
        yield* settle(failed(batch, 900))
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(yield* waits, [5000])
      })
    )

    test(
      "says since when an event waits that is sent again: since it was put back",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* publish([1])
        yield* settle(delivered((yield* claimOne)!, 900))
        yield* TestClock.adjust("1 hour")
        const resends = yield* ResendStore
        yield* resends.insert(
          {
            id: ResendId.make(uuid(700)),
            owner: webhook(1).owner,
            webhookId: webhook(1).id,
            selection: { _tag: "Period", since: at(0), until: at(1_000_000), onlyFailed: false },
            eventsPerSecond: 100,
            createdAt: at(0)
          },
          entry(70)
        )
        yield* resends.step(1000)
        const batch = (yield* claimOne)!
        assert.strictEqual(batch.events[0]!.waitingSince, 3_600_000)
        yield* settle(failed(batch, 901))
        yield* TestClock.adjust("10 seconds")
        assert.deepStrictEqual(yield* waits, [3_600_000])
      })
    )

    test(
      "keeps where in a trace an event was published",
      Effect.gen(function* () {
        const tested = yield* insertWebhook(webhook(1))
        const keyed = { idempotencyKey: "key-1" }
        yield* publishEvents([newEvent(1, { ...keyed, traceparent }), newEvent(2)])
        const [again] = yield* publishEvents([newEvent(4, { ...keyed, payload: newEvent(1).payload })])
        assert.strictEqual(again!.id, newEvent(1).id, "it is no part of an event's content")
        const { owner } = tested
        yield* (yield* EventStore).appendTest({ owner, id: tested.id }, [newEvent(3, { traceparent })], entry(80))
        const { events } = (yield* claimOne)!
        assert.deepStrictEqual(
          events.map((event) => event.traceparent),
          // The test event goes first.
          [traceparent, traceparent, undefined]
        )
      })
    )
  })
}
