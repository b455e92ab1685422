/**
 * `sellerkit` and its commands: the name of each, and what it takes. The code of each command is in the folders beside, and is
 * loaded when the command is run.
 */
import { Command } from "effect/cli"
import { campaigns } from "./commands/campaigns.ts"
import { deliveries } from "./commands/deliveries.ts"
import { dispatch } from "./commands/dispatch.ts"
import { doctor } from "./commands/doctor.ts"
import { events } from "./commands/events.ts"
import { imports } from "./commands/import.ts"
import { listen } from "./commands/listen.ts"
import { migrate } from "./commands/migrate.ts"
import { openapi } from "./commands/openapi.ts"
import { publish } from "./commands/publish.ts"
import { retry } from "./commands/retry.ts"
import { resend } from "./commands/resend.ts"
import { sample } from "./commands/sample.ts"
import { sandbox } from "./commands/sandbox.ts"
import { secrets } from "./commands/secrets.ts"
import { serve } from "./commands/serve.ts"
import { token } from "./commands/token.ts"
import { webhooks } from "./commands/webhooks.ts"

export const sellerkit = Command.make("sellerkit").pipe(
  Command.withDescription("The seller API of a marketplace: webhooks and campaigns"),
  Command.withSubcommands([
    { group: "Service", commands: [serve, dispatch, sandbox, migrate, doctor, secrets, openapi] },
    { group: "Sellers", commands: [token, publish, listen, imports, sample] },
    { group: "Campaigns", commands: [campaigns] },
    { group: "Delivery", commands: [webhooks, deliveries, events, retry, resend] }
  ])
)
