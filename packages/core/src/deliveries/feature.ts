/** The history of deliveries, how webhooks fare, resends, and retry schedules. */
import { Duration, Layer } from "effect"
import type { Job } from "../background/Job.ts"
import { Resends } from "../delivery/resend/Resends.ts"
import { RetrySchedules } from "../delivery/policy/RetrySchedules.ts"
import { Events } from "../events/Events.ts"
import { feature } from "../Feature.ts"
import { storedRetention } from "../retention/RetentionRule.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import { Deliveries } from "./Deliveries.ts"
import { DeliveriesHandlers } from "./http/DeliveriesHandlers.ts"

const resending: Job<Resends> = {
  name: "resends",
  step: Resends.use(({ step }) => step),
  awaitWork: Resends.use(({ awaitWork }) => awaitWork),
  problem: "Events could not be sent again; it is tried once more",
  retryAfter: Duration.seconds(1),
  feedsDelivery: true
}

export const deliveries = feature({
  handlers: [DeliveriesHandlers],
  services: [
    Deliveries.layer.pipe(Layer.provide(Events.layer), Layer.provide(Webhooks.layer)),
    Resends.layer,
    RetrySchedules.layer
  ],
  jobs: [resending],
  limits: {},
  // our choice: a month to look into what was delivered.
  retention: {
    deliveries: storedRetention("deliveries", Duration.days(30)),
    remains: storedRetention("remains", Duration.days(30))
  }
})
