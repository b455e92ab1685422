/** Port: the files of the application. They are few and small, and are kept in memory. */
import { Context } from "effect"

export interface AppFile {
  readonly contents: string
  readonly contentType: string
}

export class AppFiles extends Context.Service<
  AppFiles,
  {
    /** The page. Undefined: the application has not been built. */
    readonly page: string | undefined
    /** By their names in `/console/assets`. */
    readonly assets: ReadonlyMap<string, AppFile>
  }
>()("@sellerkit/console/AppFiles") {}
