/** What the compiler says of subscriptions: each line that it has to refuse is marked, and none other. */
import type { Operator } from "@sellerkit/adapter-worker"
import { createSellerkit, eventScope, eventType, publishedCatalog, type NewWebhook } from "@sellerkit/embed"
import * as MemoryStorage from "@sellerkit/storage-memory"
import { Schema } from "effect"

const storage = MemoryStorage.layer
const seller = { sellerId: "0b2f0e6a-6a2c-4f0e-9a53-0c2f3b8f5d11" }
const webhook = { name: "Cards", url: "https://receiver.example/" }

const placed = eventType({
  key: "order_placed",
  name: "An order was placed",
  payload: Schema.Struct({ orderId: Schema.Int }),
  example: { orderId: 1 }
})
const catalog = publishedCatalog.with([
  eventScope({ key: "orders", name: "Orders", category: "content", eventTypes: [placed] })
])

// Of the published catalog.
export const published = async () => {
  const { webhooks } = await createSellerkit({ storage })
  const created = await webhooks.create(seller, {
    ...webhook,
    subscriptions: [
      { scope: "content", event: "card_changed" },
      { scope: "questionsandfeedback", event: "feedback_updated" }
    ]
  })
  // What a record has can be given back, to this webhook and to others.
  await webhooks.edit(seller, created.id, { ...created, enabled: false })
  await webhooks.create(seller, { ...webhook, subscriptions: created.subscriptions })
  await webhooks.edit(seller, created.id, {
    name: "Cards",
    subscriptions: [...created.subscriptions, { scope: "content", event: "card_creation_error" }]
  })
}

export const misspelt = async () => {
  const { webhooks } = await createSellerkit({ storage })
  // @ts-expect-error -- there is no such event
  await webhooks.create(seller, { ...webhook, subscriptions: [{ scope: "content", event: "card_chnged" }] })
  // @ts-expect-error -- there is no such scope
  await webhooks.create(seller, { ...webhook, subscriptions: [{ scope: "contnt", event: "card_changed" }] })
  // @ts-expect-error -- it is an event of another scope
  await webhooks.create(seller, { ...webhook, subscriptions: [{ scope: "content", event: "feedback_updated" }] })
  // @ts-expect-error -- there is no such event
  await webhooks.edit(seller, "", { name: "Cards", subscriptions: [{ scope: "content", event: "card_chnged" }] })
  // @ts-expect-error -- of a catalog of somebody else's
  await webhooks.create(seller, { ...webhook, subscriptions: [{ scope: "orders", event: "order_placed" }] })
}

// Of another catalog, which has the published events and its own.
export const own = async () => {
  const { webhooks } = await createSellerkit({ storage, catalog })
  await webhooks.create(seller, {
    ...webhook,
    subscriptions: [
      { scope: "orders", event: "order_placed" },
      { scope: "content", event: "card_changed" }
    ]
  })
  // @ts-expect-error -- there is no such event
  await webhooks.create(seller, { ...webhook, subscriptions: [{ scope: "orders", event: "order_plced" }] })
  // @ts-expect-error -- there is no such event
  await webhooks.create(seller, { ...webhook, subscriptions: [{ scope: "content", event: "card_chnged" }] })
}

// Written apart from the call.
export const written: NewWebhook<typeof catalog.scopes> = {
  ...webhook,
  // @ts-expect-error -- there is no such event
  subscriptions: [{ scope: "orders", event: "order_plced" }]
}

// From another Worker.
export const atTheEdge = async ({ webhooks }: Operator<typeof catalog.scopes>) => {
  await webhooks.create(seller, { ...webhook, subscriptions: [{ scope: "orders", event: "order_placed" }] })
  // @ts-expect-error -- there is no such event
  await webhooks.create(seller, { ...webhook, subscriptions: [{ scope: "orders", event: "order_plced" }] })
}
