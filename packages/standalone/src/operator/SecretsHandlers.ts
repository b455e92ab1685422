/** Each operation on secrets as one call of a service. */
import { SecretReencryption } from "@sellerkit/core"
import { orProblem } from "@sellerkit/core/http"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { OperatorApi } from "./OperatorApi.ts"
import { reencryptionView } from "./SecretsApi.ts"

export const SecretsHandlers = HttpApiBuilder.group(
  OperatorApi,
  "secrets",
  Effect.fn(function* (handlers) {
    const reencryption = yield* SecretReencryption
    return handlers.handle(
      "reencrypt",
      Effect.fnUntraced(function* ({ payload: { after } }) {
        return reencryptionView(yield* reencryption.step(after))
      }, orProblem)
    )
  })
)
