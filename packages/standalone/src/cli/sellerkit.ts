/** `sellerkit` and its commands. */
import { Command } from "effect/cli"
import { deliveries } from "./deliveries.ts"
import { dispatch } from "./dispatch.ts"
import { doctor } from "./doctor.ts"
import { events } from "./events.ts"
import { listen } from "./listen.ts"
import { migrate } from "./migrate.ts"
import { openapi } from "./openapi.ts"
import { publish } from "./publish.ts"
import { resend } from "./resend.ts"
import { sandbox } from "./sandbox.ts"
import { secrets } from "./secrets.ts"
import { serve } from "./serve.ts"
import { token } from "./token.ts"
import { webhooks } from "./webhooks.ts"

export const sellerkit = Command.make("sellerkit").pipe(
  Command.withDescription("Webhooks for a marketplace's sellers"),
  Command.withSubcommands([
    { group: "Service", commands: [serve, dispatch, sandbox, migrate, doctor, secrets, openapi] },
    { group: "Sellers", commands: [token, publish, listen] },
    { group: "Delivery", commands: [webhooks, deliveries, events, resend] }
  ])
)
