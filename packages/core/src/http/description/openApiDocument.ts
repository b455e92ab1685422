/**
 * The published description of the API as this installation runs it: the declared operations, the installation's own rate
 * limits, and the notification that its webhooks send, with the event types of its catalog.
 */
import { Effect } from "effect"
import { OpenApi } from "effect/http-api"
import type { EventCatalog } from "../../catalog/Catalog.ts"
import type { Limit, LimitName } from "../../limits/Limits.ts"
import { publishedPath } from "../pathNames.ts"
import { SellerApi } from "../SellerApi.ts"
import { withAnswerHeaders } from "./answerHeaders.ts"
import { withCategories } from "./categoriesDescription.ts"
import { type Description, mapParts } from "./Description.ts"
import { documented } from "./documented.ts"
import { withNotification } from "./notificationDescription.ts"
import { readable } from "./readable.ts"
import { tokenRequirement, withTokenScheme } from "./tokenDescription.ts"

const subscribing: ReadonlySet<unknown> = new Set(["webhooks.create", "webhooks.edit", "webhooks.editAlias"])

interface Installation {
  readonly catalog: EventCatalog
  readonly limits: Readonly<Record<LimitName, Limit>>
}

/** What only an installation knows, and what middleware adds to every answer. */
const ofInstallation = (operation: Description, { catalog, limits }: Installation): Description => {
  const { description, operationId, responses, "x-rate-limit": named } = operation
  const limit = limits[named.budget as LimitName]
  return {
    ...operation,
    description: subscribing.has(operationId) ? withCategories(description, catalog) : description,
    responses: withAnswerHeaders(responses, limit),
    security: tokenRequirement,
    "x-rate-limit": { ...named, requests: limit.permits, window: String(limit.window) }
  }
}

const withOperations = (spec: Description, installation: Installation): Description => ({
  ...spec,
  paths: Object.fromEntries(
    Object.entries<Description>(spec["paths"]).map(([path, methods]) => [
      publishedPath(path),
      mapParts(methods, (operation) => ofInstallation(operation, installation))
    ])
  )
})

/** The OpenAPI document of an installation. What people read of it is loaded for that. */
export const openApiDocument = (
  catalog: Installation["catalog"],
  limits: Installation["limits"]
): Effect.Effect<Description> =>
  Effect.map(
    Effect.promise(() => import("./sellerDocumentation.ts")),
    ({ sellerDocumentation }) => {
      const generated = readable(withTokenScheme(OpenApi.fromApi(SellerApi)))
      const spec = withOperations(generated, { catalog, limits })
      return withNotification(documented(spec, sellerDocumentation), catalog, sellerDocumentation)
    }
  )
