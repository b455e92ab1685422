/**
 * Gives the request its id and context, and bounds its body. A failure that a handler did not expect is logged with the request's
 * id and answered in the published body.
 */
import { ByteSize, Cause, Context, Effect, Layer, Option, Predicate, type Tracer } from "effect"
import { SecureRandom } from "effect/crypto"
import { HttpEffect, HttpIncomingMessage, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint, HttpApiMiddleware } from "effect/http-api"
import { NetAddress } from "effect/net"
import { Quotas } from "../../../limits/Quotas.ts"
import { remember } from "../../../storage/remember.ts"
import { OperationLifecycles } from "../../lifecycle/OperationLifecycles.ts"
import { type Declared, isReadByGet, originOf } from "../../operation/Operation.ts"
import { idsInPath } from "../../paths/pathNames.ts"
import { pathNotFound } from "../../paths/pathNotFound.ts"
import { problemBody } from "../../operation/Problem.ts"
import { RequestContext } from "../../request/RequestContext.ts"
import { requestIdHeader, requestIdOf } from "../../request/requestId.ts"
import { type RequestReport, startRequestReport, within } from "../../request/requestReport.ts"
import { answerUnexpected } from "../../unexpected.ts"
import { RequestScope } from "../RequestScope.ts"

const usualForm = (text: string): string => {
  const address = NetAddress.ipFromString(text)
  return address._tag === "Success" ? NetAddress.formatIp(NetAddress.toCanonical(address.success)) : text
}

// our choice: addresses whose form is kept, because finding it takes longer than looking for the address.
const mostAddresses = 1000

const formOf = remember(mostAddresses, usualForm)

/** The caller's address in its usual form: an IPv4 address is not shown as an IPv6 one. */
const addressOf = ({ remoteAddress }: HttpServerRequest.HttpServerRequest): string | undefined =>
  Option.isNone(remoteAddress) ? undefined : formOf(remoteAddress.value)

/** The address is only worked out where somebody asks for it: most requests need none. */
class ServedRequest implements Readonly<RequestContext["Service"]> {
  readonly ids = new Map<string, string>()
  readonly answerHeaders: Record<string, string>
  readonly requestId: string
  readonly origin: string
  readonly #incoming: HttpServerRequest.HttpServerRequest

  constructor(requestId: string, origin: string, incoming: HttpServerRequest.HttpServerRequest) {
    this.requestId = requestId
    this.origin = origin
    this.answerHeaders = { [requestIdHeader]: requestId }
    this.#incoming = incoming
  }

  get ip(): string | undefined {
    return addressOf(this.#incoming)
  }
}

/** Whether a body was not read because it is larger than `HttpIncomingMessage.MaxBodySize`. */
export const isBodyTooLarge = (defect: unknown): boolean =>
  Predicate.isTagged(defect, "HttpServerError") &&
  Predicate.hasProperty(defect, "reason") &&
  Predicate.isTagged(defect.reason, "RequestParseError") &&
  Predicate.hasProperty(defect.reason, "reason") &&
  defect.reason.reason === "BodyTooLarge"

export const answerTooLarge = (request: RequestContext["Service"]) => {
  const body = problemBody(request, "Body too large", "The request body is larger than this service takes")
  return HttpServerResponse.jsonUnsafe(body, { status: 413 })
}

/** Counts also where the operation takes no body, and nobody would read it. */
const announcesTooMuch = ({ headers }: HttpServerRequest.HttpServerRequest, mostBytes: number): boolean =>
  Number(headers["content-length"] ?? 0) > mostBytes

const answerDefect = Effect.fnUntraced(function* (
  defect: unknown,
  request: RequestContext["Service"],
  endpoint: HttpApiEndpoint.Top
) {
  const { params } = yield* HttpRouter.RouteContext
  for (const [name, id] of idsInPath(endpoint, params)) request.ids.set(name, id)
  return yield* answerUnexpected(Cause.die(defect), request)
})

type Scoped = HttpApiMiddleware.HttpApiMiddleware<RequestContext, never, never>

export interface RequestScopeOptions {
  /** Names the API in metrics. */
  readonly api: string
  readonly largestBody: ByteSize.ByteSize
  /** Whether a request continues the trace that its caller names: for callers that are no strangers. */
  readonly joinsTraces: boolean
  /** What every answer of an operation says of it besides; undefined for operations of which there is nothing to say. */
  readonly announcementOf?: (declared: Declared) => Announcement | undefined
}

type Announcement = (request: RequestContext["Service"]) => Effect.Effect<void>

/** Whatever the answer becomes, it gets the headers that are known by then, and is reported. */
const completed = <E, R>(
  answer: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
  { answerHeaders }: RequestContext["Service"],
  report: RequestReport
) =>
  HttpEffect.withPreResponseHandler(answer, (_incoming, response) =>
    // When nothing has to wait, the framework sends the answer without a further step.
    Effect.mapEager(report.answered(response.status), () => HttpServerResponse.setHeaders(response, answerHeaders))
  )

/** The middleware itself, for other APIs. */
export const makeRequestScope = Effect.fnUntraced(function* (options: RequestScopeOptions) {
  const { announcementOf, api, joinsTraces, largestBody } = options
  const random = yield* SecureRandom.SecureRandom
  const mostBytes = ByteSize.toNumberUnsafe(largestBody)

  const scope: Scoped = (httpEffect, declared) => {
    const origin = originOf(declared)
    const reported = { api, operation: origin, joinsTraces }
    const announce = announcementOf?.(declared)
    // The router takes a HEAD for a GET. It asks for headers alone, and must change nothing.
    const takesHead = isReadByGet(declared)

    const refused = (request: RequestContext["Service"], incoming: HttpServerRequest.HttpServerRequest) => {
      if (incoming.method === "HEAD" && !takesHead) return pathNotFound(request, incoming)
      return announcesTooMuch(incoming, mostBytes) ? answerTooLarge(request) : undefined
    }

    const serve = (request: RequestContext["Service"], span: Tracer.Span | undefined) =>
      Effect.catchDefect(
        Effect.updateContext(within(httpEffect, span), (context: Context.Context<never>) =>
          Context.add(Context.add(context, RequestContext, request), HttpIncomingMessage.MaxBodySize, largestBody)
        ),
        (defect) =>
          isBodyTooLarge(defect)
            ? Effect.succeed(answerTooLarge(request))
            : answerDefect(defect, request, declared.endpoint)
      )

    return HttpServerRequest.HttpServerRequest.use((incoming) =>
      Effect.flatMap(requestIdOf(random, incoming), (requestId) =>
        Effect.flatMap(startRequestReport(reported, incoming), (report) => {
          const request = new ServedRequest(requestId, origin, incoming)
          if (report.span !== undefined) request.ids.set("traceId", report.span.traceId)
          const refusal = refused(request, incoming)
          const answer = refusal === undefined ? serve(request, report.span) : Effect.succeed(refusal)
          const completedAnswer = completed(answer, request, report)
          return announce === undefined ? completedAnswer : Effect.andThen(announce(request), completedAnswer)
        })
      )
    )
  }
  return scope
})

export const layer: Layer.Layer<RequestScope, never, OperationLifecycles | SecureRandom.SecureRandom> = Layer.effect(
  RequestScope,
  Effect.gen(function* () {
    const { requestBody: largestBody } = yield* Quotas
    const { announcementOf } = yield* OperationLifecycles
    return yield* makeRequestScope({ api: "seller", largestBody, joinsTraces: false, announcementOf })
  })
)
