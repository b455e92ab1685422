/** Port: the files of the application, wherever they are. */
import { Context, type Effect } from "effect"

export interface AppFile {
  readonly contents: string
  readonly contentType: string
}

/** By the ending of a name. */
const contentTypes: ReadonlyMap<string, string> = new Map([
  ["js", "text/javascript; charset=utf-8"],
  ["css", "text/css; charset=utf-8"]
])

/** Undefined: no file of the application has such a name. */
export const contentTypeOf = (name: string): string | undefined => {
  const [, ending] = /^[\w-]+(?:\.[\w-]+)*\.(\w+)$/.exec(name) ?? []
  return ending === undefined ? undefined : contentTypes.get(ending)
}

export class AppFiles extends Context.Service<
  AppFiles,
  {
    /** What an operator has to do where there is no page. */
    readonly missing: string
    /** The page. Undefined: the application is not there. */
    readonly page: Effect.Effect<string | undefined>
    /** A file by its name in `/console/assets`. Undefined: there is none. */
    readonly asset: (name: string) => Effect.Effect<AppFile | undefined>
  }
>()("@sellerkit/console/AppFiles") {}
