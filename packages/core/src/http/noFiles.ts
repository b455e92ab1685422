/** No operation reads or sends a file. The framework needs services for that. These fail where anything uses them. */
import { Effect, FileSystem, Layer, Path } from "effect"
import { Etag, HttpPlatform } from "effect/http"

const fail = (): never => {
  throw new Error("No operation of the API has to do with files")
}

const noPath: Path.Path = {
  [Path.TypeId]: Path.TypeId,
  sep: "/",
  basename: fail,
  dirname: fail,
  extname: fail,
  format: fail,
  fromFileUrl: fail,
  isAbsolute: fail,
  join: fail,
  normalize: fail,
  parse: fail,
  relative: fail,
  resolve: fail,
  resolveWithin: fail,
  toFileUrl: fail,
  toNamespacedPath: fail
}

/** The libraries' own services are larger than all operations together. */
export const layer: Layer.Layer<Etag.Generator | FileSystem.FileSystem | HttpPlatform.HttpPlatform | Path.Path> =
  Layer.mergeAll(
    Layer.mock(FileSystem.FileSystem, { "~effect/FileSystem": "~effect/FileSystem", sink: fail }),
    Layer.succeed(Path.Path, noPath),
    Layer.mock(HttpPlatform.HttpPlatform, {
      platform: "web",
      compression: { algorithms: new Set<never>(), compressResponse: Effect.succeed }
    }),
    Layer.mock(Etag.Generator, {})
  )
