/** The files of the application, as they are beside this package's code. */
import { Effect, Layer } from "effect"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { type AppFile, AppFiles } from "./AppFiles.ts"

const contentTypes: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8"
}

const readAssets = async (folder: string): Promise<ReadonlyMap<string, AppFile>> => {
  const names = (await readdir(folder)).filter((name) => contentTypes[name.split(".").at(-1)!] !== undefined)
  const read = async (name: string) =>
    [
      name,
      { contents: await readFile(join(folder, name), "utf8"), contentType: contentTypes[name.split(".").at(-1)!]! }
    ] as const
  return new Map(await Promise.all(names.map(read)))
}

const readAll = async (folder: string): Promise<AppFiles["Service"]> => ({
  page: await readFile(join(folder, "index.html"), "utf8"),
  assets: await readAssets(join(folder, "assets"))
})

const nothing: AppFiles["Service"] = { page: undefined, assets: new Map() }

/** A copy of the sources may have no built application: then the console says so, and everything else works. */
export const appFilesLayer: Layer.Layer<AppFiles> = Layer.effect(
  AppFiles,
  Effect.orElseSucceed(
    Effect.tryPromise(() => readAll(join(import.meta.dirname, "..", "..", "dist", "app"))),
    () => nothing
  )
)
