/** The published description of the API as this installation runs it. */
import { Effect, Record } from "effect"
import { type HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"
import { pathNamesOfAll, publishedPath } from "../pathNames.ts"
import type { Description } from "./Description.ts"
import type { DocumentationSource } from "./Documentation.ts"
import { readable } from "./readable.ts"

/** What people read of it, and what puts it together, is loaded for that. */
export const openApiDocument = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  documentation: ReadonlyArray<DocumentationSource>
): Effect.Effect<Description> =>
  Effect.gen(function* () {
    const [{ sellerDocument }, ...written] = yield* Effect.promise(() =>
      Promise.all([import("./sellerDocument.ts"), ...documentation.map((load) => load())])
    )
    const pathNames = pathNamesOfAll(api.groups)
    const { paths, ...rest } = readable<Description>(OpenApi.fromApi(api), {}, pathNames)
    return yield* sellerDocument(
      { ...rest, paths: Record.mapKeys(paths, (path) => publishedPath(path, pathNames)) },
      written.map(({ documentation }) => documentation)
    )
  })
