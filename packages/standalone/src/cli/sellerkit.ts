/** `sellerkit` and its commands. */
import { Command } from "effect/cli"
import { deliveries } from "./deliveries/runDeliveries.ts"
import { dispatch } from "./process/runDispatch.ts"
import { doctor } from "./doctor/runDoctor.ts"
import { events } from "./events/showEvent.ts"
import { listen } from "./listen/runListen.ts"
import { migrate } from "./database/runMigrate.ts"
import { openapi } from "./openapi/printOpenApi.ts"
import { publish } from "./events/publishEvent.ts"
import { resend } from "./resend/runResend.ts"
import { sandbox } from "./process/runSandbox.ts"
import { secrets } from "./database/runReencrypt.ts"
import { serve } from "./process/runServe.ts"
import { token } from "./tokens/makeToken.ts"
import { webhooks } from "./webhooks/listWebhooks.ts"

export const sellerkit = Command.make("sellerkit").pipe(
  Command.withDescription("Webhooks for a marketplace's sellers"),
  Command.withSubcommands([
    { group: "Service", commands: [serve, dispatch, sandbox, migrate, doctor, secrets, openapi] },
    { group: "Sellers", commands: [token, publish, listen] },
    { group: "Delivery", commands: [webhooks, deliveries, events, resend] }
  ])
)
