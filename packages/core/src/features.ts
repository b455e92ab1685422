/** The features of the seller API. What grows with a feature is taken from this list, and nowhere written again. */
import { access } from "./access/feature.ts"
import { catalog } from "./catalog/feature.ts"
import { deliveries } from "./deliveries/feature.ts"
import { events } from "./events/feature.ts"
import { history } from "./history/feature.ts"
import { webhooks } from "./webhooks/feature.ts"

export const features = [access, catalog, webhooks, events, deliveries, history] as const
