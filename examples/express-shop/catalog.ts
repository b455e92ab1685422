/** The events of the shop: those of the published documents, and its own. */
import { eventScope, eventType, publishedCatalog } from "@sellerkit/embed"
import { Schema } from "effect"

export const catalog = publishedCatalog.with([
  eventScope({
    key: "orders",
    name: "Orders",
    category: "marketplace",
    eventTypes: [
      eventType({
        key: "order_placed",
        name: "Order placed",
        payload: Schema.Struct({ orderId: Schema.Int, product: Schema.String, quantity: Schema.Int }),
        example: { orderId: 17, product: "shirt-blue-42", quantity: 1 }
      })
    ]
  })
])
