/** What people read of all features. It is larger than what it is about, and is loaded when somebody reads. */
import { catalogDocumentation } from "./catalog/http/documentation.ts"
import { deliveryDocumentation } from "./deliveries/http/documentation.ts"
import { eventDocumentation } from "./events/http/documentation.ts"
import { historyDocumentation } from "./history/http/documentation.ts"
import { sellerDocument } from "./http/description/sellerDocument.ts"
import { webhookDocumentation } from "./webhooks/http/documentation.ts"

export const documentation = [
  catalogDocumentation,
  webhookDocumentation,
  eventDocumentation,
  deliveryDocumentation,
  historyDocumentation
]

/** The description of an API with these features, by its declarations. */
export const describe = sellerDocument(documentation)
