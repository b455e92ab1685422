/** What commands call services with, loaded by those that call one. */
import { Effect, Layer } from "effect"

export const httpClient = Layer.unwrap(
  Effect.map(
    Effect.promise(() => import("@effect/platform-node/NodeHttpClient")),
    ({ layerUndici }) => layerUndici
  )
)
