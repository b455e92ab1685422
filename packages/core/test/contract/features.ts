/** The features of the API with the tables of their documents. A new feature is a table in its own folder, and a line here. */
import { campaignsContract } from "../campaigns/contract.ts"
import { catalogContract } from "../catalog/contract.ts"
import { configurationContract } from "../configuration/contract.ts"
import { connectionContract } from "../connection/contract.ts"
import { deliveriesContract } from "../deliveries/contract.ts"
import { eventsContract } from "../events/contract.ts"
import { financeContract } from "../finance/contract.ts"
import { historyContract } from "../history/contract.ts"
import { changeLogContract } from "../lifecycle/contract.ts"
import { mediaContract } from "../media/contract.ts"
import { phrasesContract } from "../phrases/contract.ts"
import { productsContract } from "../products/contract.ts"
import { reportsContract } from "../reports/contract.ts"
import { statisticsContract } from "../statistics/contract.ts"
import { webhooksContract } from "../webhooks/contract.ts"
import type { FeatureContract } from "./FeatureContract.ts"

export const features: ReadonlyArray<FeatureContract> = [
  catalogContract,
  webhooksContract,
  eventsContract,
  deliveriesContract,
  historyContract,
  productsContract,
  campaignsContract,
  financeContract,
  configurationContract,
  phrasesContract,
  statisticsContract,
  mediaContract,
  reportsContract,
  changeLogContract,
  connectionContract
]
