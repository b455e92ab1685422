/** The cache of webhooks stays small, and an owner sees only its own entries. */
import { assert, describe, it } from "@effect/vitest"
import { SellerId, Webhook, WebhookId } from "@sellerkit/core"
import { DateTime } from "effect"
import { makeKnownWebhooks } from "../src/webhooks/KnownWebhooks.ts"

const owner = { sellerId: SellerId.make("01980000-0000-7000-8000-000000000001"), sandbox: false, serviceId: null }

const webhook = (number: number): Webhook =>
  new Webhook({
    id: WebhookId.make(`01980000-0000-7000-8000-${String(number).padStart(12, "0")}`),
    owner,
    name: "Known",
    url: "https://receiver.example/",
    subscriptions: [],
    status: "enabled",
    createdAt: DateTime.makeUnsafe(0),
    updatedAt: DateTime.makeUnsafe(0)
  })

describe("known webhooks", () => {
  it("are their owner's, until they are forgotten", () => {
    const known = makeKnownWebhooks()
    const one = webhook(1)
    known.add(one)
    assert.strictEqual(known.get(one), one)
    assert.isUndefined(known.get({ id: one.id, owner: { ...owner, sandbox: true } }))
    known.forget(one.id)
    assert.isUndefined(known.get(one))
  })

  it("make room for new ones, the first first", () => {
    const known = makeKnownWebhooks()
    const webhooks = Array.from({ length: 10_001 }, (_, number) => webhook(number))
    for (const each of webhooks) known.add(each)
    assert.isUndefined(known.get(webhooks[0]!))
    assert.strictEqual(known.get(webhooks[1]!), webhooks[1])
    assert.strictEqual(known.get(webhooks[10_000]!), webhooks[10_000])
  })
})
