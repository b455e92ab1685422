/** Sellerkit inside a process of the host's, with promises. */
export {
  type Category,
  CreditDiffers,
  type DeliveryRecord,
  type EventRecord,
  type FateRecord,
  DeliveryNotFound,
  EventCatalog,
  EventNotFound,
  eventScope,
  EventsRejected,
  FundsExceeded,
  eventType,
  IdempotencyConflict,
  NoSecretKey,
  NoSubscriptions,
  type Days,
  type KeywordStatistics,
  type MediaStatisticsRow,
  type Product,
  ProductNotFound,
  type PublishedEvent,
  publishedCatalog,
  PublicKeyInvalid,
  ResendNotFound,
  ResendToDisabled,
  type RetryScheduleInput,
  ServiceDisabled,
  type StatisticsRow,
  StorageError,
  type Subject,
  TokensMadeElsewhere,
  WebhookDisabled,
  WebhookLimitReached,
  WebhookNotFound
} from "@sellerkit/core"
export type { CatalogEvent, CatalogSubscription, StoredSubscription } from "./CatalogEvent.ts"
export { createSellerkit } from "./createSellerkit.ts"
export { InputInvalid } from "./InputInvalid.ts"
export type { LogEntry } from "./LogEntry.ts"
export type { MonitoredWebhookRecord } from "./methods/MonitoredWebhookRecord.ts"
export { OptionsInvalid } from "./options/OptionsInvalid.ts"
export type { SecretsReencrypted } from "./methods/SecretsReencrypted.ts"
export type { Seller } from "./Seller.ts"
export type { Sellerkit, TokenRequest } from "./Sellerkit.ts"
export { SellerkitClosed } from "./SellerkitClosed.ts"
export type {
  OperationsReceiverOption,
  SecretKeyOption,
  SellerkitOptions,
  TokenKey
} from "./options/SellerkitOptions.ts"
export type { RecordedStatistics, SellerCampaign, SellerkitCampaigns } from "./methods/SellerkitCampaigns.ts"
export type { FundsCredit, FundsRecord, SellerFunds, SellerkitFunds } from "./methods/SellerkitFunds.ts"
export type { SellerMediaCampaign, SellerkitMediaCampaigns } from "./methods/SellerkitMediaCampaigns.ts"
export type { SellerkitReports } from "./methods/SellerkitReports.ts"
export type { SellerkitProducts } from "./methods/SellerkitProducts.ts"
export type { ResendPeriod, ResendRecord, SellerkitResends } from "./methods/SellerkitResends.ts"
export type { RetryScheduleRecord, SellerkitRetries } from "./methods/SellerkitRetries.ts"
export type { ProductSourceOption, ReportSourceOption, Sources, StatisticsSourceOption } from "./options/Sources.ts"
export type {
  NewWebhook,
  SellerkitWebhooks,
  WebhookEdit,
  WebhookOwner,
  WebhookRecord
} from "./methods/SellerkitWebhooks.ts"
