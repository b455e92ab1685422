/** `sellerkit webhooks`: how the webhooks of a seller fare. */
import { DateTime, Effect } from "effect"
import { Command } from "effect/cli"
import { account, accountOf, connection } from "../connection/connection.ts"
import { operatorClient } from "../connection/OperatorClient.ts"
import { json, printAll } from "../output/Output.ts"
import { webhookTable } from "./webhookTable.ts"

export const webhooks = Command.make(
  "webhooks",
  { ...connection, json, ...account },
  Effect.fn(function* (input) {
    const { sandbox, sellerId } = yield* accountOf(input)
    const operator = yield* operatorClient(input)
    const { webhooks } = yield* operator((api) => api.webhooks.list({ params: { sellerId }, query: { sandbox } }))
    const now = yield* DateTime.now
    yield* printAll(input.json, webhooks, (all, screen) => webhookTable(all, now, screen))
  })
).pipe(
  Command.withDescription("Show how the webhooks of a seller and its services fare"),
  Command.withExamples([{ command: "sellerkit webhooks", description: "Which of them fail, and what waits" }])
)
