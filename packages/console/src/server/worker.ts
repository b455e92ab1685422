/** The files of the application as static assets of a Worker, and what a Worker mounts. */
import { Effect, Layer } from "effect"
import { AppFiles, contentTypeOf } from "./AppFiles.ts"
import { makeOperatorConsole, type OperatorConsoleOptions } from "./operatorConsole.ts"

/** The part that is used of an answer. The types of all versions of the platform fit it. */
interface AssetAnswer {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}

/** The binding of the static assets. */
export interface Assets {
  fetch(url: string): Promise<AssetAnswer>
}

// The binding looks at the path alone.
const origin = "https://assets.invalid"

/** A host may let its own page stand for whatever is not there: what is of another kind is not the file. */
const textAt = (assets: Assets, path: string, contentType: string): Effect.Effect<string | undefined> =>
  Effect.promise(async () => {
    const answer = await assets.fetch(origin + path)
    const text = await answer.text()
    const [kind] = contentType.split(";")
    return answer.status === 200 && answer.headers.get("content-type")?.startsWith(kind!) === true ? text : undefined
  })

const appFilesIn = (assets: Assets, folder: string): AppFiles["Service"] => ({
  missing: `The assets of the Worker have no console at ${folder}: they need the folder dist/app of @sellerkit/console.`,
  // The platform leads from index.html to here.
  page: textAt(assets, folder, "text/html"),
  asset: (name) => {
    const contentType = contentTypeOf(name)
    if (contentType === undefined) return Effect.undefined
    return Effect.map(textAt(assets, `${folder}assets/${name}`, contentType), (contents) =>
      contents === undefined ? undefined : { contents, contentType }
    )
  }
})

export interface WorkerConsoleOptions extends OperatorConsoleOptions {
  readonly assets: Assets
  /** Where the files of `dist/app` are among the assets, such as `/console-app/`; `/`, when absent. */
  readonly folder?: string | undefined
}

/**
 * The option `operator` of Workers: the operator interface, and the console below `/console`. Callers and browsers that send the key may
 * do everything for every seller.
 */
export const operatorConsole = ({ assets, folder = "/", ...options }: WorkerConsoleOptions) =>
  makeOperatorConsole({ files: Layer.succeed(AppFiles, appFilesIn(assets, folder)), live: false })(options)
