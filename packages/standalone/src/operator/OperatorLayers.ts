/** Server side of the operator interface's middleware. */
import { makeRequestScope, problemBody, RequestContext, Unauthorized } from "@sellerkit/core/http"
import { ByteSize, Effect, Layer, Redacted } from "effect"
import { isSameText } from "../isSameText.ts"
import { OperatorAuthorization, OperatorScope } from "./OperatorAuthorization.ts"

// our choice: a thousand events of ordinary size.
const largestBody = ByteSize.mebibytes(16)

// The host's own traces go on here.
export const scopeLayer = Layer.effect(
  OperatorScope,
  makeRequestScope({ api: "operator", largestBody, joinsTraces: true })
)

const missing = "Send the operator key as a bearer token: Authorization: Bearer <key>"
const wrong =
  "The operator key is wrong: it is the SELLERKIT_OPERATOR_KEY that the service was started with or, where that is not set, the operatorKey in development.json of the service's data folder"

/** Somebody who tries keys shows in the log; what was tried does not. */
const noteRefusal = ({ ip, origin, requestId }: RequestContext["Service"], given: string) => {
  const from = ip ?? "an unknown address"
  const reason = given === "" ? "it has no operator key" : "its operator key is wrong"
  return Effect.annotateLogs(Effect.logWarning(`The operator interface refused a call from ${from}: ${reason}`), {
    requestId,
    origin
  })
}

export const authorizationLayer = (operatorKey: Redacted.Redacted): Layer.Layer<OperatorAuthorization> =>
  Layer.succeed(
    OperatorAuthorization,
    OperatorAuthorization.of({
      OperatorKey: Effect.fnUntraced(function* (httpEffect, { credential }) {
        const given = Redacted.value(credential)
        if (isSameText(given, Redacted.value(operatorKey))) return yield* httpEffect
        const request = yield* RequestContext
        yield* noteRefusal(request, given)
        return yield* new Unauthorized(problemBody(request, "Unauthorized", given === "" ? missing : wrong))
      })
    })
  )
