/** Ends the pause of a webhook, and shows how it does then. */
import { DateTime, Effect } from "effect"
import { accountOf, type Connection, type GivenAccount } from "../connection/connection.ts"
import { operatorClient } from "../connection/OperatorClient.ts"
import { type AsJson, printAll } from "../output/Output.ts"
import { findWebhook } from "./findWebhook.ts"
import { webhookTable } from "./webhookTable.ts"

interface Input extends Connection, GivenAccount {
  readonly json: AsJson
  readonly webhook: string
}

export const retryWebhook = Effect.fn("retry")(function* (input: Input) {
  const { sandbox, sellerId } = yield* accountOf(input)
  const operator = yield* operatorClient(input)
  const query = { sandbox }
  const { webhooks } = yield* operator((api) => api.webhooks.list({ params: { sellerId }, query }))
  const { id } = yield* findWebhook(webhooks, input.webhook)
  const retried = yield* operator((api) => api.webhooks.retry({ params: { sellerId, id }, query }))
  const now = yield* DateTime.now
  yield* printAll(input.json, [retried], (all, screen) => webhookTable(all, now, screen))
})
