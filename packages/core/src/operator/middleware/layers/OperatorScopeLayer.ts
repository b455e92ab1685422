/** Gives a request of the operator interface its id and context, and bounds its body. */
import { ByteSize, Layer } from "effect"
import type { SecureRandom } from "effect/crypto"
import { makeRequestScope } from "../../../http/middleware/layers/RequestScopeLayer.ts"
import { OperatorScope } from "../OperatorScope.ts"

// our choice: a thousand events of ordinary size.
const largestBody = ByteSize.mebibytes(16)

// Continues the traces of the operator's own systems.
export const layer: Layer.Layer<OperatorScope, never, SecureRandom.SecureRandom> = Layer.effect(
  OperatorScope,
  makeRequestScope({ api: "operator", largestBody, joinsTraces: true })
)
