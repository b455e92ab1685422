/** Events that every `RecordStore` publishes along with a decision. */
import { assert, describe } from "@effect/vitest"
import {
  DeliveryQueue,
  EventId,
  EventStore,
  Lookup,
  Metrics,
  publish,
  put,
  type RecordEvent,
  Records
} from "@sellerkit/core"
import { Effect, Fiber, Metric, Option, Result } from "effect"
import { account, at, cardChanged, feedbackUpdated, newEvent, owner, uuid, webhook } from "../../fixtures.ts"
import { claim, claimOne, fatesOf, nextDue, numbersIn } from "../queue/queueSteps.ts"
import { campaign, campaigns, idsIn, write } from "./recordSteps.ts"
import { insertWebhook, publish as append } from "../seed.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { storageTest } from "../storageTest.ts"

const event = (number: number, change: Partial<RecordEvent> = {}): RecordEvent => {
  const { idempotencyKey: _, ...given } = newEvent(number)
  return { ...given, ...change }
}

const older = { limit: 100, direction: "older" } as const

const stored = Effect.flatMap(EventStore, (events) =>
  Effect.map(events.find(owner(), {}, older), (found) => found.map(({ id }) => Number.parseInt(id.slice(-12), 16)))
)

const dropped = Effect.map(Metric.value(Metrics.eventsDropped("webhookDisabled")), ({ count }) => count)

export const recordEventSuite = (target: StorageTarget): void => {
  describe(`Events of decisions on records: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "go to those that are subscribed, as if they were published alone",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* insertWebhook(webhook(2, { owner: owner("service"), subscriptions: [cardChanged, feedbackUpdated] }))
        yield* insertWebhook(webhook(3, { subscriptions: [feedbackUpdated] }))
        yield* insertWebhook(webhook(4, { owner: owner(undefined, account(2)) }))
        const payload = `{ "price": 19.90, "text": "Привет \\u0000 \\ud83d 😀" }`
        const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
        const { scope, type, ...given } = event(5, { payload, time: at(1_700_000_000_123), traceparent })
        yield* write([put(campaigns, campaign("a")), publish({ ...given, scope, type }), publish(event(6))])
        assert.deepStrictEqual(yield* idsIn(), ["a"])
        assert.deepStrictEqual(
          yield* (yield* EventStore).get(owner(), given.id),
          Option.some({ id: given.id, idempotencyKey: given.id, time: given.time, scope, type, test: false, payload })
        )
        assert.deepStrictEqual(
          (yield* fatesOf(5)).map(({ fate, webhookId }) => [webhookId, fate]),
          [
            [uuid(1), "pending"],
            [uuid(2), "pending"]
          ]
        )
        assert.strictEqual(yield* nextDue, 0)
        const batches = yield* claim()
        assert.deepStrictEqual(batches.map(numbersIn), [
          [5, 6],
          [5, 6]
        ])
        assert.strictEqual(batches[0]!.events[0]!.traceparent, traceparent)
      })
    )

    test(
      "wake whoever awaits work",
      Effect.gen(function* () {
        const queue = yield* DeliveryQueue
        yield* insertWebhook(webhook(1))
        const waiting = yield* Effect.forkChild(queue.awaitWork)
        yield* Effect.yieldNow
        yield* write([publish(event(1))])
        yield* Fiber.join(waiting)
        assert.deepStrictEqual(numbersIn(yield* claimOne), [1])
      })
    )

    test(
      "are not stored where nobody is subscribed, and dropped where a webhook is disabled",
      Effect.gen(function* () {
        yield* write([put(campaigns, campaign("a")), publish(event(1))])
        yield* insertWebhook(webhook(1, { status: "disabled" }))
        yield* write([publish(event(2)), publish(event(3))])
        assert.deepStrictEqual([yield* stored, yield* claim(), yield* dropped], [[3, 2], [], 2])
        assert.deepStrictEqual(
          (yield* fatesOf(3)).map(({ dropReason }) => dropReason),
          ["webhookDisabled"]
        )
      }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
    )

    test(
      "are published if and only if the decision is written",
      Effect.gen(function* () {
        const records = yield* Records
        yield* insertWebhook(webhook(1))
        const changes = [put(campaigns, campaign("a")), publish(event(1))]
        /** Only the first call writes. */
        const first = records.transact(account(), { found: Lookup.one(campaigns, ["a"]) }, ({ found }) =>
          Option.isSome(found) ? Result.fail("taken") : Result.succeed({ answer: "written", changes })
        )
        yield* Effect.exit(
          records.transact(account(), {}, () => {
            throw new Error(`a bug in a feature, behind ${changes.length} changes`)
          })
        )
        assert.deepStrictEqual([yield* stored, yield* claim()], [[], []])
        const results = yield* Effect.forEach([1, 2, 3], () => Effect.result(first), { concurrency: "unbounded" })
        assert.strictEqual(results.filter(Result.isSuccess).length, 1)
        assert.deepStrictEqual([yield* stored, numbersIn(yield* claimOne)], [[1], [1]])
      })
    )

    test(
      "come in the order of their decisions, among others",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* append([1])
        yield* write([publish(event(2)), publish(event(3))])
        yield* append([4])
        yield* write([publish(event(5))])
        assert.deepStrictEqual(numbersIn(yield* claimOne), [1, 2, 3, 4, 5])
        assert.isTrue(Option.isSome(yield* (yield* EventStore).get(owner(), EventId.make(uuid(5)))))
      })
    )
  })
}
