/** What operators see of requests: counts, how long answers took, and spans where somebody receives them. */
import { Clock, Context, Effect, type Fiber, Option, Tracer } from "effect"
import { HttpRouter, type HttpServerRequest, HttpTraceContext } from "effect/http"
import { Metrics } from "../../observability/Metrics.ts"
import { endSpan, startSpanIn } from "../../observability/Tracing.ts"

/** An operation, the API that has it, and whether it continues the trace that its caller names. */
export interface Reported {
  readonly api: string
  readonly operation: string
  readonly joinsTraces: boolean
}

/** A span within the host's own span, when there is one. It has the route's path and no query: those of requests hold ids. */
const requestSpan = (
  fiber: Fiber.Fiber<unknown, unknown>,
  { joinsTraces, operation }: Reported,
  incoming: HttpServerRequest.HttpServerRequest
) =>
  startSpanIn(fiber, operation, ({ cache, context }) => {
    const { headers, method } = incoming
    const isOutermost = cache.span === undefined
    const caller = isOutermost && joinsTraces ? HttpTraceContext.fromHeaders(headers) : Option.none()
    return {
      kind: isOutermost ? "server" : "internal",
      ...(Option.isSome(caller) && { parent: caller.value }),
      attributes: { "http.request.method": method, "http.route": routeOf(context) }
    }
  })

const routeOf = (context: Context.Context<never>): string | undefined =>
  Option.getOrUndefined(Context.getOption(context, HttpRouter.RouteContext))?.route.path

const count = (fiber: Fiber.Fiber<unknown, unknown>, { api, operation }: Reported, status: number, since: bigint) => {
  const seconds = Number(fiber.getRef(Clock.Clock).monotonicTimeNanosUnsafe() - since) / 1e9
  const code = String(status)
  Metrics.apiRequests(api, operation, code).updateUnsafe(1, fiber.context)
  Metrics.apiDuration(api, operation, code).updateUnsafe(seconds, fiber.context)
}

const endRequestSpan = (span: Tracer.Span, status: number): Effect.Effect<void> => {
  span.attribute("http.response.status_code", status)
  return endSpan(span, status < 500 ? undefined : String(status))
}

/** The report of a request, made once. */
export interface RequestReport {
  /** Undefined where nobody receives spans. */
  readonly span: Tracer.Span | undefined
  /** Called when the answer is ready, whatever it is. */
  answered(status: number): Effect.Effect<void>
}

/** Begins to report a request. */
export const startRequestReport = (
  reported: Reported,
  incoming: HttpServerRequest.HttpServerRequest
): Effect.Effect<RequestReport> =>
  Effect.withFiber((fiber) => {
    const startedAt = fiber.getRef(Clock.Clock).monotonicTimeNanosUnsafe()
    return Effect.mapEager(requestSpan(fiber, reported, incoming), (span) => ({
      span,
      answered: (status) => {
        count(fiber, reported, status, startedAt)
        return span === undefined ? Effect.void : endRequestSpan(span, status)
      }
    }))
  })

/** Runs the effect within the span, where there is one. */
export const within = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  span: Tracer.Span | undefined
): Effect.Effect<A, E, R> => (span === undefined ? effect : Effect.provideService(effect, Tracer.ParentSpan, span))
