/** What every `EventStore` does. */
import { assert, describe } from "@effect/vitest"
import {
  type Event,
  type EventFate,
  EventId,
  EventStore,
  HistoryEntryId,
  HistoryStore,
  IdempotencyConflict,
  largestPage,
  type NewEvent,
  toPage,
  type TimePageRequest,
  parseCursor,
  WebhookDisabled,
  WebhookId,
  WebhookNotFound,
  WebhookStore
} from "@sellerkit/core"
import { DateTime, Effect, Option } from "effect"
import { account, at, cardChanged, entry, feedbackUpdated, newEvent, owner, uuid, webhook } from "../fixtures.ts"
import type { StorageTarget } from "./StorageTarget.ts"
import { claim, fatesOf, lanesIn, nextDue, setStatus } from "./queueSteps.ts"
import { insertWebhook, publish, publishEvents } from "./seed.ts"
import { storageTest } from "./storageTest.ts"

const older = { limit: 100, direction: "older" } as const
const numberOf = ({ id }: { readonly id: string }): number => Number.parseInt(id.slice(-12), 16)

const cursorOf = (text: string) => ({ cursor: parseCursor(text)! })

const stored = (event: NewEvent, test = false): Event => {
  const { id, idempotencyKey = id, payload, scope, time, type } = event
  return { id, idempotencyKey, time, scope, type, test, payload }
}

export const eventStoreSuite = (target: StorageTarget): void => {
  describe(`EventStore: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "stores what somebody is subscribed to, with the very payload",
      Effect.gen(function* () {
        const events = yield* EventStore
        yield* insertWebhook(webhook(1))
        const payload = '{ "price": 19.90, "id": 12345678901234567890, "text": "Привет \\u0000 \\ud83d\\ude00 😀" }'
        const event = newEvent(5, { payload, idempotencyKey: "key-5", time: at(1_700_000_000_123), timeGiven: true })
        const results = yield* publishEvents([event, newEvent(6)])
        assert.deepStrictEqual(results, [
          { id: event.id, idempotencyKey: "key-5", deliveries: 1 },
          { id: EventId.make(uuid(6)), idempotencyKey: uuid(6), deliveries: 1 }
        ])
        assert.deepStrictEqual(yield* events.get(owner(), event.id), Option.some(stored(event)))
      })
    )

    test(
      "does not store what nobody is subscribed to",
      Effect.gen(function* () {
        const events = yield* EventStore
        yield* insertWebhook(webhook(1, { subscriptions: [feedbackUpdated] }))
        const removed = yield* insertWebhook(webhook(2, { status: "disabled" }))
        yield* (yield* WebhookStore).remove(removed, entry(60))
        yield* insertWebhook(webhook(3, { owner: owner(undefined, account(2)) }))
        const [result] = yield* publish([5])
        assert.strictEqual(result!.deliveries, 0)
        assert.deepStrictEqual(yield* events.find(owner(), {}, older), [])
        // Its key is free as well: a later call with another body is no conflict.
        yield* publishEvents([newEvent(6, { idempotencyKey: "free" })])
        yield* insertWebhook(webhook(4))
        const [later] = yield* publishEvents([newEvent(7, { idempotencyKey: "free", payload: '{"other":true}' })])
        assert.deepStrictEqual(later, { id: EventId.make(uuid(7)), idempotencyKey: "free", deliveries: 1 })
      })
    )

    for (const status of ["disabled", "serviceDisabled", "unreachable", "gone"] as const) {
      test(
        `stores what only a webhook that is ${status} is subscribed to, and drops it there at once`,
        Effect.gen(function* () {
          const events = yield* EventStore
          const disabled = yield* insertWebhook(webhook(1, { status }))
          yield* insertWebhook(webhook(2, { owner: owner("other"), subscriptions: [feedbackUpdated] }))
          const results = yield* publishEvents([newEvent(5, { idempotencyKey: "missed" })])
          assert.deepStrictEqual(results, [{ id: EventId.make(uuid(5)), idempotencyKey: "missed", deliveries: 0 }])
          assert.deepStrictEqual((yield* events.find(owner(), {}, older)).map(numberOf), [5])
          assert.deepStrictEqual((yield* events.find(owner(), { webhookId: disabled.id }, older)).map(numberOf), [5])
          assert.isTrue(Option.isSome(yield* events.get(owner(), EventId.make(uuid(5)))))
          assert.deepStrictEqual(yield* events.find(owner("other"), {}, older), [])
          const missed: EventFate = {
            webhookId: disabled.id,
            fate: "dropped",
            attempts: 0,
            dropReason: "webhookDisabled"
          }
          assert.deepStrictEqual(yield* fatesOf(5), [missed])
          assert.deepStrictEqual([yield* nextDue, yield* claim()], [undefined, []])
          yield* setStatus(disabled, "enabled")
          assert.deepStrictEqual([yield* nextDue, yield* claim()], [undefined, []])
          assert.deepStrictEqual(yield* fatesOf(5), [missed], "it is not sent later")
        })
      )
    }

    test(
      "sends to the enabled ones of an event's webhooks, and counts them alone",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1, { status: "disabled" }))
        yield* insertWebhook(webhook(2))
        yield* insertWebhook(webhook(3, { owner: owner("service"), status: "serviceDisabled" }))
        yield* insertWebhook(webhook(4, { owner: owner("service") }))
        assert.strictEqual((yield* publish([5]))[0]!.deliveries, 2)
        assert.deepStrictEqual(
          (yield* fatesOf(5)).map(({ dropReason, fate, webhookId }) => [webhookId, fate, dropReason]),
          [
            [uuid(1), "dropped", "webhookDisabled"],
            [uuid(2), "pending", undefined],
            [uuid(3), "dropped", "webhookDisabled"],
            [uuid(4), "pending", undefined]
          ]
        )
        assert.sameMembers([...lanesIn(yield* claim())], [uuid(2), uuid(4)])
      })
    )

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
      "counts every subscribed webhook of the account, whoever owns it",
      Effect.gen(function* () {
        yield* insertWebhook(webhook(1))
        yield* insertWebhook(webhook(2))
        yield* insertWebhook(webhook(3, { owner: owner("service") }))
        yield* insertWebhook(webhook(4, { owner: owner("service", account(1, true)) }))
        const [live] = yield* publish([5])
        const [sandbox] = yield* publish([6], account(1, true))
        assert.deepStrictEqual([live!.deliveries, sandbox!.deliveries], [3, 1])
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

    test(
      "shows an owner the events of its own webhooks, each once",
      Effect.gen(function* () {
        const events = yield* EventStore
        yield* insertWebhook(webhook(1, { owner: owner("a") }))
        yield* insertWebhook(webhook(2, { owner: owner("a") }))
        yield* insertWebhook(webhook(3, { owner: owner("b"), subscriptions: [feedbackUpdated] }))
        yield* publish([5])
        yield* publishEvents([newEvent(6, { scope: feedbackUpdated.scope, type: feedbackUpdated.event })])
        assert.deepStrictEqual((yield* events.find(owner("a"), {}, older)).map(numberOf), [5])
        assert.deepStrictEqual((yield* events.find(owner("b"), {}, older)).map(numberOf), [6])
        assert.deepStrictEqual(yield* events.get(owner("b"), EventId.make(uuid(5))), Option.none())
        for (const stranger of [owner(), owner("a", account(2)), owner("a", account(1, true))]) {
          assert.deepStrictEqual(yield* events.find(stranger, {}, older), [])
          assert.deepStrictEqual(yield* events.get(stranger, EventId.make(uuid(5))), Option.none())
        }
      })
    )

    test(
      "filters by webhook, and has nothing for one that is missing or another owner's",
      Effect.gen(function* () {
        const events = yield* EventStore
        yield* insertWebhook(webhook(1))
        yield* publish([5])
        yield* insertWebhook(webhook(2))
        yield* insertWebhook(webhook(3, { owner: owner("other") }))
        yield* publish([6])
        const of = (number: number) => ({ webhookId: WebhookId.make(uuid(number)) })
        assert.deepStrictEqual((yield* events.find(owner(), of(1), older)).map(numberOf), [6, 5])
        assert.deepStrictEqual((yield* events.find(owner(), of(2), older)).map(numberOf), [6])
        assert.deepStrictEqual(yield* events.find(owner(), of(3), older), [])
        assert.deepStrictEqual(yield* events.find(owner(), of(99), older), [])
      })
    )

    test(
      "keeps the events of a deleted webhook in the history",
      Effect.gen(function* () {
        const events = yield* EventStore
        const removed = yield* insertWebhook(webhook(1))
        yield* publish([5])
        yield* (yield* WebhookStore).remove(removed, entry(60))
        assert.deepStrictEqual((yield* events.find(owner(), {}, older)).map(numberOf), [5])
        assert.isTrue(Option.isSome(yield* events.get(owner(), EventId.make(uuid(5)))))
        assert.strictEqual((yield* publish([6]))[0]!.deliveries, 0)
      })
    )

    test(
      "stores test events for one webhook alone, together with their entry",
      Effect.gen(function* () {
        const events = yield* EventStore
        const history = yield* HistoryStore
        const tested = yield* insertWebhook(webhook(1, { subscriptions: [feedbackUpdated] }))
        yield* insertWebhook(webhook(2))
        yield* events.appendTest(tested, [newEvent(5), newEvent(6)], entry(60))
        assert.deepStrictEqual(
          yield* events.find(owner(), { webhookId: tested.id }, older),
          [newEvent(6), newEvent(5)].map((event) => stored(event, true))
        )
        assert.deepStrictEqual(yield* events.find(owner(), { webhookId: WebhookId.make(uuid(2)) }, older), [])
        assert.isTrue(Option.isSome(yield* history.get(owner(), HistoryEntryId.make(uuid(60)))))

        const missing = { owner: owner("other"), id: tested.id }
        const error = yield* Effect.flip(
          events.appendTest(missing, [newEvent(7)], entry(61, { owner: owner("other") }))
        )
        assert.instanceOf(error, WebhookNotFound)
        assert.deepStrictEqual(yield* history.get(owner("other"), HistoryEntryId.make(uuid(61))), Option.none())

        const disabled = yield* insertWebhook(webhook(3, { status: "disabled" }))
        assert.instanceOf(yield* Effect.flip(events.appendTest(disabled, [newEvent(8)], entry(62))), WebhookDisabled)
        assert.deepStrictEqual(yield* events.find(owner(), { webhookId: disabled.id }, older), [])
        assert.deepStrictEqual(yield* history.get(owner(), HistoryEntryId.make(uuid(62))), Option.none())
      })
    )

    test(
      "pages the same way forward and back, with equal times and new events arriving",
      Effect.gen(function* () {
        const events = yield* EventStore
        yield* insertWebhook(webhook(1))
        yield* insertWebhook(webhook(2))
        const total = 23
        for (let number = 1; number <= total; number++) {
          yield* publishEvents([newEvent(number, { time: at(1000 + Math.floor(number / 4)) })])
        }
        const page = Effect.fnUntraced(function* (request: TimePageRequest) {
          const found = yield* events.find(owner(), {}, request)
          return toPage(request, found, ({ id, time }) => ({ id, time: DateTime.toEpochMillis(time) }))
        })
        const forward: Array<ReadonlyArray<number>> = []
        let current = yield* page({ limit: 5, direction: "older" })
        for (;;) {
          forward.push(current.items.map(numberOf))
          yield* publishEvents([newEvent(200 + forward.length, { time: at(5000 + forward.length) })])
          if (current.next === "") break
          current = yield* page({ limit: 5, direction: "older", ...cursorOf(current.next) })
        }
        const all = Array.from({ length: total }, (_, index) => total - index)
        assert.deepStrictEqual(forward.flat(), all)

        const back: Array<ReadonlyArray<number>> = []
        while (back.length < forward.length) {
          back.unshift(current.items.map(numberOf))
          if (back.length === forward.length) break
          current = yield* page({ limit: 5, direction: "newer", ...cursorOf(current.prev) })
        }
        assert.deepStrictEqual(back, forward)
      })
    )

    test(
      "gives no more events than a page holds of large payloads, and one more when there are more",
      Effect.gen(function* () {
        const events = yield* EventStore
        yield* insertWebhook(webhook(1))
        // A page holds four of them, in characters of two bytes.
        const payload = JSON.stringify({ text: "ж".repeat((largestPage / 4 - 11) / 2) })
        yield* publishEvents([1, 2, 3, 4, 5, 6, 7].map((number) => newEvent(number, { payload })))
        assert.deepStrictEqual((yield* events.find(owner(), {}, older)).map(numberOf), [7, 6, 5, 4, 3])
        const newer = { limit: 3, direction: "newer" } as const
        assert.deepStrictEqual((yield* events.find(owner(), {}, newer)).map(numberOf), [1, 2, 3, 4])
        const cursor = { time: 1003, id: uuid(3) }
        assert.deepStrictEqual((yield* events.find(owner(), {}, { ...older, cursor })).map(numberOf), [2, 1])
        const huge = JSON.stringify({ text: "x".repeat(2 * largestPage) })
        yield* publishEvents([newEvent(8, { payload: huge }), newEvent(9)])
        const atHuge = { ...older, cursor: { time: 1009, id: uuid(9) } }
        assert.deepStrictEqual((yield* events.find(owner(), {}, atHuge)).map(numberOf), [8, 7], "one is always given")
      })
    )
  })
}
