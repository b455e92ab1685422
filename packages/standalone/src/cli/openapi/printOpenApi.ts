/** Prints the description of an API. */
import { defaultLimits, publishedCatalog } from "@sellerkit/core"
import { openApiDocument } from "@sellerkit/core/http"
import { OperatorApi, operatorDocument } from "@sellerkit/core/operator"
import { Console, Effect } from "effect"
import { sandboxOperatorDocument } from "../../operator/SandboxOperatorApi.ts"

interface Input {
  /** That of the operator interface, instead of the seller API. */
  readonly operator: boolean
  /** As a sandbox has it. */
  readonly sandbox: boolean
}

export const printOpenApi = Effect.fn("openapi")(function* ({ operator, sandbox }: Input) {
  const ofOperator = sandbox ? sandboxOperatorDocument : operatorDocument(OperatorApi)
  const document = yield* operator ? ofOperator : openApiDocument(publishedCatalog, defaultLimits)
  yield* Console.log(JSON.stringify(document, null, 2))
})
