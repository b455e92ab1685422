/** What every `EventStore` stores, and for which webhooks. */
import { assert, describe } from "@effect/vitest"
import {
  DeliveryQueue,
  type Event,
  type EventFate,
  EventId,
  EventStore,
  IdempotencyConflict,
  type NewEvent,
  WebhookDisabled,
  WebhookId,
  WebhookNotFound,
  WebhookStore
} from "@sellerkit/core"
import { DateTime, Effect, Option } from "effect"
import { account, at, entry, feedbackUpdated, newEvent, owner, uuid, webhook } from "../../fixtures.ts"
import { claim, fatesOf, lanesIn, nextDue, setStatus, settle } from "../queue/queueSteps.ts"
import { delivered, insertWebhook, publish, publishEvents } from "../seed.ts"
import { entriesOf } from "../records/historySteps.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { storageTest } from "../storageTest.ts"

const older = { limit: 100, direction: "older" } as const
const numberOf = ({ id }: { readonly id: string }): number => Number.parseInt(id.slice(-12), 16)

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
      "gives payloads of several megabytes back as they came, and tells them apart to their end",
      Effect.gen(function* () {
        const events = yield* EventStore
        yield* insertWebhook(webhook(1))
        // Characters of two units, so that every cut of the text falls on one, and then characters of one to three bytes.
        const payload = JSON.stringify({ text: "😀".repeat(900_001), more: "жx€".repeat(400_000) })
        const event = newEvent(5, { payload, idempotencyKey: "long" })
        const results = yield* publishEvents([event, newEvent(6)])
        const found = yield* events.find(owner(), {}, older)
        assert.isTrue(found[1]!.payload === payload)
        assert.isTrue(Option.getOrThrow(yield* events.get(owner(), event.id)).payload === payload)
        const [batch] = yield* claim({ bytesPerLane: 100_000_000 })
        assert.isTrue(batch!.events[0]!.event.payload === payload)
        assert.deepStrictEqual(yield* publishEvents([{ ...event, id: EventId.make(uuid(7)) }]), [results[0]!])
        const other = { ...event, id: EventId.make(uuid(8)), payload: payload.replace('€"}', '$"}') }
        assert.instanceOf(yield* Effect.flip(publishEvents([other])), IdempotencyConflict)
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
        // Its key is free too: a later call with another body is no conflict.
        yield* publishEvents([newEvent(6, { idempotencyKey: "free" })])
        yield* insertWebhook(webhook(4))
        const [later] = yield* publishEvents([newEvent(7, { idempotencyKey: "free", payload: '{"other":true}' })])
        assert.deepStrictEqual(later, { id: EventId.make(uuid(7)), idempotencyKey: "free", deliveries: 1 })
      })
    )

    test(
      "tells scopes and types apart, whatever they are called",
      Effect.gen(function* () {
        const alike = [
          { scope: "orders", event: "eu placed" },
          { scope: "orders eu", event: "placed" }
        ]
        for (const [index, subscription] of alike.entries())
          yield* insertWebhook(webhook(index + 1, { subscriptions: [subscription] }))
        yield* publishEvents(alike.map(({ event, scope }, index) => newEvent(index + 1, { scope, type: event })))
        for (const [index, { event: type, scope }] of alike.entries()) {
          const event = Option.getOrThrow(yield* (yield* DeliveryQueue).fates(account(), EventId.make(uuid(index + 1))))
          assert.deepInclude(event, { scope, type })
          const fates = yield* fatesOf(index + 1)
          assert.deepStrictEqual(
            fates.map(({ webhookId }) => webhookId),
            [webhook(index + 1).id]
          )
        }
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
      "shows the operator the events of all of an account's owners, and what became of them at how many webhooks",
      Effect.gen(function* () {
        const events = yield* EventStore
        const one = yield* insertWebhook(webhook(1))
        const other = yield* insertWebhook(webhook(2, { owner: owner("service") }))
        const removed = yield* insertWebhook(webhook(3))
        yield* insertWebhook(webhook(4, { status: "disabled" }))
        yield* insertWebhook(webhook(5, { owner: owner(undefined, account(2)) }))
        yield* publish([5])
        const batches = yield* claim()
        yield* settle(
          ...batches.filter(({ lease }) => lease.webhookId === one.id).map((batch) => delivered(batch, 900))
        )
        yield* (yield* WebhookStore).remove(removed, entry(60))
        yield* publishEvents([newEvent(6, { idempotencyKey: "six" })])
        const { payload: _, ...first } = stored(newEvent(5))
        const { payload: __, ...second } = stored(newEvent(6, { idempotencyKey: "six" }))
        const shown = [
          { ...second, waiting: 2, delivered: 0, dropped: 1 },
          { ...first, waiting: 1, delivered: 1, dropped: 2 }
        ]
        const all = yield* events.findInAccount(account(), {}, older)
        assert.deepStrictEqual(all, shown)
        assert.deepStrictEqual(
          yield* events.findInAccount(account(), {}, { ...older, direction: "newer" }),
          shown.toReversed()
        )
        assert.deepStrictEqual(yield* events.findInAccount(account(), { webhookId: one.id }, older), [
          { ...second, waiting: 1, delivered: 0, dropped: 0 },
          { ...first, waiting: 0, delivered: 1, dropped: 0 }
        ])
        const page = { ...older, limit: 1 }
        assert.lengthOf(yield* events.findInAccount(account(), {}, page), 2, "one more than the limit")
        const cursor = { time: DateTime.toEpochMillis(second.time), id: second.id }
        assert.deepStrictEqual(yield* events.findInAccount(account(), {}, { ...page, cursor }), shown.slice(1))
        assert.deepStrictEqual(yield* events.findInAccount(account(2), { webhookId: other.id }, older), [])
        assert.deepStrictEqual(yield* events.findInAccount(account(9), {}, older), [])
        assert.deepStrictEqual(yield* events.withKey(account(), "six"), Option.some(shown[0]!))
        assert.deepStrictEqual(yield* events.withKey(account(), first.id), Option.some(shown[1]!))
        assert.deepStrictEqual(yield* events.withKey(account(2), "six"), Option.none())
        assert.deepStrictEqual(yield* events.withKey(account(), "seven"), Option.none())
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
      "stores test events for one webhook alone, together with their entry",
      Effect.gen(function* () {
        const events = yield* EventStore
        const tested = yield* insertWebhook(webhook(1, { subscriptions: [feedbackUpdated] }))
        yield* insertWebhook(webhook(2))
        yield* events.appendTest(tested, [newEvent(5), newEvent(6)], entry(60))
        assert.deepStrictEqual(
          yield* events.find(owner(), { webhookId: tested.id }, older),
          [newEvent(6), newEvent(5)].map((event) => stored(event, true))
        )
        assert.deepStrictEqual(yield* events.find(owner(), { webhookId: WebhookId.make(uuid(2)) }, older), [])
        assert.isTrue((yield* entriesOf(owner())).some(({ id }) => id === uuid(60)))

        const missing = { owner: owner("other"), id: tested.id }
        const error = yield* Effect.flip(
          events.appendTest(missing, [newEvent(7)], entry(61, { owner: owner("other") }))
        )
        assert.instanceOf(error, WebhookNotFound)
        assert.deepStrictEqual(yield* entriesOf(owner("other")), [])

        const disabled = yield* insertWebhook(webhook(3, { status: "disabled" }))
        assert.instanceOf(yield* Effect.flip(events.appendTest(disabled, [newEvent(8)], entry(62))), WebhookDisabled)
        assert.deepStrictEqual(yield* events.find(owner(), { webhookId: disabled.id }, older), [])
        assert.isFalse((yield* entriesOf(owner())).some(({ id }) => id === uuid(62)))
      })
    )
  })
}
