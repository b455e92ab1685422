/** An owner finds all of its records, however many webhooks it has had. */
import { assert, describe } from "@effect/vitest"
import {
  type Delivery,
  DeliveryLog,
  DeliveryQueue,
  EventId,
  EventStore,
  type Owner,
  type TimePageRequest,
  type Webhook,
  WebhookStore
} from "@sellerkit/core"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { account, cardChanged, entry, feedbackUpdated, newEvent, owner, uuid, webhook } from "../../fixtures.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { claimRequest, delivered, failed, insertWebhook, publish, publishEvents } from "../seed.ts"
import { storageTest } from "../storageTest.ts"

// More webhooks than a driver may keep an order for each.
const webhooks = 150
const owners: ReadonlyArray<Owner> = [owner(), owner("a")]
const events = [5, 6, 7]

const all = { limit: 1000, direction: "older" } as const

/** Publishes an event and delivers it. The delivery fails at each webhook with an even number. */
const deliverOne = Effect.fnUntraced(function* (event: number) {
  const queue = yield* DeliveryQueue
  yield* publish([event])
  const batches = yield* queue.claim({ ...claimRequest, lanes: 1000, lanesPerAccount: 1000 })
  yield* queue.settle(
    batches.map((batch) => {
      const number = Number.parseInt(batch.lease.webhookId.slice(-12), 16)
      const outcome = number % 2 === 0 ? failed : delivered
      return outcome(batch, event * 1000 + number)
    })
  )
})

/** All records, in pages, from one end to the other. */
const walk = Effect.fnUntraced(function* (
  find: (request: TimePageRequest) => Effect.Effect<ReadonlyArray<Delivery>, unknown>,
  direction: TimePageRequest["direction"]
) {
  const found: Array<Delivery> = []
  for (;;) {
    const last = found.at(-1)
    const cursor = last && { time: DateTime.toEpochMillis(last.time), id: last.id }
    const page = yield* find({ limit: 7, direction, ...(cursor && { cursor }) })
    found.push(...page.slice(0, 7))
    if (page.length <= 7) return found
  }
})

export const manyWebhooksSuite = (target: StorageTarget): void => {
  describe(`Many webhooks: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "leave their owners every event and every attempt, each once",
      Effect.gen(function* () {
        const log = yield* DeliveryLog
        const made: Array<Webhook> = []
        for (let number = 1; number <= webhooks; number++) {
          const subscriptions = number === webhooks ? [cardChanged, feedbackUpdated] : [cardChanged]
          made.push(yield* insertWebhook(webhook(number, { owner: owners[number % 3 === 0 ? 1 : 0]!, subscriptions })))
        }
        for (const event of events) {
          yield* deliverOne(event)
          yield* TestClock.adjust("1 minute")
        }
        // The records of deleted webhooks stay in the history.
        for (const removed of made.filter((_, index) => index % 10 === 0)) {
          yield* (yield* WebhookStore).remove(removed, entry(60 + made.indexOf(removed)))
        }
        // For the last webhook alone.
        yield* publishEvents([newEvent(8, { scope: feedbackUpdated.scope, type: feedbackUpdated.event })])
        for (const one of owners) {
          const mine = new Set(made.filter(({ owner: of }) => of.serviceId === one.serviceId).map(({ id }) => id))
          const found = yield* (yield* EventStore).find(one, {}, all)
          assert.deepStrictEqual(
            found.map(({ id }) => id as string),
            (mine.has(made.at(-1)!.id) ? [8, 7, 6, 5] : [7, 6, 5]).map(uuid)
          )
          const attempts = yield* log.find(one, {}, all)
          assert.strictEqual(attempts.length, mine.size * events.length)
          assert.isTrue(attempts.every(({ webhookId }) => mine.has(webhookId)))
          assert.deepStrictEqual(yield* walk((request) => log.find(one, {}, request), "older"), attempts)
          assert.deepStrictEqual(yield* walk((request) => log.find(one, {}, request), "newer"), attempts.toReversed())
          const ofEvent = yield* log.ofEvent(one, EventId.make(uuid(5)))
          assert.sameMembers([...new Set(ofEvent.map(({ webhookId }) => webhookId))], [...mine])
          for (const attempt of [attempts[0]!, attempts.at(-1)!]) {
            assert.deepStrictEqual(yield* log.get(one, attempt.id), Option.some(attempt))
          }
        }
        for (const success of [true, false]) {
          const ended = yield* walk((request) => log.findInAccount(account(), { success }, request), "older")
          assert.strictEqual(ended.length, (webhooks * events.length) / 2)
          assert.isTrue(ended.every((attempt) => attempt.success === success))
        }
      })
    )
  })
}
