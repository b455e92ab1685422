/** The catalog as the API shows it. */
import { Effect } from "effect"
import { group } from "../http/group.ts"
import { SellerApi } from "../http/SellerApi.ts"
import { Catalog } from "./Catalog.ts"

export const EventTypesHandlers = group(
  SellerApi,
  "eventTypes",
  Effect.fn(function* (handlers) {
    const { scopes } = yield* Catalog
    const eventScopes = scopes.map(({ eventTypes, key, name }) => ({
      name,
      key,
      eventTypes: eventTypes.map((eventType) => ({ name: eventType.name, key: eventType.key }))
    }))
    return handlers.handleAll({ list: () => Effect.succeed({ eventScopes }) })
  })
)
