/** What every `WebhookStore` does. */
import { assert, describe } from "@effect/vitest"
import {
  DeliveryQueue,
  EventId,
  EventStore,
  ServiceDisabled,
  Webhook,
  WebhookId,
  WebhookNotFound,
  WebhookStore
} from "@sellerkit/core"
import { Effect, Option, Result } from "effect"
import {
  account,
  at,
  cardChanged,
  entry,
  historyEntry,
  feedbackUpdated,
  newEvent,
  owner,
  sealedSecret,
  uuid,
  webhook
} from "../../fixtures.ts"
import { claimRequest, insertWebhook, publish } from "../seed.ts"
import { entriesOf } from "../records/historySteps.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { storageTest } from "../storageTest.ts"

const allEntries = { limit: 100, direction: "older" } as const

export const webhookStoreSuite = (target: StorageTarget): void => {
  describe(`WebhookStore: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "gives back what was inserted",
      Effect.gen(function* () {
        const store = yield* WebhookStore
        const inserted = yield* insertWebhook(
          webhook(1, { name: "Ünïcode ✓", subscriptions: [cardChanged, feedbackUpdated], status: "disabled" })
        )
        assert.deepStrictEqual(yield* store.get(inserted), Option.some(inserted))
        assert.deepStrictEqual(yield* store.list(owner()), [inserted])
      })
    )

    test(
      "lists everybody's webhooks in the order of their ids, page by page, but no deleted ones",
      Effect.gen(function* () {
        const store = yield* WebhookStore
        const owners = [owner(), owner("service"), owner("other", account(2)), owner(undefined, account(1, true))]
        const made = [4, 1, 3, 2, 5].map((number, index) =>
          webhook(number, { owner: owners[index % owners.length]!, status: index === 1 ? "disabled" : "enabled" })
        )
        for (const one of made) yield* insertWebhook(one)
        yield* store.remove(made[2]!, entry(50, { owner: made[2]!.owner }))
        const expected = [made[1]!, made[3]!, made[0]!, made[4]!]
        assert.deepStrictEqual(yield* store.everywhere(undefined, 100), expected)
        assert.deepStrictEqual(yield* store.everywhere(undefined, 2), expected.slice(0, 2))
        assert.deepStrictEqual(yield* store.everywhere(made[3]!.id, 1), expected.slice(2, 3))
        assert.deepStrictEqual(yield* store.everywhere(made[2]!.id, 9), expected.slice(2), "behind a deleted one")
        assert.deepStrictEqual(yield* store.everywhere(made[4]!.id, 9), [])
      })
    )

    test(
      "writes the entry with the webhook, and neither when the decision fails",
      Effect.gen(function* () {
        const store = yield* WebhookStore
        const refused = yield* Effect.flip(store.insert(owner(), () => Result.fail(new ServiceDisabled())))
        assert.instanceOf(refused, ServiceDisabled)
        assert.deepStrictEqual(yield* entriesOf(owner()), [])
        yield* store.insert(owner(), () =>
          Result.succeed({ webhook: webhook(1), secret: sealedSecret(), entry: entry(9) })
        )
        assert.deepStrictEqual(yield* entriesOf(owner()), [historyEntry(9)])
      })
    )

    test(
      "decides on how many webhooks the owner has, deleted ones not counted",
      Effect.gen(function* () {
        const store = yield* WebhookStore
        yield* insertWebhook(webhook(1))
        yield* insertWebhook(webhook(2))
        yield* insertWebhook(webhook(3, { owner: owner("other") }))
        yield* store.remove({ owner: owner(), id: webhook(1).id }, entry(9))
        const seen: Array<unknown> = []
        yield* Effect.flip(
          store.insert(owner(), (state) => {
            seen.push(state)
            return Result.fail("enough")
          })
        )
        assert.deepStrictEqual(seen.at(-1), { webhooks: 1, serviceDisabled: false })
      })
    )

    test(
      "changes a webhook, its secret and its history in one write, or not at all",
      Effect.gen(function* () {
        const store = yield* WebhookStore
        const queue = yield* DeliveryQueue
        const before = yield* insertWebhook(webhook(1))
        const key = { owner: owner(), id: before.id }
        assert.strictEqual(yield* Effect.flip(store.change(key, () => Result.fail("refused"))), "refused")
        assert.deepStrictEqual(yield* store.get(key), Option.some(before))

        const after = new Webhook({ ...before, name: "Renamed", updatedAt: at(2000) })
        const changed = yield* store.change(key, (seen) => {
          assert.deepStrictEqual(seen, before)
          return Result.succeed({ webhook: after, secret: sealedSecret("whsec_bmV3"), entry: entry(50) })
        })
        assert.deepStrictEqual(changed, after)
        assert.deepStrictEqual(yield* store.get(key), Option.some(after))
        assert.isTrue((yield* entriesOf(owner())).some(({ id }) => id === uuid(50)))
        yield* publish([1])
        const [batch] = yield* queue.claim(claimRequest)
        assert.strictEqual(batch!.secret, sealedSecret("whsec_bmV3"))
      })
    )

    test(
      "keeps the secret when a change brings none",
      Effect.gen(function* () {
        const store = yield* WebhookStore
        const queue = yield* DeliveryQueue
        const before = yield* insertWebhook(webhook(1), sealedSecret("whsec_b2xk"))
        yield* store.change(before, () =>
          Result.succeed({ webhook: new Webhook({ ...before, name: "Renamed" }), entry: entry(50) })
        )
        yield* publish([1])
        const [batch] = yield* queue.claim(claimRequest)
        assert.strictEqual(batch!.secret, sealedSecret("whsec_b2xk"))
      })
    )

    test(
      "has no webhook of another owner, and none that was deleted",
      Effect.gen(function* () {
        const store = yield* WebhookStore
        const inserted = yield* insertWebhook(webhook(1, { owner: owner("service") }))
        const { id } = inserted
        const key = { owner: owner("service"), id }
        assert.deepStrictEqual(yield* store.get(key), Option.some(inserted))
        const strangers = [owner(), owner("other"), owner("service", account(2)), owner("service", account(1, true))]
        const write = () => Result.succeed({ webhook: webhook(1), entry: entry(50) })
        for (const stranger of strangers) {
          const theirs = { owner: stranger, id }
          assert.deepStrictEqual(yield* store.get(theirs), Option.none())
          assert.deepStrictEqual(yield* store.list(stranger), [])
          assert.instanceOf(yield* Effect.flip(store.change(theirs, write)), WebhookNotFound)
          assert.instanceOf(yield* Effect.flip(store.remove(theirs, entry(51))), WebhookNotFound)
        }
        assert.deepStrictEqual(yield* store.get(key), Option.some(inserted))
        yield* store.remove(key, entry(52, { owner: owner("service") }))
        assert.deepStrictEqual(yield* store.get(key), Option.none())
        assert.deepStrictEqual(yield* store.list(owner("service")), [])
        assert.instanceOf(yield* Effect.flip(store.change(key, write)), WebhookNotFound)
        assert.instanceOf(yield* Effect.flip(store.remove(key, entry(53))), WebhookNotFound)
      })
    )

    test(
      "finds subscribers by what they are subscribed to now",
      Effect.gen(function* () {
        const store = yield* WebhookStore
        const events = yield* EventStore
        const before = yield* insertWebhook(webhook(1))
        const feedback = (number: number) =>
          newEvent(number, { scope: feedbackUpdated.scope, type: feedbackUpdated.event })
        yield* store.change(before, () =>
          Result.succeed({ webhook: new Webhook({ ...before, subscriptions: [feedbackUpdated] }), entry: entry(50) })
        )
        const results = yield* events.append(account(), [newEvent(1), feedback(2)])
        assert.deepStrictEqual(
          results.map(({ deliveries }) => deliveries),
          [0, 1]
        )
        const stopped = new Webhook({ ...before, status: "disabled", heldUntil: at(9000) })
        yield* store.change(before, () => Result.succeed({ webhook: stopped, entry: entry(51) }))
        yield* events.append(account(), [newEvent(3), feedback(4)])
        const found = yield* events.find(owner(), { webhookId: before.id }, allEntries)
        assert.deepStrictEqual(
          found.map(({ id }) => id),
          [uuid(3), uuid(2)],
          "a disabled webhook as well"
        )
      })
    )

    test(
      "disables and enables a service with those webhooks that the decision changes",
      Effect.gen(function* () {
        const store = yield* WebhookStore
        const service = owner("service")
        const first = yield* insertWebhook(webhook(1, { owner: service }))
        yield* insertWebhook(webhook(2, { owner: service, status: "disabled" }))
        yield* insertWebhook(webhook(3, { owner: owner("other") }))
        const stop = (found: Webhook) =>
          found.enabled
            ? Option.some({
                webhook: new Webhook({ ...found, status: "serviceDisabled", heldUntil: at(9000) }),
                entry: entry(60, { owner: service })
              })
            : Option.none()
        assert.deepStrictEqual(yield* store.get(first), Option.some(first))
        const changed = yield* store.changeService(service, true, stop)
        assert.deepStrictEqual(yield* store.get(first), Option.some(changed[0]))
        assert.deepStrictEqual(
          changed.map(({ id }) => id),
          [first.id]
        )
        const listed = yield* store.list(service)
        assert.sameMembers(
          listed.map(({ id, status }) => `${id} ${status}`),
          [`${uuid(1)} serviceDisabled`, `${uuid(2)} disabled`]
        )
        const seen: Array<boolean> = []
        yield* Effect.flip(
          store.change({ owner: service, id: first.id }, (_webhook, state) => {
            seen.push(state.serviceDisabled)
            return Result.fail("enough")
          })
        )
        yield* store.changeService(service, false, () => Option.none())
        yield* Effect.flip(
          store.insert(service, (state) => {
            seen.push(state.serviceDisabled)
            return Result.fail("enough")
          })
        )
        assert.deepStrictEqual([seen[0], seen.at(-1)], [true, false])
        const events = yield* EventStore
        const [result] = yield* events.append(account(), [newEvent(1, { id: EventId.make(uuid(70)) })])
        assert.strictEqual(result!.deliveries, 1, "only the other service's webhook is enabled")
      })
    )

    test(
      "remembers that a service without webhooks is disabled",
      Effect.gen(function* () {
        const store = yield* WebhookStore
        yield* store.changeService(owner("new"), true, () => Option.none())
        const seen: Array<boolean> = []
        yield* Effect.flip(
          store.insert(owner("new"), (state) => {
            seen.push(state.serviceDisabled)
            return Result.fail("enough")
          })
        )
        assert.isTrue(seen.at(-1))
      })
    )

    test(
      "takes concurrent changes one after the other",
      Effect.gen(function* () {
        const store = yield* WebhookStore
        const { id } = yield* insertWebhook(webhook(1, { name: "n: 0" }))
        const increment = (number: number) =>
          store.change({ owner: owner(), id }, (found) =>
            Result.succeed({
              webhook: new Webhook({ ...found, name: `n: ${Number(found.name.slice(3)) + 1}` }),
              entry: entry(100 + number)
            })
          )
        yield* Effect.forEach(Array.from({ length: 50 }).keys(), increment, { concurrency: "unbounded" })
        const found = yield* store.get({ owner: owner(), id: WebhookId.make(uuid(1)) })
        assert.strictEqual(Option.getOrThrow(found).name, "n: 50")
        assert.strictEqual((yield* entriesOf(owner())).length, 51)
      })
    )
  })
}
