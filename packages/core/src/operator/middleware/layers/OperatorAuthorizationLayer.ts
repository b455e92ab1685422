/** Accepts requests with the operator key, which it compares in constant time. */
import { Effect, Layer, Redacted } from "effect"
import { isSameText } from "../../../access/isSameText.ts"
import { problemBody, Unauthorized } from "../../../http/Problem.ts"
import { RequestContext } from "../../../http/RequestContext.ts"
import { OperatorAuthorization } from "../OperatorAuthorization.ts"

const missing = "Send the operator key as a bearer token: Authorization: Bearer <key>"

/** A wrong key is logged as an attempt, without the key. */
const noteRefusal = ({ ip, origin, requestId }: RequestContext["Service"], given: string) => {
  const from = ip ?? "an unknown address"
  const reason = given === "" ? "it has no operator key" : "its operator key is wrong"
  return Effect.annotateLogs(Effect.logWarning(`The operator interface refused a call from ${from}: ${reason}`), {
    requestId,
    origin
  })
}

export interface OperatorKey {
  readonly key: Redacted.Redacted
  /** Where to find the right key, for a caller that sends a wrong one. */
  readonly whereItIs?: string | undefined
}

export const layer = ({ key, whereItIs }: OperatorKey): Layer.Layer<OperatorAuthorization> => {
  const wrong = whereItIs === undefined ? "The operator key is wrong" : `The operator key is wrong: ${whereItIs}`
  return Layer.succeed(
    OperatorAuthorization,
    OperatorAuthorization.of({
      OperatorKey: Effect.fnUntraced(function* (httpEffect, { credential }) {
        const given = Redacted.value(credential)
        if (isSameText(given, Redacted.value(key))) return yield* httpEffect
        const request = yield* RequestContext
        yield* noteRefusal(request, given)
        return yield* new Unauthorized(problemBody(request, "Unauthorized", given === "" ? missing : wrong))
      })
    })
  )
}
