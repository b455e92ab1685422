/** The command `sellerkit deliveries`: its flags and its help. */
import { Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { httpClient } from "../connection/httpClient.ts"
import { account, connection } from "../flags/connectionFlags.ts"
import { idFlag } from "../flags/idFlag.ts"
import { withDefault } from "../flags/withDefault.ts"
import { loaded } from "../loaded.ts"
import { json } from "../output/Output.ts"

// our choice: more than anybody reads, and little enough to be held in memory.
const mostShown = 10_000

const Limit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: mostShown }))

export const deliveries = Command.make(
  "deliveries",
  {
    ...connection,
    json,
    ...account,
    webhook: idFlag("webhook", ({ WebhookId }) => WebhookId).pipe(
      Flag.withDescription("Only attempts to reach this webhook (default: all of the seller)"),
      Flag.optional
    ),
    failed: Flag.Boolean("failed").pipe(Flag.withDescription("Only failed attempts"), Flag.withDefault(false)),
    limit: Flag.Int("limit").pipe(
      Flag.filter(Schema.is(Limit), () => `Expected 1 to ${mostShown} attempts`),
      withDefault("How many attempts to show at most", 20)
    ),
    follow: Flag.Boolean("follow").pipe(
      Flag.withAlias("f"),
      Flag.withDescription("Show new attempts as they come, until Ctrl-C"),
      Flag.withDefault(false)
    )
  },
  loaded(async () => (await import("../deliveries/runDeliveries.ts")).runDeliveries)
).pipe(
  Command.provide(httpClient),
  Command.withDescription("Show attempts to deliver to the webhooks of a seller, the newest last"),
  Command.withExamples([
    { command: "sellerkit deliveries --failed", description: "What failed of late" },
    { command: "sellerkit deliveries --follow", description: "What is sent now" }
  ])
)
