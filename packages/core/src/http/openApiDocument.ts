/**
 * The published description of the API as this installation runs it: the declared operations, the installation's own rate
 * limits, and the notification that its webhooks send, with the event types of its catalog.
 */
import { OpenApi } from "effect/http-api"
import type { EventCatalog } from "../catalog/Catalog.ts"
import type { Limit, LimitName } from "../limits/Limits.ts"
import type { Description } from "./Description.ts"
import { withNotification } from "./notificationDescription.ts"
import { publishedPath } from "./pathNames.ts"
import { readable } from "./readable.ts"
import { SellerApi } from "./SellerApi.ts"

type Limits = Readonly<Record<LimitName, Limit>>

/** Every operation with the limit that holds here. */
const withLimits = (spec: Description, limits: Limits): Description => {
  const paths = Object.entries<Record<string, Description>>(spec["paths"]).map(([path, methods]) => {
    const operations = Object.entries(methods).map(([method, operation]) => {
      const { permits, window } = limits[operation["x-rate-limit"].budget as LimitName]
      return [
        method,
        { ...operation, "x-rate-limit": { ...operation["x-rate-limit"], requests: permits, window: String(window) } }
      ]
    })
    return [publishedPath(path), Object.fromEntries(operations)]
  })
  return { ...spec, paths: Object.fromEntries(paths) }
}

/** The API with a description that fits this installation; to callers nothing else differs. */
export const describedApi = (catalog: EventCatalog, limits: Limits): typeof SellerApi =>
  SellerApi.annotate(OpenApi.Transform, (spec) =>
    withLimits(readable(withNotification(spec, catalog)) as Description, limits)
  ) as typeof SellerApi

/** The OpenAPI document of an installation. */
export const openApiDocument = (catalog: EventCatalog, limits: Limits): OpenApi.OpenAPISpec =>
  OpenApi.fromApi(describedApi(catalog, limits))
