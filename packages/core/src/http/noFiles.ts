/** No operation reads or sends a file. What the framework asks for in case that one did is small, and answers with a defect. */
import { Effect, FileSystem, Layer, Path } from "effect"
import { Etag, HttpPlatform } from "effect/http"

export const layer: Layer.Layer<Etag.Generator | FileSystem.FileSystem | HttpPlatform.HttpPlatform | Path.Path> =
  Layer.mergeAll(
    FileSystem.layerNoop({}),
    Path.layer,
    Layer.mock(HttpPlatform.HttpPlatform, {
      platform: "web",
      compression: { algorithms: new Set<never>(), compressResponse: Effect.succeed }
    }),
    Layer.mock(Etag.Generator, {})
  )
