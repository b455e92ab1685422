/** The declared operations of all features: what clients and descriptions need of them. Their handlers are in `features.ts`. */
import { CampaignsApi } from "./campaigns/http/CampaignsApi.ts"
import { EventTypesApi } from "./catalog/http/EventTypesApi.ts"
import { ConfigurationApi } from "./configuration/http/ConfigurationApi.ts"
import { ConnectionApi } from "./connection/http/ConnectionApi.ts"
import { DeliveriesApi } from "./deliveries/http/DeliveriesApi.ts"
import { EventsApi } from "./events/http/EventsApi.ts"
import { FinanceApi } from "./finance/http/FinanceApi.ts"
import { HistoryApi } from "./history/http/HistoryApi.ts"
import { sellerApi } from "./http/sellerApi.ts"
import { ChangeLogApi } from "./lifecycle/http/ChangeLogApi.ts"
import { MediaApi } from "./media/http/MediaApi.ts"
import { PhrasesApi } from "./phrases/http/PhrasesApi.ts"
import { ProductsApi } from "./products/http/ProductsApi.ts"
import { ReportsApi } from "./reports/http/ReportsApi.ts"
import { StatisticsApi } from "./statistics/http/StatisticsApi.ts"
import { WebhooksApi } from "./webhooks/http/WebhooksApi.ts"

export class SellerApi extends sellerApi(
  EventTypesApi,
  WebhooksApi,
  EventsApi,
  DeliveriesApi,
  HistoryApi,
  ProductsApi,
  CampaignsApi,
  FinanceApi,
  ConfigurationApi,
  PhrasesApi,
  StatisticsApi,
  MediaApi,
  ReportsApi,
  ChangeLogApi,
  ConnectionApi
) {}
