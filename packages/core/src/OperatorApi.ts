/** The operator's operations of all features: what clients and descriptions need of them. Their handlers are in `OperatorInterface.ts`. */
import { SellersApi } from "./access/operator/SellersApi.ts"
import { TokensApi } from "./access/operator/TokensApi.ts"
import { OperatorCampaignsApi } from "./campaigns/operator/OperatorCampaignsApi.ts"
import { OperatorConfigurationApi } from "./configuration/operator/OperatorConfigurationApi.ts"
import { OperatorDeliveriesApi } from "./deliveries/operator/OperatorDeliveriesApi.ts"
import { ResendsApi } from "./deliveries/operator/ResendsApi.ts"
import { RetrySchedulesApi } from "./deliveries/operator/RetrySchedulesApi.ts"
import { DispatchersApi } from "./dispatchers/operator/DispatchersApi.ts"
import { OperatorEventsApi } from "./events/operator/OperatorEventsApi.ts"
import { OperatorFundsApi } from "./finance/operator/OperatorFundsApi.ts"
import { OperatorMediaApi } from "./media/operator/OperatorMediaApi.ts"
import { operatorApi } from "./operator/operatorApi.ts"
import { OperatorProductsApi } from "./products/operator/OperatorProductsApi.ts"
import { OperatorReportsApi } from "./reports/operator/OperatorReportsApi.ts"
import { OperatorStatisticsApi } from "./statistics/operator/OperatorStatisticsApi.ts"
import { OperatorWebhooksApi } from "./webhooks/operator/OperatorWebhooksApi.ts"
import { SecretsApi } from "./webhooks/operator/SecretsApi.ts"
import { ServicesApi } from "./webhooks/operator/ServicesApi.ts"

export class OperatorApi extends operatorApi(
  SellersApi,
  DispatchersApi,
  OperatorEventsApi,
  OperatorWebhooksApi,
  OperatorDeliveriesApi,
  ResendsApi,
  RetrySchedulesApi,
  TokensApi,
  ServicesApi,
  SecretsApi,
  OperatorProductsApi,
  OperatorFundsApi,
  OperatorCampaignsApi,
  OperatorStatisticsApi,
  OperatorMediaApi,
  OperatorReportsApi,
  OperatorConfigurationApi
) {}
