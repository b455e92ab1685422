/**
 * The published description of the API as this installation runs it: the declared operations, the installation's own rate
 * limits, and the notification that its webhooks send, with the event types of its catalog.
 */
import { OpenApi } from "effect/http-api"
import type { EventCatalog } from "../catalog/Catalog.ts"
import type { Limit, LimitName } from "../limits/Limits.ts"
import { withAnswerHeaders } from "./answerHeaders.ts"
import { withCategories } from "./categoriesDescription.ts"
import type { Description } from "./Description.ts"
import { withNotification } from "./notificationDescription.ts"
import { publishedPath } from "./pathNames.ts"
import { readable } from "./readable.ts"
import { SellerApi } from "./SellerApi.ts"
import { withTokenScheme } from "./tokenDescription.ts"

type Limits = Readonly<Record<LimitName, Limit>>

const withLimit = (operation: Description, limits: Limits): Description => {
  const limit = operation["x-rate-limit"]
  const { permits, window } = limits[limit.budget as LimitName]
  return { ...operation, "x-rate-limit": { ...limit, requests: permits, window: String(window) } }
}

const subscribing: ReadonlySet<unknown> = new Set(["webhooks.create", "webhooks.edit"])

/** What only an installation knows, and what middleware adds to every answer. */
const describedOperation = (operation: Description, catalog: EventCatalog, limits: Limits): Description => {
  const complete = withAnswerHeaders(withLimit(operation, limits))
  return subscribing.has(operation["operationId"])
    ? { ...complete, description: withCategories(operation["description"], catalog) }
    : complete
}

const withOperations = (spec: Description, catalog: EventCatalog, limits: Limits): Description => {
  const paths = Object.entries<Record<string, Description>>(spec["paths"]).map(([path, methods]) => {
    const operations = Object.entries(methods).map(([method, operation]) => [
      method,
      describedOperation(operation, catalog, limits)
    ])
    return [publishedPath(path), Object.fromEntries(operations)]
  })
  return { ...spec, paths: Object.fromEntries(paths) }
}

/** The API with a description that fits this installation; to callers nothing else differs. */
export const describedApi = (catalog: EventCatalog, limits: Limits): typeof SellerApi =>
  SellerApi.annotate(OpenApi.Transform, (spec) =>
    withOperations(readable(withNotification(withTokenScheme(spec), catalog)) as Description, catalog, limits)
  ) as typeof SellerApi

/** The OpenAPI document of an installation. */
export const openApiDocument = (catalog: EventCatalog, limits: Limits): OpenApi.OpenAPISpec =>
  OpenApi.fromApi(describedApi(catalog, limits))
