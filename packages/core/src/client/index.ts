/** The client: no handlers and no storage come with it. */
export * as Client from "./Client.ts"
export * as OperatorClient from "./OperatorClient.ts"
export * as Paging from "./Paging.ts"
export * from "../http/Problem.ts"
export { TooManyRequests } from "../http/TooManyRequests.ts"
export type { MonitoredWebhookView } from "../operator/groups/WebhooksApi.ts"
export type { ReencryptionView } from "../operator/groups/SecretsApi.ts"
export { SellerApi } from "../http/SellerApi.ts"
