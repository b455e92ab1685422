/** What every `WebhookStore` does with sealed secrets. */
import { assert, describe } from "@effect/vitest"
import { DeliveryQueue, type StoredSecret, type Webhook, WebhookId, WebhookStore } from "@sellerkit/core"
import { Effect, Option, Result } from "effect"
import { account, entry, owner, sealedSecret, uuid, webhook } from "../../fixtures.ts"
import { claimRequest, insertWebhook, publish } from "../seed.ts"
import type { StorageTarget } from "../StorageTarget.ts"
import { storageTest } from "../storageTest.ts"

const stored = ({ id, owner }: Webhook, text: string): StoredSecret => ({
  key: { owner, id },
  secret: sealedSecret(text)
})

const everything = Effect.flatMap(WebhookStore, (store) => store.secrets(undefined, 100))

export const storedSecretsSuite = (target: StorageTarget): void => {
  describe(`Sealed secrets: ${target.name}`, () => {
    const test = storageTest(target)

    test(
      "are read in the order of the webhooks' ids, page by page, whoever owns them",
      Effect.gen(function* () {
        const store = yield* WebhookStore
        const owners = [owner(), owner("service"), owner("other", account(2)), owner(undefined, account(1, true))]
        const webhooks = [4, 1, 3, 2, 5].map((number, index) =>
          webhook(number, { owner: owners[index % owners.length]!, status: index === 1 ? "disabled" : "enabled" })
        )
        for (const [index, one] of webhooks.entries()) yield* insertWebhook(one, sealedSecret(`secret ${index}`))
        const expected = webhooks
          .map((one, index) => stored(one, `secret ${index}`))
          .toSorted((left, right) => (left.key.id < right.key.id ? -1 : 1))
        assert.deepStrictEqual(yield* everything, expected)
        const walked: Array<StoredSecret> = []
        for (;;) {
          const page = yield* store.secrets(walked.at(-1)?.key.id, 2)
          assert.isAtMost(page.length, 2)
          if (page.length === 0) break
          walked.push(...page)
        }
        assert.deepStrictEqual(walked, expected)
        const behind = WebhookId.make(uuid(3))
        assert.deepStrictEqual(yield* store.secrets(behind, 1), expected.slice(3, 4))
      })
    )

    test(
      "are read one by one as well, by their owner's",
      Effect.gen(function* () {
        const store = yield* WebhookStore
        const [mine, other] = [webhook(1), webhook(2, { owner: owner("service"), status: "disabled" })]
        yield* insertWebhook(mine, sealedSecret("mine"))
        yield* insertWebhook(other, sealedSecret("other"))
        assert.deepStrictEqual(yield* store.secret(mine), Option.some(sealedSecret("mine")))
        assert.deepStrictEqual(yield* store.secret(other), Option.some(sealedSecret("other")))
        const strangers = [owner("other"), owner(undefined, account(2)), owner(undefined, account(1, true))]
        for (const stranger of strangers) {
          assert.deepStrictEqual(yield* store.secret({ owner: stranger, id: mine.id }), Option.none())
        }
        yield* store.remove(mine, entry(50))
        assert.deepStrictEqual(yield* store.secret(mine), Option.none())
      })
    )

    test(
      "are kept to the letter, whatever is in them",
      Effect.gen(function* () {
        const texts = ["", "v1.2026a.AAAA.____----", "ünïcode ✓ '\"\\ \n %s ?", "x".repeat(10_000)]
        for (const [index, text] of texts.entries()) yield* insertWebhook(webhook(index), sealedSecret(text))
        assert.deepStrictEqual(
          (yield* everything).map(({ secret }) => secret),
          texts.map((text) => sealedSecret(text))
        )
      })
    )

    test(
      "are gone with their webhooks",
      Effect.gen(function* () {
        const store = yield* WebhookStore
        const [left, removed] = [yield* insertWebhook(webhook(1)), yield* insertWebhook(webhook(2))]
        const [, read] = yield* everything
        yield* store.remove(removed, entry(50))
        assert.deepStrictEqual(
          (yield* everything).map(({ key }) => key.id),
          [left.id]
        )
        assert.isFalse(yield* store.replaceSecret(read!, sealedSecret("new")))
      })
    )

    test(
      "are replaced as they were read, and nothing else is",
      Effect.gen(function* () {
        const store = yield* WebhookStore
        const queue = yield* DeliveryQueue
        const [first, second] = [webhook(1), webhook(2, { status: "disabled" })]
        yield* insertWebhook(first, sealedSecret("old"))
        yield* insertWebhook(second, sealedSecret("old"))
        assert.isTrue(yield* store.replaceSecret(stored(first, "old"), sealedSecret("new")))
        assert.isFalse(yield* store.replaceSecret(stored(first, "old"), sealedSecret("newer")), "no longer as it was")
        assert.deepStrictEqual(yield* everything, [stored(first, "new"), stored(second, "old")])
        assert.deepStrictEqual(yield* store.get(first), Option.some(first))
        yield* publish([1])
        const [batch] = yield* queue.claim(claimRequest)
        assert.strictEqual(batch!.secret, sealedSecret("new"))
      })
    )

    test(
      "that were changed meanwhile stay as they were changed",
      Effect.gen(function* () {
        const store = yield* WebhookStore
        const one = yield* insertWebhook(webhook(1), sealedSecret("old"))
        const [read] = yield* everything
        yield* store.change(one, (found) =>
          Result.succeed({ webhook: found, secret: sealedSecret("refreshed"), entry: entry(50) })
        )
        assert.isFalse(yield* store.replaceSecret(read!, sealedSecret("old, sealed anew")))
        assert.deepStrictEqual(yield* everything, [stored(one, "refreshed")])
      })
    )

    test(
      "of a webhook that is missing are not replaced, nor made",
      Effect.gen(function* () {
        const store = yield* WebhookStore
        assert.isFalse(yield* store.replaceSecret(stored(webhook(1), "old"), sealedSecret("new")))
        assert.deepStrictEqual(yield* everything, [])
      })
    )
  })
}
