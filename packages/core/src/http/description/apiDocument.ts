/** The OpenAPI document of an API beside the seller API. What both have is explained in the same words. */
import { Effect } from "effect"
import { type HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"
import { requestIdHeader } from "./answerHeaders.ts"
import { type Description, mapParts } from "./Description.ts"
import type { Documentation } from "./Documentation.ts"
import { documented } from "./documented.ts"
import { readable } from "./readable.ts"
import type { Bounds } from "../operation/Operation.ts"

const withRequestIds = (spec: Description): Description => ({
  ...spec,
  paths: mapParts(spec["paths"], (methods) =>
    mapParts(methods, (operation) => ({
      ...operation,
      responses: mapParts(operation["responses"], (response) => ({ ...response, headers: requestIdHeader }))
    }))
  )
})

/** `bounds` are those of numbers in paths and queries, by the names of parameters. For APIs whose requests have ids (`makeRequestScope`). */
export const apiDocument = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  documentation: Omit<Documentation, "formats">,
  bounds: Bounds
): Effect.Effect<Description> =>
  Effect.map(
    Effect.promise(() => import("./sellerDocumentation.ts")),
    ({ formats, problemFields, sharedFields }) => {
      const spec = withRequestIds(readable<Description>(OpenApi.fromApi(api), bounds))
      const fields = { ...sharedFields, ...problemFields(documentation.problems), ...documentation.fields }
      return documented(spec, { ...documentation, formats, fields })
    }
  )
