/** How every `EventStore` shows events to their owners. */
import { assert, describe } from "@effect/vitest"
import {
  EventId,
  EventStore,
  largestPage,
  parseCursor,
  type TimePageRequest,
  toPage,
  WebhookId,
  WebhookStore
} from "@sellerkit/core"
import { DateTime, Effect, Option } from "effect"
import { account, at, cardChanged, entry, feedbackUpdated, newEvent, owner, uuid, webhook } from "../../fixtures.ts"
import { insertWebhook, publish, publishEvents } from "../seed.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { storageTest } from "../storageTest.ts"

const older = { limit: 100, direction: "older" } as const
const numberOf = ({ id }: { readonly id: string }): number => Number.parseInt(id.slice(-12), 16)

const cursorOf = (text: string) => ({ cursor: parseCursor(text)! })

export const eventPageSuite = (target: StorageTarget): void => {
  describe(`EventStore, pages: ${target.name}`, () => {
    const test = storageTest(target)

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
      "merges webhooks of which some have most of a page, and share it",
      Effect.gen(function* () {
        const events = yield* EventStore
        const both = [cardChanged, feedbackUpdated]
        for (const [index, subscriptions] of [[cardChanged], both, [feedbackUpdated], [feedbackUpdated]].entries()) {
          yield* insertWebhook(webhook(index + 1, { subscriptions }))
        }
        const total = 60
        // A run of one kind, a run of the other, then both kinds mixed.
        const isFeedback = (number: number) => (number > 20 && number <= 35) || (number > 35 && number % 7 === 0)
        const feedback = { scope: feedbackUpdated.scope, type: feedbackUpdated.event }
        for (let number = 1; number <= total; number++) {
          yield* publishEvents([newEvent(number, isFeedback(number) ? feedback : {})])
        }
        const all = Array.from({ length: total }, (_, index) => index + 1)
        const cursor = { time: 1041, id: uuid(41) }
        for (const limit of [7, 20, 45, 100]) {
          const find = (request: Omit<TimePageRequest, "limit">) =>
            Effect.map(events.find(owner(), {}, { limit, ...request }), (found) => found.map(numberOf))
          assert.deepStrictEqual(yield* find({ direction: "older" }), all.toReversed().slice(0, limit + 1))
          assert.deepStrictEqual(yield* find({ direction: "newer" }), all.slice(0, limit + 1))
          const before = all.slice(0, 40).toReversed()
          assert.deepStrictEqual(yield* find({ direction: "older", cursor }), before.slice(0, limit + 1))
          const ahead = all.slice(41, 50)
          assert.deepStrictEqual(yield* find({ direction: "newer", cursor, to: 1050 }), ahead.slice(0, limit + 1))
          const between = all.slice(9, 40).toReversed()
          assert.deepStrictEqual(yield* find({ direction: "older", cursor, from: 1010 }), between.slice(0, limit + 1))
        }
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
