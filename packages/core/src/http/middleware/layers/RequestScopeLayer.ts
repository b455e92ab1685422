/** Gives the request its id and context, and bounds its body. What a handler did not expect is logged with the request's id and answered in the published body. */
import { type ByteSize, Cause, Effect, Layer, Option, Predicate } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpEffect, HttpIncomingMessage, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpApiMiddleware } from "effect/http-api"
import { NetAddress } from "effect/net"
import { Quotas } from "../../../limits/Quotas.ts"
import { originOf } from "../../Operation.ts"
import { problemBody } from "../../Problem.ts"
import { RequestContext } from "../../RequestContext.ts"
import { RequestScope } from "../RequestScope.ts"

// Taken over when it is harmless to repeat in headers, bodies and logs.
const acceptableId = /^[\w.-]{1,128}$/

export const requestIdOf = Effect.fnUntraced(function* (
  random: SecureRandom.SecureRandom["Service"],
  { headers }: HttpServerRequest.HttpServerRequest
) {
  const given = headers["x-request-id"]
  return given !== undefined && acceptableId.test(given) ? given : yield* random.uuidV4()
})

/** The caller's address in its usual form: an IPv4 address is not shown as an IPv6 one. */
const addressOf = ({ remoteAddress }: HttpServerRequest.HttpServerRequest): string | undefined =>
  Option.getOrUndefined(
    Option.map(remoteAddress, (text) => {
      const address = NetAddress.ipFromString(text)
      return address._tag === "Success" ? NetAddress.formatIp(NetAddress.toCanonical(address.success)) : text
    })
  )

const isBodyTooLarge = (defect: unknown): boolean =>
  Predicate.isTagged(defect, "HttpServerError") &&
  Predicate.hasProperty(defect, "reason") &&
  Predicate.isTagged(defect.reason, "RequestParseError") &&
  Predicate.hasProperty(defect.reason, "reason") &&
  defect.reason.reason === "BodyTooLarge"

const answerDefect = Effect.fnUntraced(function* (defect: unknown, request: RequestContext["Service"]) {
  if (isBodyTooLarge(defect)) {
    const body = problemBody(request, "Body too large", "The request body is larger than this service takes")
    return HttpServerResponse.jsonUnsafe(body, { status: 413 })
  }
  yield* Effect.annotateLogs(Effect.logError("A request failed unexpectedly", Cause.die(defect)), {
    requestId: request.requestId,
    origin: request.origin
  })
  const body = problemBody(request, "Internal error", "Something went wrong on our side; repeat the request")
  return HttpServerResponse.jsonUnsafe(body, { status: 500 })
})

type Scoped = HttpApiMiddleware.HttpApiMiddleware<RequestContext, never, never>

/** The middleware itself, for APIs that take bodies of another size. */
export const makeRequestScope = Effect.fnUntraced(function* (largestBody: ByteSize.ByteSize) {
  const random = yield* SecureRandom.SecureRandom
  const scope: Scoped = Effect.fnUntraced(function* (httpEffect, declared) {
    const incoming = yield* HttpServerRequest.HttpServerRequest
    const requestId = yield* requestIdOf(random, incoming)
    const request = { requestId, origin: originOf(declared), ip: addressOf(incoming) }
    // A pre-response handler, so that error responses carry the header too.
    yield* HttpEffect.appendPreResponseHandler((_request, response) =>
      Effect.succeed(HttpServerResponse.setHeader(response, "x-request-id", requestId))
    )
    return yield* httpEffect.pipe(
      Effect.provideService(RequestContext, request),
      Effect.provideService(HttpIncomingMessage.MaxBodySize, largestBody),
      Effect.catchDefect((defect) => answerDefect(defect, request))
    )
  })
  return scope
})

export const layer: Layer.Layer<RequestScope, never, SecureRandom.SecureRandom> = Layer.effect(
  RequestScope,
  Effect.flatMap(Quotas, ({ requestBody }) => makeRequestScope(requestBody))
)
