/** A span's place in its trace as text, in the form of W3C Trace Context. It is kept with events and sent to receivers. */
import { Option, Tracer } from "effect"

export const formatTraceparent = ({ sampled, spanId, traceId }: Tracer.AnySpan): string =>
  `00-${traceId.padStart(32, "0")}-${spanId}-${sampled ? "01" : "00"}`

const traceparent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** None where the text is absent, or of another version. */
export const parseTraceparent = (text: string): Option.Option<Tracer.ExternalSpan> => {
  const [, traceId, spanId, flags] = traceparent.exec(text) ?? []
  return traceId === undefined || spanId === undefined || flags === undefined
    ? Option.none()
    : Option.some(Tracer.externalSpan({ traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }))
}
