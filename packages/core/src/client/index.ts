/** The client: no handlers and no storage come with it. */
export * as Client from "./Client.ts"
export * as OperatorClient from "./OperatorClient.ts"
export * as Paging from "./Paging.ts"
export * as Rows from "./Rows.ts"
export {
  type CallOptions,
  createSellerClient,
  type SellerClientOptions,
  type SellerPromises
} from "./createSellerClient.ts"
export type { CampaignView } from "../campaigns/http/campaignView.ts"
export type { DeliveryView } from "../deliveries/http/DeliveriesApi.ts"
export * from "../http/operation/Problem.ts"
export { Refused } from "../http/refusals/Refused.ts"
export { StatusForbidden, StatusTooManyRequests, StatusUnauthorized } from "../http/refusals/StatusProblem.ts"
export { TooManyRequests } from "../http/operation/TooManyRequests.ts"
export { SellerApi } from "../SellerApi.ts"
export type { MonitoredWebhookView } from "../webhooks/operator/OperatorWebhooksApi.ts"
export type { ReencryptionView } from "../webhooks/operator/SecretsApi.ts"
