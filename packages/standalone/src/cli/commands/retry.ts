/** The command `sellerkit retry`: its flags and its help. */
import { Argument, Command } from "effect/cli"
import { httpClient } from "../connection/httpClient.ts"
import { account, connection } from "../flags/connectionFlags.ts"
import { loaded } from "../loaded.ts"
import { json } from "../output/Output.ts"

export const retry = Command.make(
  "retry",
  {
    ...connection,
    json,
    ...account,
    webhook: Argument.String("webhook").pipe(Argument.withDescription("Its id, or its name"))
  },
  loaded(async () => (await import("../webhooks/retryWebhook.ts")).retryWebhook)
).pipe(
  Command.provide(httpClient),
  Command.withDescription(
    "Send now what waits for a webhook that pauses after a failure, because its receiver is back"
  ),
  Command.withExamples([
    { command: 'sellerkit retry "My webhook"', description: "End its pause, and show how it fares" }
  ])
)
