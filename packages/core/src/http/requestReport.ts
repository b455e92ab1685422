/** What operators see of requests: counts, how long answers took, and spans where somebody receives them. */
import { Clock, Effect, Option, Tracer } from "effect"
import { HttpEffect, HttpRouter, type HttpServerRequest, HttpTraceContext } from "effect/http"
import { Metrics } from "../observability/Metrics.ts"
import { endSpan, startSpan } from "../observability/Tracing.ts"

/** An operation, the API that has it, and whether it goes on with the trace that its caller says. */
export interface Reported {
  readonly api: string
  readonly operation: string
  readonly joinsTraces: boolean
}

/** Within the host's own span, when it has one. The path is the route's, and the query is left out: they hold ids and more. */
const requestSpan = (
  { joinsTraces, operation }: Reported,
  { headers, method }: HttpServerRequest.HttpServerRequest,
  route: string
) =>
  Effect.withFiber(({ cache }) =>
    startSpan(operation, () => {
      const isOutermost = cache.span === undefined
      const caller = isOutermost && joinsTraces ? HttpTraceContext.fromHeaders(headers) : Option.none()
      return {
        kind: isOutermost ? "server" : "internal",
        ...(Option.isSome(caller) && { parent: caller.value }),
        attributes: { "http.request.method": method, "http.route": route }
      }
    })
  )

/** Runs when the answer is ready, whatever it became. */
const onAnswer = (report: (status: number) => Effect.Effect<void>) =>
  HttpEffect.appendPreResponseHandler((_request, response) => Effect.as(report(response.status), response))

const count = ({ api, operation }: Reported, status: number, startedAt: bigint): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const seconds = Number(fiber.getRef(Clock.Clock).monotonicTimeNanosUnsafe() - startedAt) / 1e9
    Metrics.apiRequests(api, operation, String(status)).updateUnsafe(1, fiber.context)
    Metrics.apiDuration(api, operation, String(status)).updateUnsafe(seconds, fiber.context)
    return Effect.void
  })

const endRequestSpan = (span: Tracer.Span, status: number): Effect.Effect<void> => {
  span.attribute("http.response.status_code", status)
  return endSpan(span, status < 500 ? undefined : String(status))
}

/** Begins to report a request, and gives its span. */
export const startRequestReport = Effect.fnUntraced(function* (
  reported: Reported,
  incoming: HttpServerRequest.HttpServerRequest
) {
  const { route } = yield* HttpRouter.RouteContext
  const span = yield* requestSpan(reported, incoming, route.path)
  const startedAt = yield* Clock.monotonicTimeNanos
  yield* onAnswer((status) => {
    const counted = count(reported, status, startedAt)
    return span === undefined ? counted : Effect.andThen(counted, endRequestSpan(span, status))
  })
  return span
})

/** What is traced within belongs to the span, where there is one. */
export const within = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  span: Tracer.Span | undefined
): Effect.Effect<A, E, R> => (span === undefined ? effect : Effect.provideService(effect, Tracer.ParentSpan, span))
