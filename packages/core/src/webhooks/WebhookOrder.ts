/** The orders of a list of webhooks (Seller Webhooks Service, List webhooks, `order`). */
import { DateTime, Order, Schema } from "effect"
import type { Webhook } from "./Webhook.ts"

export const WebhookOrder = Schema.Literals([
  "nameAsc",
  "nameDesc",
  "createdAtAsc",
  "createdAtDesc",
  "updatedAtAsc",
  "updatedAtDesc"
])
export type WebhookOrder = typeof WebhookOrder.Type

// our choice: the document names no default order.
export const defaultWebhookOrder: WebhookOrder = "createdAtAsc"

// Equal values fall back to the id, so that an order is total. Names are compared by code unit, in every language alike.
const by = <A>(order: Order.Order<A>, field: (webhook: Webhook) => A): Order.Order<Webhook> =>
  Order.combine(
    Order.mapInput(order, field),
    Order.mapInput(Order.String, ({ id }: Webhook) => id)
  )

const byName = by(Order.String, ({ name }) => name)
const byCreation = by(Order.Number, ({ createdAt }) => DateTime.toEpochMillis(createdAt))
const byUpdate = by(Order.Number, ({ updatedAt }) => DateTime.toEpochMillis(updatedAt))

const orders: Readonly<Record<WebhookOrder, Order.Order<Webhook>>> = {
  nameAsc: byName,
  nameDesc: Order.flip(byName),
  createdAtAsc: byCreation,
  createdAtDesc: Order.flip(byCreation),
  updatedAtAsc: byUpdate,
  updatedAtDesc: Order.flip(byUpdate)
}

export const sortWebhooks = (webhooks: ReadonlyArray<Webhook>, order: WebhookOrder): ReadonlyArray<Webhook> =>
  webhooks.toSorted(orders[order])
