import { assert, describe, it } from "@effect/vitest"
import { Option, Tracer } from "effect"
import { formatTraceparent, parseTraceparent } from "../../src/observability/Traceparent.ts"

const traceId = "0af7651916cd43dd8448eb211c80319c"
const spanId = "b7ad6b7169203331"

describe("traceparent", () => {
  it("says where a span is, and whether it is kept", () => {
    const span = Tracer.externalSpan({ traceId, spanId, sampled: true })
    assert.strictEqual(formatTraceparent(span), `00-${traceId}-${spanId}-01`)
    assert.strictEqual(formatTraceparent({ ...span, sampled: false }), `00-${traceId}-${spanId}-00`)
  })

  it("fills up trace ids of half the length, which some tracers make", () => {
    const span = Tracer.externalSpan({ traceId: spanId, spanId })
    assert.strictEqual(formatTraceparent(span), `00-0000000000000000${spanId}-${spanId}-01`)
  })

  it("is read as it was written", () => {
    for (const flags of ["00", "01", "03"]) {
      const span = Option.getOrThrow(parseTraceparent(`00-${traceId}-${spanId}-${flags}`))
      assert.deepStrictEqual([span.traceId, span.spanId, span.sampled], [traceId, spanId, flags !== "00"])
    }
  })

  it("is ignored in any other form", () => {
    for (const text of ["", traceId, `01-${traceId}-${spanId}-01`, `00-${traceId.toUpperCase()}-${spanId}-01`]) {
      assert.isTrue(Option.isNone(parseTraceparent(text)), text)
    }
  })
})
