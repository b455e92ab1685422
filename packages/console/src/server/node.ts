/** The files of the application, as they are beside this package's code, and what hosts on Node.js mount. */
import { Effect, Layer } from "effect"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { type AppFile, AppFiles, contentTypeOf } from "./AppFiles.ts"
import { makeOperatorConsole } from "./operatorConsole.ts"

const readAssets = async (folder: string): Promise<ReadonlyMap<string, AppFile>> => {
  const read = async (name: string): Promise<ReadonlyArray<readonly [string, AppFile]>> => {
    const contentType = contentTypeOf(name)
    return contentType === undefined
      ? []
      : [[name, { contents: await readFile(join(folder, name), "utf8"), contentType }]]
  }
  return new Map((await Promise.all((await readdir(folder)).map(read))).flat())
}

/** They are few and small, and are kept in memory. */
const readAll = async (folder: string): Promise<AppFiles["Service"]> => {
  const page = await readFile(join(folder, "index.html"), "utf8")
  const assets = await readAssets(join(folder, "assets"))
  return { missing: "", page: Effect.succeed(page), asset: (name) => Effect.succeed(assets.get(name)) }
}

const nothing: AppFiles["Service"] = {
  missing: "The console has not been built: run `npm run console`, and start the service again.",
  page: Effect.undefined,
  asset: () => Effect.undefined
}

/** A copy of the sources may have no built application: then the console says so, and everything else works. */
export const appFilesLayer: Layer.Layer<AppFiles> = Layer.effect(
  AppFiles,
  Effect.orElseSucceed(
    Effect.tryPromise(() => readAll(join(import.meta.dirname, "..", "..", "dist", "app"))),
    () => nothing
  )
)

/**
 * The option `operator` of programs that run the service: the operator interface, and the console below `/console`. Callers and
 * browsers that send the key may do everything for every seller.
 */
export const operatorConsole = makeOperatorConsole({ files: appFilesLayer, live: true })
