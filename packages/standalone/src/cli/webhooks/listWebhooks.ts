/** Shows how the webhooks of a seller fare; with an API token, those of its owner. */
import { DateTime, Effect, Option } from "effect"
import { accountOf } from "../connection/connection.ts"
import { operatorClient } from "../connection/OperatorClient.ts"
import { type SellerInput, sellerAccess } from "../connection/SellerAccess.ts"
import { printAll } from "../output/Output.ts"
import { ownWebhookTable } from "./ownWebhookTable.ts"
import { webhookTable } from "./webhookTable.ts"

const listOwn = Effect.fnUntraced(function* (input: SellerInput) {
  const owner = yield* (yield* sellerAccess(input)).as(null)
  const { webhooks } = yield* owner((api) => api.webhooks.list({ query: {} }))
  yield* printAll(input.json, webhooks, ownWebhookTable)
})

const listAll = Effect.fnUntraced(function* (input: SellerInput) {
  const { sandbox, sellerId } = yield* accountOf(input)
  const operator = yield* operatorClient(input)
  const { webhooks } = yield* operator((api) => api.webhooks.list({ params: { sellerId }, query: { sandbox } }))
  const now = yield* DateTime.now
  yield* printAll(input.json, webhooks, (all, screen) => webhookTable(all, now, screen))
})

export const listWebhooks = Effect.fn("webhooks")(function* (input: SellerInput) {
  yield* Option.isSome(input.token) ? listOwn(input) : listAll(input)
})
