/** Shows how the webhooks of a seller fare. */
import { DateTime, Effect } from "effect"
import { accountOf, type Connection, type GivenAccount } from "../connection/connection.ts"
import { operatorClient } from "../connection/OperatorClient.ts"
import { type AsJson, printAll } from "../output/Output.ts"
import { webhookTable } from "./webhookTable.ts"

interface Input extends Connection, GivenAccount {
  readonly json: AsJson
}

export const listWebhooks = Effect.fn("webhooks")(function* (input: Input) {
  const { sandbox, sellerId } = yield* accountOf(input)
  const operator = yield* operatorClient(input)
  const { webhooks } = yield* operator((api) => api.webhooks.list({ params: { sellerId }, query: { sandbox } }))
  const now = yield* DateTime.now
  yield* printAll(input.json, webhooks, (all, screen) => webhookTable(all, now, screen))
})
