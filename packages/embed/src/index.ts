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
export type { MonitoredWebhookRecord } from "./MonitoredWebhookRecord.ts"
export { OptionsInvalid } from "./OptionsInvalid.ts"
export type { SecretsReencrypted } from "./SecretsReencrypted.ts"
export type { Seller } from "./Seller.ts"
export type { Sellerkit, TokenRequest } from "./Sellerkit.ts"
export { SellerkitClosed } from "./SellerkitClosed.ts"
export type { OperationsReceiverOption, SecretKeyOption, SellerkitOptions, TokenKey } from "./SellerkitOptions.ts"
export type { RecordedStatistics, SellerCampaign, SellerkitCampaigns } from "./SellerkitCampaigns.ts"
export type { FundsCredit, FundsRecord, SellerFunds, SellerkitFunds } from "./SellerkitFunds.ts"
export type { SellerMediaCampaign, SellerkitMediaCampaigns } from "./SellerkitMediaCampaigns.ts"
export type { SellerkitReports } from "./SellerkitReports.ts"
export type { SellerkitProducts } from "./SellerkitProducts.ts"
export type { ResendPeriod, ResendRecord, SellerkitResends } from "./SellerkitResends.ts"
export type { RetryScheduleRecord, SellerkitRetries } from "./SellerkitRetries.ts"
export type { ProductSourceOption, ReportSourceOption, Sources, StatisticsSourceOption } from "./Sources.ts"
export type { NewWebhook, SellerkitWebhooks, WebhookEdit, WebhookOwner, WebhookRecord } from "./SellerkitWebhooks.ts"
