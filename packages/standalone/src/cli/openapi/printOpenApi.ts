/** Prints the description of an API. */
import { consoleOperatorDocument } from "@sellerkit/console"
import { sellerApiDocument } from "@sellerkit/core/service"
import { Console, Effect } from "effect"
import { sandboxOperatorDocument } from "../../operator/SandboxOperatorApi.ts"

interface Input {
  /** Whether to print the operator interface instead of the seller API. */
  readonly operator: boolean
  /** Whether to print the API that a sandbox has. */
  readonly sandbox: boolean
}

export const printOpenApi = Effect.fn("openapi")(function* ({ operator, sandbox }: Input) {
  const ofOperator = sandbox ? sandboxOperatorDocument : consoleOperatorDocument
  const document = yield* operator ? ofOperator : sellerApiDocument
  yield* Console.log(JSON.stringify(document, null, 2))
})
