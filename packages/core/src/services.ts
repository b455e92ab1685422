/** The domain's services, over the ports. */
import { Layer } from "effect"
import { RevokedTokens } from "./access/RevokedTokens.ts"
import { Deliveries } from "./delivery/Deliveries.ts"
import { Resends } from "./delivery/Resends.ts"
import { RetrySchedules } from "./delivery/RetrySchedules.ts"
import { Events } from "./events/Events.ts"
import { History } from "./history/History.ts"
import { RateBudget } from "./limits/RateBudget.ts"
import { Records } from "./records/Records.ts"
import { OperationalEvents } from "./webhooks/OperationalEvents.ts"
import { SecretReencryption } from "./webhooks/SecretReencryption.ts"
import { UrlCheck } from "./webhooks/UrlCheck.ts"
import { Webhooks } from "./webhooks/Webhooks.ts"

/**
 * Everything that the HTTP API and the dispatcher call. Needs the storage ports, a vault for secrets, a transport,
 * randomness and a rate limiter.
 */
export const servicesLayer = Layer.mergeAll(Deliveries.layer, Resends.layer, RetrySchedules.layer).pipe(
  Layer.provideMerge(Events.layer),
  Layer.provideMerge(
    Layer.mergeAll(
      Webhooks.layer,
      SecretReencryption.layer,
      History.layer,
      RevokedTokens.layer,
      UrlCheck.layer,
      RateBudget.layer,
      OperationalEvents.layer
    )
  ),
  Layer.provideMerge(Records.layer)
)
