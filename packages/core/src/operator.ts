/** The operator interface, for hosts that mount it. */
export { tokenOperations } from "./access/operator/tokenOperations.ts"
export { resendOperations } from "./deliveries/operator/resendOperations.ts"
export { retryScheduleOperations } from "./deliveries/operator/retryScheduleOperations.ts"
export { campaignOperations } from "./campaigns/operator/campaignOperations.ts"
export { CampaignInput } from "./campaigns/operator/OperatorCampaignsApi.ts"
export { fundsOperations } from "./finance/operator/fundsOperations.ts"
export { mediaOperations } from "./media/operator/mediaOperations.ts"
export { described } from "./operator/described.ts"
export { operatorDocument } from "./operator/description/operatorDocument.ts"
export { CompressedBody } from "./operator/middleware/CompressedBody.ts"
export { OperatorAuthorization } from "./operator/middleware/OperatorAuthorization.ts"
export { OperatorScope } from "./operator/middleware/OperatorScope.ts"
export { SellerRouting } from "./operator/middleware/SellerRouting.ts"
export { type AnswerForSeller, forward } from "./operator/AnswerForSeller.ts"
export { DataOf } from "./operator/DataOf.ts"
export { WholeMetrics } from "./operator/metrics/WholeMetrics.ts"
export * as OperatorRoutes from "./operator/OperatorRoutes.ts"
export { OperatorApi } from "./OperatorApi.ts"
export {
  operatorHandlersLayer,
  type OperatorInterface,
  operatorInterface,
  operatorRoutes
} from "./OperatorInterface.ts"
export { productOperations } from "./products/operator/productOperations.ts"
export { ReportChunks } from "./reports/operator/ReportChunks.ts"
export { reportOperations } from "./reports/operator/reportOperations.ts"
export { statisticsOperations } from "./statistics/operator/statisticsOperations.ts"
export type { MonitoredWebhookView } from "./webhooks/operator/OperatorWebhooksApi.ts"
export { webhookOperations } from "./webhooks/operator/webhookOperations.ts"
