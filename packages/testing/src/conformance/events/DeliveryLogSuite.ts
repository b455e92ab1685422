/** What every `DeliveryLog` does. */
import { assert, describe } from "@effect/vitest"
import {
  type AccountDeliveryFilter,
  type Delivery,
  DeliveryId,
  DeliveryLog,
  DeliveryQueue,
  EventId,
  type Owner,
  WebhookId
} from "@sellerkit/core"
import { DateTime, Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { account, at, owner, uuid, webhook } from "../../fixtures.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { claimRequest, delivered, failed, insertWebhook, publish } from "../seed.ts"
import { storageTest } from "../storageTest.ts"

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

    for (const [ended, late] of [
      ["succeeded", delivered],
      ["failed", failed]
    ] as const) {
      test(
        `shows an attempt at several events that ${ended} after another had delivered them`,
        Effect.gen(function* () {
          const log = yield* DeliveryLog
          const queue = yield* DeliveryQueue
          yield* insertWebhook(webhook(1))
          yield* publish([5, 6])
          const [stalled] = yield* queue.claim(claimRequest)
          yield* TestClock.adjust("30 seconds")
          yield* deliver(901)
          yield* queue.settle([late(stalled!, 900)])
          for (const event of [5, 6]) {
            assert.deepStrictEqual((yield* log.ofEvent(owner(), EventId.make(uuid(event)))).map(numberOf), [900, 901])
          }
        })
      )
    }

    test(
      "shows a second attempt under the same lease at several events that were delivered",
      Effect.gen(function* () {
        const log = yield* DeliveryLog
        const queue = yield* DeliveryQueue
        yield* insertWebhook(webhook(1))
        yield* publish([5, 6])
        const [batch] = yield* queue.claim(claimRequest)
        yield* queue.settle([delivered(batch!, 900)])
        const again = delivered(batch!, 901)
        yield* queue.settle([{ ...again, delivery: { ...again.delivery, time: at(1000) } }])
        assert.deepStrictEqual(
          (yield* log.ofEvent(owner(), EventId.make(uuid(5)))).map(numberOf).toSorted(),
          [900, 901]
        )
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

    test(
      "shows the operator the attempts of all of an account's owners, and of no other account",
      Effect.gen(function* () {
        const log = yield* DeliveryLog
        const [one, two] = [webhook(1), webhook(2, { owner: owner("service") })]
        const stranger = webhook(3, { owner: owner(undefined, account(2)) })
        for (const each of [one, two, stranger]) yield* insertWebhook(each)
        for (let round = 0; round < 3; round++) {
          yield* publish([100 + round])
          yield* publish([200 + round], account(2))
          yield* deliver(900 + round * 3)
          yield* TestClock.adjust("1 second")
        }
        const all = yield* log.findInAccount(account(), {}, older)
        assert.deepStrictEqual(
          all.map(({ time, webhookId }) => [DateTime.toEpochMillis(time), webhookId === stranger.id]),
          [2000, 2000, 1000, 1000, 0, 0].map((time) => [time, false])
        )
        const [first, ...others] = all
        const page = { limit: 2, direction: "older", cursor: { time: 2000, id: first!.id } } as const
        assert.deepStrictEqual(yield* log.findInAccount(account(), {}, page), others.slice(0, 3))
        const newer = { limit: 9, direction: "newer", cursor: { time: 0, id: all.at(-1)!.id } } as const
        assert.deepStrictEqual(yield* log.findInAccount(account(), {}, newer), all.slice(0, -1).toReversed())
        const filtered = yield* log.findInAccount(account(), { webhookId: two.id }, older)
        assert.deepStrictEqual(filtered, yield* log.find(two.owner, {}, older))
        assert.deepStrictEqual(yield* log.findInAccount(account(), { webhookId: stranger.id }, older), [])
        assert.deepStrictEqual(yield* log.findInAccount(account(9), {}, older), [])
        const event = EventId.make(uuid(101))
        assert.sameDeepMembers([...(yield* log.ofEventInAccount(account(), event))], all.slice(2, 4))
        assert.deepStrictEqual(yield* log.ofEventInAccount(account(2), event), [])
        assert.deepStrictEqual(yield* log.inAccount(account(), first!.id), Option.some(first!))
        assert.deepStrictEqual(yield* log.inAccount(account(2), first!.id), Option.none())
      })
    )

    test(
      "counts the attempts at a webhook by hours, the successful and the failed ones",
      Effect.gen(function* () {
        const log = yield* DeliveryLog
        const [one, two] = [webhook(1), webhook(2, { owner: owner("service") })]
        for (const each of [one, two]) yield* insertWebhook(each)
        const rounds = [true, false, true, true]
        for (const [round, success] of rounds.entries()) {
          yield* publish([100 + round])
          yield* deliver(900 + round * 10, success)
          yield* TestClock.adjust("40 minutes")
        }
        const hour = 3_600_000
        const hours = (from: number, to: number, of = account(), id = two.id) =>
          Effect.map(log.hours(of, id, from, to), (found) =>
            found.map(({ failed, hour: start, succeeded }) => [DateTime.toEpochMillis(start) / hour, succeeded, failed])
          )
        // At 0, 40, 80 and 120 minutes.
        const all = [
          [0, 1, 1],
          [1, 1, 0],
          [2, 1, 0]
        ]
        assert.deepStrictEqual(yield* hours(0, 24 * hour), all)
        assert.deepStrictEqual(yield* hours(0, 24 * hour, account(), one.id), all)
        assert.deepStrictEqual(yield* hours(1, 2 * hour), [
          [0, 0, 1],
          [1, 1, 0]
        ])
        assert.deepStrictEqual(yield* hours(2 * hour, 2 * hour), [])
        assert.deepStrictEqual(yield* hours(0, 24 * hour, account(2)), [])
        assert.deepStrictEqual(yield* hours(0, 24 * hour, account(), WebhookId.make(uuid(9))), [])
      })
    )

    test(
      "tells an account's failed attempts from the others, of all webhooks or of one, on pages in both directions",
      Effect.gen(function* () {
        const log = yield* DeliveryLog
        const [one, two] = [webhook(1), webhook(2, { owner: owner("service") })]
        for (const each of [one, two]) yield* insertWebhook(each)
        const failing = new Set([1, 2, 5])
        for (let round = 0; round < 6; round++) {
          yield* publish([100 + round])
          yield* deliver(900 + round * 2, !failing.has(round))
          yield* TestClock.adjust("20 seconds")
        }
        const find = (filter: AccountDeliveryFilter, change: object = {}) =>
          log.findInAccount(account(), filter, { ...older, ...change })
        const all = yield* find({})
        assert.lengthOf(all, 12)
        const failures = all.filter(({ success }) => !success)
        assert.lengthOf(failures, 6)
        assert.deepStrictEqual(yield* find({ success: false }), failures)
        assert.deepStrictEqual(
          yield* find({ success: true }),
          all.filter(({ success }) => success)
        )
        for (const success of [true, false]) {
          assert.deepStrictEqual(
            yield* find({ success, webhookId: two.id }),
            all.filter((delivery) => delivery.webhookId === two.id && delivery.success === success)
          )
        }
        assert.deepStrictEqual(yield* find({ success: false }, { limit: 2 }), failures.slice(0, 3))
        const { id, time } = failures[2]!
        const cursor = { id, time: DateTime.toEpochMillis(time) }
        assert.deepStrictEqual(yield* find({ success: false }, { cursor }), failures.slice(3))
        const newer = { cursor, direction: "newer" }
        assert.deepStrictEqual(yield* find({ success: false }, newer), failures.slice(0, 2).toReversed())
        const bounds = { from: 20_000, to: 99_999 }
        assert.deepStrictEqual(yield* find({ success: false }, bounds), failures.slice(2))
        assert.deepStrictEqual(yield* log.findInAccount(account(2), { success: false }, older), [])
      })
    )
  })
}
