/** Which traces are kept: the samplers of OpenTelemetry, over any tracer. */
import { Option, Tracer } from "effect"

export interface Sampling {
  /** The share of the traces that begin here, between 0 and 1. */
  readonly ratio: number
  /** Whether a caller that continues its own trace decides instead. */
  readonly callerDecides: boolean
}

type SpanOptions = Parameters<Tracer.Tracer["span"]>[0]

/** Decided by the trace's id, so that everybody with the same ratio decides the same. */
const isKept = ({ traceId }: Tracer.Span, ratio: number): boolean =>
  Number.parseInt(traceId.slice(-13), 16) < ratio * 16 ** 13

/** Whether this service decides. Spans below a span of this service follow that one. */
const isDecidedHere = ({ parent }: SpanOptions, { callerDecides }: Sampling): boolean =>
  Option.isNone(parent) || (!callerDecides && parent.value._tag === "ExternalSpan")

/** Everything is kept of a delivery whose events were published in a kept trace. */
const isLinkedToKept = ({ links }: SpanOptions): boolean => links.some(({ span }) => span.sampled)

/** A span of the same trace whose context is passed on. It is not exported. */
const notKept = ({ traceId }: Tracer.Span, options: SpanOptions): Tracer.Span =>
  Object.assign(new Tracer.NativeSpan({ ...options, sampled: false }), { _traceId: traceId })

export const withSampling = (tracer: Tracer.Tracer, sampling: Sampling): Tracer.Tracer => ({
  ...tracer,
  span: (options) => {
    if (!isDecidedHere(options, sampling)) return tracer.span(options)
    const span = tracer.span({ ...options, sampled: true })
    return isKept(span, sampling.ratio) || isLinkedToKept(options) ? span : notKept(span, options)
  }
})
