import { Command } from "effect/cli"
import { httpClient } from "../connection/httpClient.ts"
import { account, connection } from "../flags/connectionFlags.ts"
import { loaded } from "../loaded.ts"
import { json } from "../output/Output.ts"

export const webhooks = Command.make(
  "webhooks",
  { ...connection, json, ...account },
  loaded(async () => (await import("../webhooks/listWebhooks.ts")).listWebhooks)
).pipe(
  Command.provide(httpClient),
  Command.withDescription("Show how the webhooks of a seller and its services fare"),
  Command.withExamples([{ command: "sellerkit webhooks", description: "Which of them fail, and what waits" }])
)
