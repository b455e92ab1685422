/** What every `EventStore` makes of idempotency keys. */
import { assert, describe } from "@effect/vitest"
import { EventId, EventStore, IdempotencyConflict, type NewEvent } from "@sellerkit/core"
import { Effect } from "effect"
import { account, at, cardChanged, feedbackUpdated, newEvent, owner, uuid, webhook } from "../../fixtures.ts"
import { nextDue, setStatus } from "../queue/queueSteps.ts"
import { insertWebhook, publish, publishEvents } from "../seed.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { storageTest } from "../storageTest.ts"

const older = { limit: 100, direction: "older" } as const
const numberOf = ({ id }: { readonly id: string }): number => Number.parseInt(id.slice(-12), 16)

export const eventKeySuite = (target: StorageTarget): void => {
  describe(`EventStore, idempotency keys: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "gives the first result again for a key whose event no enabled webhook got",
      Effect.gen(function* () {
        const events = yield* EventStore
        const disabled = yield* insertWebhook(webhook(1, { status: "disabled" }))
        const first = newEvent(5, { idempotencyKey: "missed" })
        const results = yield* publishEvents([first])
        assert.strictEqual(results[0]!.deliveries, 0)
        yield* setStatus(disabled, "enabled")
        assert.deepStrictEqual(yield* publishEvents([{ ...first, id: EventId.make(uuid(6)) }]), results)
        assert.deepStrictEqual((yield* events.find(owner(), {}, older)).map(numberOf), [5])
        assert.strictEqual(yield* nextDue, undefined)
        const other = newEvent(7, { idempotencyKey: "missed", payload: "{}" })
        assert.instanceOf(yield* Effect.flip(publishEvents([other])), IdempotencyConflict)
        yield* setStatus(disabled, "disabled")
        const [counted] = yield* publishEvents([newEvent(8, { idempotencyKey: "one" })])
        yield* insertWebhook(webhook(2))
        assert.deepStrictEqual(yield* publishEvents([newEvent(9, { ...newEvent(8), idempotencyKey: "one" })]), [
          counted!
        ])
      })
    )

    test(
      "gives the first result again for the same key and content, and stores nothing",
      Effect.gen(function* () {
        const events = yield* EventStore
        yield* insertWebhook(webhook(1))
        const first = newEvent(5, { idempotencyKey: "same" })
        const repeated = { ...first, id: EventId.make(uuid(6)), time: at(9_000_000) }
        const [result] = yield* publishEvents([first])
        yield* insertWebhook(webhook(2))
        assert.deepStrictEqual(yield* publishEvents([repeated]), [result!])
        assert.deepStrictEqual((yield* events.find(owner(), {}, older)).map(numberOf), [5])
        assert.strictEqual(result!.deliveries, 1)
      })
    )

    test(
      "takes the id of an event that came without a key for its key",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        const [result] = yield* publish([5])
        const again = newEvent(6, { idempotencyKey: result!.idempotencyKey, payload: newEvent(5).payload })
        assert.deepStrictEqual(yield* publishEvents([again]), [result!])
        const other = newEvent(7, { idempotencyKey: result!.idempotencyKey, payload: "{}" })
        assert.instanceOf(yield* Effect.flip(publishEvents([other])), IdempotencyConflict)
      })
    )

    test(
      "takes an event without a key for a new one, whatever keys others have",
      Effect.gen(function* () {
        const events = yield* EventStore
        yield* insertWebhook(webhook(1))
        const first = newEvent(5, { idempotencyKey: uuid(6) })
        const [result] = yield* publishEvents([first])
        assert.deepStrictEqual(yield* publish([6]), [
          { id: EventId.make(uuid(6)), idempotencyKey: uuid(6), deliveries: 1 }
        ])
        assert.deepStrictEqual((yield* events.find(owner(), {}, older)).map(numberOf), [6, 5])
        const again = { ...first, id: EventId.make(uuid(7)) }
        assert.deepStrictEqual(yield* publishEvents([again]), [result!], "a key that was given goes before an id")
        const other = newEvent(8, { idempotencyKey: uuid(6), payload: newEvent(6).payload })
        assert.instanceOf(yield* Effect.flip(publishEvents([other])), IdempotencyConflict)
      })
    )

    test(
      "refuses the whole call when a key belongs to another content",
      Effect.gen(function* () {
        const events = yield* EventStore
        yield* insertWebhook(webhook(1, { subscriptions: [cardChanged, feedbackUpdated] }))
        const first = newEvent(5, { idempotencyKey: "same", timeGiven: true })
        yield* publishEvents([first])
        const changes: ReadonlyArray<Partial<NewEvent>> = [
          { payload: '{"other":1}' },
          { type: feedbackUpdated.event, scope: feedbackUpdated.scope },
          { time: at(1) }
        ]
        for (const [index, change] of changes.entries()) {
          const conflicting = { ...first, id: EventId.make(uuid(20 + index)), ...change }
          const error = yield* Effect.flip(publishEvents([newEvent(10), conflicting]))
          assert.deepStrictEqual(error, new IdempotencyConflict({ index: 1, idempotencyKey: "same" }))
        }
        assert.deepStrictEqual((yield* events.find(owner(), {}, older)).map(numberOf), [5])
      })
    )

    test(
      "applies the same rules to events of one call",
      Effect.gen(function* () {
        const events = yield* EventStore
        yield* insertWebhook(webhook(1))
        const first = newEvent(5, { idempotencyKey: "same" })
        const twin = { ...first, id: EventId.make(uuid(6)) }
        const results = yield* publishEvents([first, twin])
        assert.deepStrictEqual(results[1], results[0])
        assert.deepStrictEqual((yield* events.find(owner(), {}, older)).map(numberOf), [5])
        const conflict = yield* Effect.flip(
          publishEvents([
            newEvent(7, { idempotencyKey: "again" }),
            newEvent(8, { idempotencyKey: "again", payload: "{}" })
          ])
        )
        assert.deepStrictEqual(conflict, new IdempotencyConflict({ index: 1, idempotencyKey: "again" }))
        assert.deepStrictEqual((yield* events.find(owner(), {}, older)).map(numberOf), [5])
      })
    )

    test(
      "keeps the keys of accounts apart",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* insertWebhook(webhook(2, { owner: owner(undefined, account(2)) }))
        yield* insertWebhook(webhook(3, { owner: owner(undefined, account(1, true)) }))
        yield* publishEvents([newEvent(5, { idempotencyKey: "same" })])
        const [second] = yield* publishEvents([newEvent(6, { idempotencyKey: "same", payload: "{}" })], account(2))
        const [third] = yield* publishEvents([newEvent(7, { idempotencyKey: "same", payload: "{}" })], account(1, true))
        assert.deepStrictEqual([second!.id, third!.id], [uuid(6), uuid(7)])
      })
    )

    test(
      "takes concurrent calls with one key for one event",
      Effect.gen(function* () {
        const events = yield* EventStore
        yield* insertWebhook(webhook(1))
        const calls = Array.from({ length: 20 }, (_, index) =>
          publishEvents([newEvent(100 + index, { idempotencyKey: "race", payload: "{}" })])
        )
        const results = yield* Effect.all(calls, { concurrency: "unbounded" })
        assert.strictEqual(new Set(results.map(([result]) => result!.id)).size, 1)
        assert.strictEqual((yield* events.find(owner(), {}, older)).length, 1)
      })
    )
  })
}
