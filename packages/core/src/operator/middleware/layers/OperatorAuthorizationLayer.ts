/** Accepts requests with the operator key, which it compares in constant time. */
import { Effect, Layer, Redacted, type Types } from "effect"
import type { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiBuilder, HttpApiSecurity } from "effect/http-api"
import { makeIsSameText } from "../../../access/isSameText.ts"
import { problemBody, Unauthorized } from "../../../http/operation/Problem.ts"
import { RequestContext } from "../../../http/request/RequestContext.ts"
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

type Answer = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  Unauthorized | Types.unhandled,
  HttpRouter.Provided | RequestContext
>

const credential = HttpApiBuilder.securityDecode(HttpApiSecurity.bearer)

export const layer = ({ key, whereItIs }: OperatorKey): Layer.Layer<OperatorAuthorization> => {
  const wrong = whereItIs === undefined ? "The operator key is wrong" : `The operator key is wrong: ${whereItIs}`
  const isKey = makeIsSameText(Redacted.value(key))

  const refuse = Effect.fnUntraced(function* (given: string) {
    const request = yield* RequestContext
    yield* noteRefusal(request, given)
    return yield* new Unauthorized(problemBody(request, "Unauthorized", given === "" ? missing : wrong))
  })

  return Layer.succeed(OperatorAuthorization, (httpEffect) =>
    Effect.flatMap(credential, (redacted): Answer => {
      const given = Redacted.value(redacted)
      return isKey(given) ? httpEffect : refuse(given)
    })
  )
}
