/** `sellerkit openapi`: prints the description of the API. */
import { defaultLimits, publishedCatalog } from "@sellerkit/core"
import { openApiDocument } from "@sellerkit/core/http"
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { OperatorApi, SandboxOperatorApi } from "../operator/OperatorApi.ts"
import { operatorDocument } from "../operator/operatorDocument.ts"

export const openapi = Command.make(
  "openapi",
  {
    operator: Flag.Boolean("operator").pipe(
      Flag.withDescription("That of the operator interface"),
      Flag.withDefault(false)
    ),
    sandbox: Flag.Boolean("sandbox").pipe(
      Flag.withDescription("With --operator: as a sandbox has it, which moves the time"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ operator, sandbox }) {
    const ofOperator = sandbox ? operatorDocument(SandboxOperatorApi) : operatorDocument(OperatorApi)
    const document = operator ? ofOperator : openApiDocument(publishedCatalog, defaultLimits)
    yield* Console.log(JSON.stringify(yield* document, null, 2))
  })
).pipe(Command.withDescription("Print the OpenAPI document of the seller API"))
