/** Webhooks: what owners do with them, and their secrets. */
import { feature } from "../Feature.ts"
import { webhookLimits } from "./http/webhookLimits.ts"
import { WebhooksHandlers } from "./http/WebhooksHandlers.ts"
import { OperationalEvents } from "./OperationalEvents.ts"
import { SecretReencryption } from "./SecretReencryption.ts"
import { UrlCheck } from "./UrlCheck.ts"
import { Webhooks } from "./Webhooks.ts"

export const webhooks = feature({
  handlers: [WebhooksHandlers],
  services: [Webhooks.layer, SecretReencryption.layer, UrlCheck.layer, OperationalEvents.layer],
  jobs: [],
  limits: webhookLimits,
  retention: {}
})
