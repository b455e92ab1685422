/** Events: publishing them, and their history. */
import { Duration, Layer } from "effect"
import { feature } from "../Feature.ts"
import { storedRetention } from "../retention/RetentionRule.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import { Events } from "./Events.ts"
import { EventsHandlers } from "./http/EventsHandlers.ts"

export const events = feature({
  handlers: [EventsHandlers],
  services: [Layer.provide(Events.layer, Webhooks.layer)],
  jobs: [],
  limits: {},
  // our choice: a month to look into what happened.
  retention: { events: storedRetention("events", Duration.days(30)) }
})
