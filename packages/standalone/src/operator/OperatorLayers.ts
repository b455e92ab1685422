/** Server side of the operator interface's middleware. */
import { makeRequestScope, problemBody, RequestContext, Unauthorized } from "@sellerkit/core/http"
import { ByteSize, Effect, Layer, Redacted } from "effect"
import { Mac } from "effect/crypto"
import { OperatorAuthorization, OperatorScope } from "./OperatorApi.ts"

// our choice: a thousand events of ordinary size.
const largestBody = ByteSize.mebibytes(16)

export const scopeLayer = Layer.effect(OperatorScope, makeRequestScope(largestBody))

const utf8 = new TextEncoder()

/** Takes the same time however much of the key is right. */
const isKey = (given: Redacted.Redacted, key: Redacted.Redacted): boolean =>
  Mac.timingSafeEqual(utf8.encode(Redacted.value(given)), utf8.encode(Redacted.value(key)))

export const authorizationLayer = (operatorKey: Redacted.Redacted): Layer.Layer<OperatorAuthorization> =>
  Layer.succeed(
    OperatorAuthorization,
    OperatorAuthorization.of({
      OperatorKey: Effect.fnUntraced(function* (httpEffect, { credential }) {
        if (isKey(credential, operatorKey)) return yield* httpEffect
        const request = yield* RequestContext
        return yield* new Unauthorized(
          problemBody(request, "Unauthorized", "Send the operator key as a bearer token (SELLERKIT_OPERATOR_KEY)")
        )
      })
    })
  )
