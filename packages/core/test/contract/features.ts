/** The features of the API with the tables of their documents. A new feature is a table in its own folder, and a line here. */
import { catalogContract } from "../catalog/contract.ts"
import { deliveriesContract } from "../deliveries/contract.ts"
import { eventsContract } from "../events/contract.ts"
import { historyContract } from "../history/contract.ts"
import { webhooksContract } from "../webhooks/contract.ts"
import type { FeatureContract } from "./FeatureContract.ts"

export const features: ReadonlyArray<FeatureContract> = [
  catalogContract,
  webhooksContract,
  eventsContract,
  deliveriesContract,
  historyContract
]
