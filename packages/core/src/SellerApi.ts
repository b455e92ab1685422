/** The declared operations of all features: what clients and descriptions need of them. Their handlers are in `features.ts`. */
import { EventTypesApi } from "./catalog/http/EventTypesApi.ts"
import { DeliveriesApi } from "./deliveries/http/DeliveriesApi.ts"
import { EventsApi } from "./events/http/EventsApi.ts"
import { HistoryApi } from "./history/http/HistoryApi.ts"
import { sellerApi } from "./http/sellerApi.ts"
import { WebhooksApi } from "./webhooks/http/WebhooksApi.ts"

export class SellerApi extends sellerApi(EventTypesApi, WebhooksApi, EventsApi, DeliveriesApi, HistoryApi) {}
