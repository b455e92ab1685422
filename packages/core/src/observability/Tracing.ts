/** Spans, where there is a tracer. Without one nothing is made, and the check costs next to nothing. */
import { Cause, Clock, Effect, Exit, type Fiber, Predicate, Tracer } from "effect"
import { formatTraceparent } from "./Traceparent.ts"

// Spans of the default tracer go nowhere.
const isTraced = ({ cache: { tracer, tracerEnabled } }: Fiber.Fiber<unknown, unknown>): boolean =>
  tracerEnabled && tracer !== undefined && tracer !== Tracer.nativeTracer

type SpanOptions = (fiber: Fiber.Fiber<unknown, unknown>) => Tracer.SpanOptionsNoTrace

/** Like `startSpan`, for `fiber`, which runs the result. */
export const startSpanIn = (
  fiber: Fiber.Fiber<unknown, unknown>,
  name: string,
  options: SpanOptions
): Effect.Effect<Tracer.Span | undefined> =>
  isTraced(fiber) ? Effect.makeSpan(name, options(fiber)) : Effect.undefined

/** Undefined where there is no tracer. A span that is not ended is not exported. */
export const startSpan = (name: string, options: SpanOptions): Effect.Effect<Tracer.Span | undefined> =>
  Effect.withFiber((fiber) => startSpanIn(fiber, name, options))

const endWith = (span: Tracer.Span, exit: Exit.Exit<unknown, unknown>): Effect.Effect<void> =>
  Effect.map(Clock.currentTimeNanos, (now) => span.end(now, exit))

/** `problem` names the kind of failure that it ended in. */
export const endSpan = (span: Tracer.Span, problem?: string): Effect.Effect<void> => {
  if (problem === undefined) return endWith(span, Exit.void)
  span.attribute("error.type", problem)
  return endWith(span, Exit.fail(problem))
}

const nameOf = (error: unknown): string => {
  if (Predicate.hasProperty(error, "_tag") && typeof error._tag === "string") return error._tag
  return error instanceof Error ? error.name : "Error"
}

/** Tells only the kind of an error: its text may quote data of a caller. */
const endLike = (span: Tracer.Span, exit: Exit.Exit<unknown, unknown>): Effect.Effect<void> => {
  if (Exit.isSuccess(exit)) return endSpan(span)
  return Cause.hasInterruptsOnly(exit.cause) ? endWith(span, exit) : endSpan(span, nameOf(Cause.squash(exit.cause)))
}

/** Runs in a span: what is traced within belongs to it. */
export const inSpan = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
  name: string,
  options: SpanOptions
): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) =>
    isTraced(fiber)
      ? Effect.flatMap(Effect.makeSpan(name, options(fiber)), (span) =>
          Effect.onExit(Effect.provideService(effect, Tracer.ParentSpan, span), (exit) => endLike(span, exit))
        )
      : effect
  )

const storageCall: SpanOptions = () => ({ kind: "client" })

/** A call of the storage that `fiber` makes. It shows within a trace, and begins none. */
export const inStorageSpan = <A, E, R>(
  { cache }: Fiber.Fiber<unknown, unknown>,
  call: Effect.Effect<A, E, R>,
  operation: string
): Effect.Effect<A, E, R> => (cache.span === undefined ? call : inSpan(call, operation, storageCall))

/** The context of the current span, for later work that continues it. Undefined where the span is not recorded. */
export const currentTraceparent: Effect.Effect<string | undefined> = Effect.withFiber((fiber) => {
  const { span } = fiber.cache
  return span !== undefined && span.sampled && isTraced(fiber)
    ? Effect.succeed(formatTraceparent(span))
    : Effect.undefined
})
