/** What adapters to other platforms than Node.js are made of. It imports nothing of Node.js. */
export { acceptedTokensLayer } from "./acceptedTokens.ts"
export { type CheckedOptions, checkOptions, type Options } from "./options/CheckedOptions.ts"
export type { CatalogEvent, CatalogSubscription, StoredSubscription } from "./CatalogEvent.ts"
export { decodeInput } from "./InputInvalid.ts"
export { type LogEntry, logLayer } from "./LogEntry.ts"
export { OptionsInvalid } from "./options/OptionsInvalid.ts"
export type { SecretsReencrypted } from "./methods/SecretsReencrypted.ts"
export type { Seller } from "./Seller.ts"
export { issueToken, makeMethods, openSellerkit, type Sellerkit, type SellerkitMethods } from "./Sellerkit.ts"
export type { SellerkitOptions, TokenKey } from "./options/SellerkitOptions.ts"
export type {
  NewWebhook,
  SellerkitWebhooks,
  WebhookEdit,
  WebhookOwner,
  WebhookRecord
} from "./methods/SellerkitWebhooks.ts"
export { type Platform, serviceLayer } from "./serviceLayer.ts"
export { tokenIssuerLayer } from "./tokenIssuerLayer.ts"
