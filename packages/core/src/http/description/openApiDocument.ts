/** The published description of the API as this installation runs it. */
import { Duration, Effect, Record } from "effect"
import { OpenApi } from "effect/http-api"
import type { EventCatalog } from "../../catalog/Catalog.ts"
import type { Limit, LimitName } from "../../limits/Limits.ts"
import { publishedPath } from "../pathNames.ts"
import { SellerApi } from "../SellerApi.ts"
import type { Description } from "./Description.ts"
import { payloadSchemas } from "./payloadSchemas.ts"
import { readable } from "./readable.ts"

/** What people read of it, and what puts it together, is loaded for that. */
export const openApiDocument = (
  catalog: EventCatalog,
  limits: Readonly<Record<LimitName, Limit>>
): Effect.Effect<Description> =>
  Effect.map(
    Effect.promise(() => import("./sellerDocument.ts")),
    ({ sellerDocument }) => {
      const { components, paths, ...rest } = readable(OpenApi.fromApi(SellerApi))
      return sellerDocument({
        generated: { ...rest, components, paths: Record.mapKeys(paths, publishedPath) },
        payloads: payloadSchemas(catalog, { ...components.schemas, Notification: true }),
        catalog,
        limitOf: (budget) => {
          const { permits, window } = limits[budget]
          return {
            permits,
            window: String(window),
            seconds: Math.ceil(Duration.toSeconds(Duration.fromInputUnsafe(window)))
          }
        }
      })
    }
  )
