/** A sandbox for tests of programs that integrate with Sellerkit. */
export type { DeliveryRecord, EventRecord, FateRecord, Product } from "@sellerkit/core"
export { CallRefused } from "./CallRefused.ts"
export type { MadeUpEvents, SandboxEvent } from "./data/MadeUpEvents.ts"
export { type MarketOptions, MarketRefused, type Scenario } from "@sellerkit/core/market"
export type { SandboxOptions } from "./effect/layers.ts"
export {
  type CreditOptions,
  CreditRefused,
  type MediaCampaignOptions,
  MediaCampaignRefused,
  ProductsRefused,
  type SellerFunds
} from "./effect/marketplaceSide.ts"
export type { SampleCounts } from "./effect/recordSample.ts"
export { type ReportRowsOptions, ReportRowsRefused } from "./effect/reportRows.ts"
export { NothingArrived } from "./effect/NothingArrived.ts"
export {
  type CreatedWebhook,
  type TokenOptions,
  TokenRefused,
  type WebhookOptions,
  WebhookRefused
} from "./effect/commands.ts"
export type { WaitOptions } from "./effect/nextNotification.ts"
export type { AccountOptions } from "./effect/AccountOptions.ts"
export type { Snapshot } from "./effect/snapshot.ts"
export type { WebhookView } from "./effect/views.ts"
export type { FetchHandler } from "./receiver/connectedTransport.ts"
export type { Answer, ReceivedEvent, ReceivedNotification } from "./receiver/Notification.ts"
export type { Receiver } from "./receiver/Receiver.ts"
export type { Failure, Rule, Times } from "./receiver/Script.ts"
export { type SampleOptions, type SampleRows, SampleSeller } from "./sample/SampleSeller.ts"
export { type CallOptions, Sandbox, type SandboxReceiver } from "./Sandbox.ts"
export { NeverStill } from "./time/SimulatedTime.ts"
