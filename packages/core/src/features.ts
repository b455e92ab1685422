/** The features of the seller API. What grows with a feature is taken from this list, and nowhere written again. */
import { access } from "./access/feature.ts"
import { campaigns } from "./campaigns/feature.ts"
import { catalog } from "./catalog/feature.ts"
import { configuration } from "./configuration/feature.ts"
import { connection } from "./connection/feature.ts"
import { deliveries } from "./deliveries/feature.ts"
import { events } from "./events/feature.ts"
import { finance } from "./finance/feature.ts"
import { history } from "./history/feature.ts"
import { lifecycle } from "./lifecycle/feature.ts"
import { media } from "./media/feature.ts"
import { phrases } from "./phrases/feature.ts"
import { products } from "./products/feature.ts"
import { reports } from "./reports/feature.ts"
import { statistics } from "./statistics/feature.ts"
import { webhooks } from "./webhooks/feature.ts"

export const features = [
  access,
  catalog,
  webhooks,
  events,
  deliveries,
  history,
  products,
  campaigns,
  finance,
  configuration,
  phrases,
  statistics,
  media,
  reports,
  lifecycle,
  connection
] as const

// The types of layers name them.
export type { Campaigns } from "./campaigns/Campaigns.ts"
export type { Configurations } from "./configuration/Configurations.ts"
export type { Finance } from "./finance/Finance.ts"
export type { MediaCampaigns } from "./media/MediaCampaigns.ts"
export type { Phrases } from "./phrases/Phrases.ts"
export type { Products } from "./products/Products.ts"
export type { ReportChunks } from "./reports/operator/ReportChunks.ts"
export type { Reports } from "./reports/Reports.ts"
export type { Statistics } from "./statistics/Statistics.ts"
