/** Gives the request its id and context, and bounds its body. What a handler did not expect is logged with the request's id and answered in the published body. */
import { ByteSize, Cause, Effect, Layer, Option, Predicate } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpIncomingMessage, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpApiMiddleware } from "effect/http-api"
import { NetAddress } from "effect/net"
import { Quotas } from "../../../limits/Quotas.ts"
import { originOf } from "../../Operation.ts"
import { pathIds } from "../../pathIds.ts"
import { problemBody } from "../../Problem.ts"
import { RequestContext } from "../../RequestContext.ts"
import { requestIdOf, setRequestIdHeader } from "../../requestId.ts"
import { startRequestReport, within } from "../../requestReport.ts"
import { answerUnexpected } from "../../unexpected.ts"
import { RequestScope } from "../RequestScope.ts"

/** The caller's address in its usual form: an IPv4 address is not shown as an IPv6 one. */
const addressOf = ({ remoteAddress }: HttpServerRequest.HttpServerRequest): string | undefined =>
  Option.getOrUndefined(
    Option.map(remoteAddress, (text) => {
      const address = NetAddress.ipFromString(text)
      return address._tag === "Success" ? NetAddress.formatIp(NetAddress.toCanonical(address.success)) : text
    })
  )

/** Its address is looked at where somebody asks for it: most requests leave no trace. */
class ServedRequest implements Readonly<RequestContext["Service"]> {
  readonly ids = new Map<string, string>()
  readonly requestId: string
  readonly origin: string
  readonly #incoming: HttpServerRequest.HttpServerRequest

  constructor(requestId: string, origin: string, incoming: HttpServerRequest.HttpServerRequest) {
    this.requestId = requestId
    this.origin = origin
    this.#incoming = incoming
  }

  get ip(): string | undefined {
    return addressOf(this.#incoming)
  }
}

const isBodyTooLarge = (defect: unknown): boolean =>
  Predicate.isTagged(defect, "HttpServerError") &&
  Predicate.hasProperty(defect, "reason") &&
  Predicate.isTagged(defect.reason, "RequestParseError") &&
  Predicate.hasProperty(defect.reason, "reason") &&
  defect.reason.reason === "BodyTooLarge"

const answerTooLarge = (request: RequestContext["Service"]) => {
  const body = problemBody(request, "Body too large", "The request body is larger than this service takes")
  return HttpServerResponse.jsonUnsafe(body, { status: 413 })
}

/** Also where the operation takes no body, and nobody would read it. */
const announcesTooMuch = ({ headers }: HttpServerRequest.HttpServerRequest, mostBytes: number): boolean =>
  Number(headers["content-length"] ?? 0) > mostBytes

const answerDefect = Effect.fnUntraced(function* (defect: unknown, request: RequestContext["Service"]) {
  for (const [name, id] of pathIds(yield* HttpRouter.RouteContext)) request.ids.set(name, id)
  return yield* answerUnexpected(Cause.die(defect), request)
})

type Scoped = HttpApiMiddleware.HttpApiMiddleware<RequestContext, never, never>

export interface RequestScopeOptions {
  /** Names the API in metrics. */
  readonly api: string
  readonly largestBody: ByteSize.ByteSize
  /** Whether a request goes on with the trace that its caller says: for callers that are no strangers. */
  readonly joinsTraces: boolean
}

/** The middleware itself, for other APIs. */
export const makeRequestScope = Effect.fnUntraced(function* ({ api, joinsTraces, largestBody }: RequestScopeOptions) {
  const random = yield* SecureRandom.SecureRandom
  const mostBytes = ByteSize.toNumberUnsafe(largestBody)
  const scope: Scoped = (httpEffect, declared) => {
    const origin = originOf(declared)
    const bounded = Effect.provideService(httpEffect, HttpIncomingMessage.MaxBodySize, largestBody)
    return Effect.gen(function* () {
      const incoming = yield* HttpServerRequest.HttpServerRequest
      const requestId = yield* requestIdOf(random, incoming)
      const span = yield* startRequestReport({ api, operation: origin, joinsTraces }, incoming)
      const request = new ServedRequest(requestId, origin, incoming)
      if (span !== undefined) request.ids.set("traceId", span.traceId)
      yield* setRequestIdHeader(requestId)
      if (announcesTooMuch(incoming, mostBytes)) return answerTooLarge(request)
      return yield* within(bounded, span).pipe(
        Effect.provideService(RequestContext, request),
        Effect.catchDefect((defect) =>
          isBodyTooLarge(defect) ? Effect.succeed(answerTooLarge(request)) : answerDefect(defect, request)
        )
      )
    })
  }
  return scope
})

export const layer: Layer.Layer<RequestScope, never, SecureRandom.SecureRandom> = Layer.effect(
  RequestScope,
  Effect.flatMap(Quotas, ({ requestBody }) =>
    makeRequestScope({ api: "seller", largestBody: requestBody, joinsTraces: false })
  )
)
