/** The seller API, as routes, with its description. */
import { allOf, together } from "../Feature.ts"
import { features } from "../features.ts"
import { openApiDocument } from "../http/description/openApiDocument.ts"
import * as Routes from "../http/Routes.ts"
import { SellerApi } from "../SellerApi.ts"
import { eventTypeFacts } from "../webhooks/http/description/payloadSchemas.ts"

/** With the event types and limits of the installation. */
export const sellerApiDocument = openApiDocument(SellerApi, () => import("../documentation.ts"), eventTypeFacts)

export const sellerRoutes = Routes.layer(SellerApi, together(allOf(features, "handlers")), sellerApiDocument)
