/** Sellerkit inside a process of the host's, with promises. */
export {
  type Category,
  EventCatalog,
  eventScope,
  EventsRejected,
  eventType,
  IdempotencyConflict,
  NoSubscriptions,
  type PublishedEvent,
  publishedCatalog,
  PublicKeyInvalid,
  ServiceDisabled,
  StorageError,
  TokensMadeElsewhere,
  WebhookDisabled,
  WebhookLimitReached,
  WebhookNotFound
} from "@sellerkit/core"
export type { CatalogEvent } from "./CatalogEvent.ts"
export { createSellerkit } from "./createSellerkit.ts"
export { InputInvalid } from "./InputInvalid.ts"
export type { LogEntry } from "./LogEntry.ts"
export { OptionsInvalid } from "./OptionsInvalid.ts"
export type { Seller, Sellerkit, TokenRequest } from "./Sellerkit.ts"
export { SellerkitClosed } from "./SellerkitClosed.ts"
export type { OperationsReceiverOption, SecretKeyOption, SellerkitOptions, TokenKey } from "./SellerkitOptions.ts"
export type { NewWebhook, SellerkitWebhooks, WebhookEdit, WebhookOwner, WebhookRecord } from "./SellerkitWebhooks.ts"
