/**
 * The OpenAPI document of an installation: the declared operations, the installation's own rate limits, and the notification
 * that its webhooks send, with the event types of its catalog. Nothing that it imports is needed by a request, so that bundlers
 * can leave it beside a Worker, which loads it when somebody reads.
 */
import type { EventCatalog } from "../../catalog/Catalog.ts"
import type { LimitName } from "../../limits/Limits.ts"
import { type DescribedLimit, withAnswerHeaders } from "./answerHeaders.ts"
import { withCategories } from "./categoriesDescription.ts"
import { type Description, mapParts } from "./Description.ts"
import { documented } from "./documented.ts"
import { withNotification } from "./notificationDescription.ts"
import type { PayloadSchemas } from "./payloadSchemas.ts"
import { sellerDocumentation } from "./sellerDocumentation.ts"
import { tokenRequirement, withTokenScheme } from "./tokenDescription.ts"

const subscribing: ReadonlySet<unknown> = new Set(["webhooks.create", "webhooks.edit", "webhooks.editAlias"])

interface Installation {
  /** The declared operations. */
  readonly generated: Description
  readonly payloads: PayloadSchemas
  readonly catalog: EventCatalog
  readonly limitOf: (budget: LimitName) => DescribedLimit
}

/** What only an installation knows, and what middleware adds to every answer. */
const ofInstallation = (operation: Description, { catalog, limitOf }: Installation): Description => {
  const { description, operationId, responses, "x-rate-limit": named } = operation
  const limit = limitOf(named.budget)
  return {
    ...operation,
    description: subscribing.has(operationId) ? withCategories(description, catalog) : description,
    responses: withAnswerHeaders(responses, limit),
    security: tokenRequirement,
    "x-rate-limit": { ...named, requests: limit.permits, window: limit.window }
  }
}

export const sellerDocument = (installation: Installation): Description => {
  const { catalog, generated, payloads } = installation
  const paths = mapParts(generated["paths"], (methods) =>
    mapParts(methods, (operation) => ofInstallation(operation, installation))
  )
  const spec = documented({ ...withTokenScheme(generated), paths }, sellerDocumentation)
  return withNotification(spec, catalog, payloads, sellerDocumentation)
}
