/** `sellerkit openapi`: prints the description of the API. */
import { defaultLimits, publishedCatalog } from "@sellerkit/core"
import { openApiDocument } from "@sellerkit/core/http"
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { OpenApi } from "effect/http-api"
import { OperatorApi } from "../operator/OperatorApi.ts"

export const openapi = Command.make(
  "openapi",
  {
    operator: Flag.Boolean("operator").pipe(
      Flag.withDescription("That of the operator interface"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ operator }) {
    const document = operator ? OpenApi.fromApi(OperatorApi) : openApiDocument(publishedCatalog, defaultLimits)
    yield* Console.log(JSON.stringify(document, null, 2))
  })
).pipe(Command.withDescription("Print the OpenAPI document of the seller API"))
