/** Attempts that an older schema held are shown as they were, and what is written from then on has nothing of them. */
import { assert } from "@effect/vitest"
import {
  type Delivery,
  DeliveryLog,
  EventId,
  EventStore,
  historyEntries,
  HistoryEntryId,
  type Owner,
  ResendId,
  ResendStore,
  RetentionStore,
  SellerId,
  type TimePageRequest,
  WebhookId
} from "@sellerkit/core"
import { DateTime, Duration, Effect } from "effect"

const uuid = (number: number): string => `01980000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`

const owner: Owner = { sellerId: SellerId.make(uuid(0xacc001)), sandbox: false, serviceId: null }
const webhooks = [1, 2, 3].map((number) => WebhookId.make(uuid(number)))
const events = [1, 2, 3, 4, 5].map((number) => EventId.make(uuid(number)))
const time = DateTime.makeUnsafe("2026-01-15T09:30:00Z")
const [from, to] = [DateTime.subtract(time, { hours: 1 }), DateTime.add(time, { days: 1 })].map(DateTime.toEpochMillis)
const older = { limit: 100, direction: "older" } as const

/** All attempts of the owner, a few at a time. */
const pagesOf = Effect.fnUntraced(function* (direction: "newer" | "older") {
  const log = yield* DeliveryLog
  const pages: Array<ReadonlyArray<Delivery>> = []
  let cursor: TimePageRequest["cursor"]
  do {
    const found = yield* log.find(owner, {}, { limit: 3, direction, ...(cursor && { cursor }) })
    pages.push(found)
    const last = found.length > 3 ? found[2] : undefined
    cursor = last && { time: DateTime.toEpochMillis(last.time), id: last.id }
  } while (cursor !== undefined)
  return pages
})

const shown = Effect.gen(function* () {
  const log = yield* DeliveryLog
  return {
    pages: [...(yield* pagesOf("older")), ...(yield* pagesOf("newer"))],
    failures: yield* log.findInAccount(owner, { success: false }, older),
    ofWebhooks: yield* Effect.forEach(webhooks, (webhookId) => log.findInAccount(owner, { webhookId }, older)),
    hours: yield* Effect.forEach(webhooks, (webhookId) => log.hours(owner, webhookId, from!, to!)),
    ofEvents: yield* Effect.forEach(events, (id) => log.ofEventInAccount(owner, id))
  }
})

/** The newest attempt is of an event that is gone: a new event is not taken for it. */
const verifyNewEvent = Effect.fnUntraced(function* ({ id: deliveryId }: Delivery) {
  const event = {
    id: EventId.make(uuid(6)),
    time,
    timeGiven: true,
    scope: "content",
    type: "card_changed",
    payload: ""
  }
  yield* (yield* EventStore).append(owner, [event])
  assert.deepStrictEqual(yield* (yield* DeliveryLog).ofEventInAccount(owner, event.id), [])
  const job = {
    id: ResendId.make(uuid(700)),
    owner,
    webhookId: webhooks[0]!,
    selection: { _tag: "Delivery", deliveryId },
    eventsPerSecond: 1,
    createdAt: time
  } as const
  const entry = historyEntries.encode({
    id: HistoryEntryId.make(uuid(800)),
    owner,
    time,
    source: "operator",
    action: "resendEvents",
    request: {},
    response: {}
  })
  const { total } = yield* (yield* ResendStore).insert(job, entry)
  assert.strictEqual(total, 0)
})

/** `read`: what was shown before. */
export const verifyAttempts = Effect.fnUntraced(function* (read: unknown) {
  const found = yield* shown
  assert.deepStrictEqual(JSON.parse(JSON.stringify(found)), read)
  yield* verifyNewEvent(found.pages[0]![0]!)
  const all = yield* (yield* DeliveryLog).findInAccount(owner, {}, older)
  assert.lengthOf(all, 13)
  assert.strictEqual(yield* (yield* RetentionStore).remove("deliveries", Duration.zero, 9), 9)
  const left = yield* (yield* DeliveryLog).findInAccount(owner, {}, older)
  assert.deepStrictEqual(left, all.slice(0, 4))
})
