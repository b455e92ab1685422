/** The files of the application as static assets of a Worker, and what a Worker mounts. */
import { Effect, Layer } from "effect"
import { AppFiles, contentTypeOf } from "./AppFiles.ts"
import { makeOperatorConsole, type OperatorConsoleOptions } from "./operatorConsole.ts"

/** The binding of the static assets, whose folder is `dist/app` of this package. */
export interface Assets {
  fetch(url: string): Promise<Response>
}

// The binding looks at the path alone.
const origin = "https://assets.invalid"

const textAt = (assets: Assets, path: string): Effect.Effect<string | undefined> =>
  Effect.promise(async () => {
    const answer = await assets.fetch(`${origin}${path}`)
    const text = await answer.text()
    return answer.status === 200 ? text : undefined
  })

const appFilesOf = (assets: Assets): AppFiles["Service"] => ({
  // The platform leads from /index.html to here.
  page: textAt(assets, "/"),
  asset: (name) => {
    const contentType = contentTypeOf(name)
    if (contentType === undefined) return Effect.undefined
    return Effect.map(textAt(assets, `/assets/${name}`), (contents) =>
      contents === undefined ? undefined : { contents, contentType }
    )
  }
})

export interface WorkerConsoleOptions extends OperatorConsoleOptions {
  readonly assets: Assets
}

/**
 * The option `operator` of Workers: the operator interface, and the console below `/console`. Callers and browsers that send the key may
 * do everything for every seller.
 */
export const operatorConsole = ({ assets, ...options }: WorkerConsoleOptions) =>
  makeOperatorConsole({ files: Layer.succeed(AppFiles, appFilesOf(assets)), livesOn: false })(options)
