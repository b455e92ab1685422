/** The platform encodes an answer as its header says. Of gzip that is so whatever the compatibility date of the Worker is. */
import { Compression } from "@sellerkit/core/http"
import { Effect, Layer } from "effect"

export const platformCompression: Layer.Layer<never> = Layer.succeed(Compression, {
  algorithms: new Set(["gzip"] as const),
  compressResponse: Effect.succeed
})
