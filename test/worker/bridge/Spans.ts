/** Spans as they cross: those that a call makes, the caller's tracer receives as if they had been made beside it. */
import { Context, type Exit, Option, Tracer } from "effect"

/** Where a span is. */
export type Place = Pick<Tracer.AnySpan, "sampled" | "spanId" | "traceId">

interface Link {
  readonly span: Place
  readonly attributes: Readonly<Record<string, unknown>>
}

export interface EndedSpan extends Place {
  readonly name: string
  readonly parent: Place | undefined
  readonly links: ReadonlyArray<Link>
  readonly kind: Tracer.SpanKind
  readonly startTime: bigint
  readonly endTime: bigint
  readonly exit: Exit.Exit<unknown, unknown>
  readonly attributes: ReadonlyMap<string, unknown>
}

const placeOf = ({ sampled, spanId, traceId }: Place): Place => ({ sampled, spanId, traceId })

/** A tracer, and the spans of it that ended. */
export const collectingTracer = () => {
  const spans: Array<EndedSpan> = []
  class Collected extends Tracer.NativeSpan {
    override end(endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
      super.end(endTime, exit)
      const { attributes, kind, links, name, parent, startTime } = this
      spans.push({
        ...placeOf(this),
        name,
        parent: Option.getOrUndefined(Option.map(parent, placeOf)),
        links: links.map((link) => ({ span: placeOf(link.span), attributes: link.attributes })),
        kind,
        startTime,
        endTime,
        exit,
        attributes
      })
    }
  }
  return { spans, tracer: Tracer.make({ span: (options) => new Collected(options) }) }
}

/** The tracer gets it, at its own place. */
export const giveSpan = (tracer: Tracer.Tracer, ended: EndedSpan): void => {
  const { attributes, endTime, exit, kind, links, name, parent, sampled, spanId, startTime, traceId } = ended
  const span = tracer.span({
    name,
    parent: Option.map(Option.fromUndefinedOr(parent), Tracer.externalSpan),
    annotations: Context.empty(),
    links: links.map((link) => ({ ...link, span: Tracer.externalSpan(link.span) })),
    startTime,
    kind,
    root: parent === undefined,
    sampled
  })
  Object.defineProperties(span, { traceId: { value: traceId }, spanId: { value: spanId } })
  for (const [key, value] of attributes) span.attribute(key, value)
  span.end(endTime, exit)
}
