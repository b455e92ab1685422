/** Port: what the platform compresses answers with. Nothing is compressed where a host brings nothing. */
import { Context, Effect } from "effect"
import type { HttpPlatform } from "effect/http"

/** The framework's own interface, so that its implementations are ours. */
export const Compression = Context.Reference<HttpPlatform.Compression>("@sellerkit/core/http/Compression", {
  defaultValue: () => ({ algorithms: new Set<HttpPlatform.CompressionAlgorithm>(), compressResponse: Effect.succeed })
})
