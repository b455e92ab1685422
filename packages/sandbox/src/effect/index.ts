/** The sandbox for programs on Effect: a layer, with a clock that `TestClock` moves. */
export {
  type CreatedWebhook,
  type PublicationRefused,
  type TokenOptions,
  TokenRefused,
  type WebhookOptions,
  WebhookRefused
} from "./commands.ts"
export { type MarketOptions, MarketRefused, type Scenario } from "@sellerkit/core/market"
export type { SandboxOptions } from "./layers.ts"
export {
  type CreditOptions,
  CreditRefused,
  type MediaCampaignOptions,
  MediaCampaignRefused,
  ProductsRefused,
  type SellerFunds
} from "./marketplaceSide.ts"
export type { SampleOptions } from "../sample/SampleSeller.ts"
export type { SampleCounts } from "./recordSample.ts"
export { type ReportRowsOptions, ReportRowsRefused } from "./reportRows.ts"
export { NothingArrived } from "./NothingArrived.ts"
export { Sandbox } from "./Sandbox.ts"
export type { WaitOptions } from "./nextNotification.ts"
export type { AccountOptions } from "./AccountOptions.ts"
