/** The operator interface as an OpenAPI document. */
import { numericIds } from "@sellerkit/core"
import { apiDocument } from "@sellerkit/core/http"
import { Effect } from "effect"
import type { HttpApi, HttpApiGroup } from "effect/http-api"
import { operatorDocumentation } from "./operatorDocumentation.ts"

const scheme = "OperatorKey"

// Viewers know it in small letters.
const operatorKey = {
  type: "http",
  scheme: "bearer",
  description: "The key that the service was started with (`SELLERKIT_OPERATOR_KEY`)."
}

/** With the operations of a sandbox or without. */
export const operatorDocument = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
) =>
  Effect.map(apiDocument(api, operatorDocumentation, { userId: numericIds }), (document) => {
    const { components } = document
    return {
      ...document,
      security: [{ [scheme]: [] }],
      components: { ...components, securitySchemes: { [scheme]: operatorKey } }
    }
  })
