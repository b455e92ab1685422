/** The catalog as the API shows it. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { sellerApi } from "../../http/sellerApi.ts"
import { Catalog } from "../Catalog.ts"
import { EventTypesApi } from "./EventTypesApi.ts"

export const EventTypesHandlers = HttpApiBuilder.group(
  sellerApi(EventTypesApi),
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
