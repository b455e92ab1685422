/** What every `DeliveryLog` does. */
import { assert, describe } from "@effect/vitest"
import { type Delivery, DeliveryId, DeliveryLog, DeliveryQueue, EventId, type Owner, WebhookId } from "@sellerkit/core"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { account, at, owner, uuid, webhook } from "../fixtures.ts"
import type { StorageTarget } from "./StorageTarget.ts"
import { claimRequest, delivered, failed, insertWebhook, publish } from "./seed.ts"
import { storageTest } from "./storageTest.ts"

const older = { limit: 100, direction: "older" } as const
const numberOf = ({ id }: Delivery): number => Number.parseInt(id.slice(-12), 16)

/** Claims everything that is due and settles it, each lane with its own delivery number. */
const deliver = Effect.fnUntraced(function* (first: number, success = true) {
  const queue = yield* DeliveryQueue
  const batches = yield* queue.claim(claimRequest)
  const outcome = success ? delivered : failed
  yield* queue.settle(batches.map((batch, index) => outcome(batch, first + index)))
})

export const deliveryLogSuite = (target: StorageTarget): void => {
  describe(`DeliveryLog: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "records every attempt, failed and successful",
      Effect.gen(function* () {
        const log = yield* DeliveryLog
        yield* insertWebhook(webhook(1))
        yield* publish([5, 6])
        yield* deliver(900, false)
        yield* TestClock.adjust("10 seconds")
        yield* deliver(901)
        const failure: Delivery = {
          id: DeliveryId.make(uuid(900)),
          time: at(0),
          webhookId: WebhookId.make(uuid(1)),
          success: false,
          error: "No answer within 10 seconds"
        }
        const success: Delivery = {
          id: DeliveryId.make(uuid(901)),
          time: at(10_000),
          webhookId: WebhookId.make(uuid(1)),
          success: true,
          responseCode: 200
        }
        assert.deepStrictEqual(yield* log.find(owner(), {}, older), [success, failure])
        assert.deepStrictEqual(yield* log.get(owner(), failure.id), Option.some(failure))
        assert.deepStrictEqual(yield* log.ofEvent(owner(), EventId.make(uuid(5))), [failure, success])
        // The failure halved the batch, so that the second request carried the first event alone.
        assert.deepStrictEqual(yield* log.ofEvent(owner(), EventId.make(uuid(6))), [failure])
      })
    )

    test(
      "records attempts whose lane was leased anew meanwhile",
      Effect.gen(function* () {
        const log = yield* DeliveryLog
        const queue = yield* DeliveryQueue
        yield* insertWebhook(webhook(1))
        yield* publish([5])
        const [stalled] = yield* queue.claim(claimRequest)
        yield* TestClock.adjust("30 seconds")
        yield* deliver(901)
        yield* queue.settle([failed(stalled!, 900)])
        assert.deepStrictEqual((yield* log.ofEvent(owner(), EventId.make(uuid(5)))).map(numberOf), [900, 901])
      })
    )

    test(
      "shows an owner the attempts at its own webhooks only",
      Effect.gen(function* () {
        const log = yield* DeliveryLog
        const owners: ReadonlyArray<Owner> = [owner(), owner("a"), owner("b")]
        for (const [index, one] of owners.entries()) yield* insertWebhook(webhook(index + 1, { owner: one }))
        yield* publish([5])
        yield* deliver(900)
        const event = EventId.make(uuid(5))
        for (const [index, one] of owners.entries()) {
          const [found, ...more] = yield* log.find(one, {}, older)
          assert.deepStrictEqual([found!.webhookId, more], [uuid(index + 1), []])
          assert.deepStrictEqual(yield* log.ofEvent(one, event), [found!])
          for (const other of owners.filter((candidate) => candidate !== one)) {
            assert.deepStrictEqual(yield* log.get(other, found!.id), Option.none())
          }
        }
        for (const stranger of [owner("a", account(2)), owner("a", account(1, true))]) {
          assert.deepStrictEqual(yield* log.find(stranger, {}, older), [])
          assert.deepStrictEqual(yield* log.ofEvent(stranger, event), [])
        }
      })
    )

    test(
      "filters by webhook and by time, and pages both ways",
      Effect.gen(function* () {
        const log = yield* DeliveryLog
        yield* insertWebhook(webhook(1))
        yield* insertWebhook(webhook(2))
        for (let round = 0; round < 4; round++) {
          yield* publish([100 + round])
          yield* deliver(900 + round * 2)
          yield* TestClock.adjust("1 second")
        }
        const find = (filter: { readonly webhookId?: WebhookId }, change: object) =>
          Effect.map(log.find(owner(), filter, { ...older, ...change }), (found) => found.map(numberOf))
        const first = { webhookId: WebhookId.make(uuid(1)) }
        const firsts = yield* find(first, {})
        assert.strictEqual(firsts.length, 4)
        assert.deepStrictEqual(yield* find({ webhookId: WebhookId.make(uuid(9)) }, {}), [])
        assert.strictEqual((yield* find({}, { from: 1000, to: 2000 })).length, 4)
        assert.deepStrictEqual((yield* find(first, { from: 1000, to: 2000 })).length, 2)
        const cursor = { time: 2000, id: uuid(firsts[1]!) }
        assert.deepStrictEqual(yield* find(first, { cursor }), firsts.slice(2))
        assert.deepStrictEqual(yield* find(first, { cursor, direction: "newer" }), firsts.slice(0, 1))
        assert.deepStrictEqual(yield* find(first, { limit: 1 }), firsts.slice(0, 2))
      })
    )
  })
}
