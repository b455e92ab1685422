/** The API serves no files and takes none: what the framework asks for in case that it did is not there, and not called. */
import { Context, type FileSystem, Layer, type Path } from "effect"
import type { Etag, HttpPlatform } from "effect/http"

type ForFiles = Etag.Generator | FileSystem.FileSystem | HttpPlatform.HttpPlatform | Path.Path

export const layer: Layer.Layer<ForFiles> = Layer.succeedContext(Context.empty() as Context.Context<ForFiles>)
