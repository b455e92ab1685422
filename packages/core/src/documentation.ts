/** What people read of all features. It is larger than what it is about, and is loaded when somebody reads. */
import { campaignDocumentation } from "./campaigns/http/documentation.ts"
import { catalogDocumentation } from "./catalog/http/documentation.ts"
import { configurationDocumentation } from "./configuration/http/documentation.ts"
import { connectionDocumentation } from "./connection/http/documentation.ts"
import { deliveryDocumentation } from "./deliveries/http/documentation.ts"
import { eventDocumentation } from "./events/http/documentation.ts"
import { financeDocumentation } from "./finance/http/documentation.ts"
import { historyDocumentation } from "./history/http/documentation.ts"
import { sellerDocument } from "./http/description/sellerDocument.ts"
import { changeLogDocumentation } from "./lifecycle/http/documentation.ts"
import { mediaDocumentation } from "./media/http/documentation.ts"
import { phraseDocumentation } from "./phrases/http/documentation.ts"
import { productDocumentation } from "./products/http/documentation.ts"
import { reportDocumentation } from "./reports/http/documentation.ts"
import { statisticsDocumentation } from "./statistics/http/documentation.ts"
import { webhookDocumentation } from "./webhooks/http/documentation.ts"

export const documentation = [
  catalogDocumentation,
  webhookDocumentation,
  eventDocumentation,
  deliveryDocumentation,
  historyDocumentation,
  productDocumentation,
  campaignDocumentation,
  financeDocumentation,
  configurationDocumentation,
  phraseDocumentation,
  statisticsDocumentation,
  mediaDocumentation,
  reportDocumentation,
  changeLogDocumentation,
  connectionDocumentation
]

/** The description of an API with these features, by its declarations. */
export const describe = sellerDocument(documentation)
