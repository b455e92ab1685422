import { assert, describe, it } from "@effect/vitest"
import { Effect, Tracer } from "effect"
import { type Sampling, withSampling } from "../src/tracing/Sampling.ts"

const sampled = (sampling: Sampling) =>
  Effect.withTracer(withSampling(Tracer.make({ span: (options) => new Tracer.NativeSpan(options) }), sampling))

const caller = (isSampled: boolean) =>
  Tracer.externalSpan({ traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331", sampled: isSampled })

describe("sampling", () => {
  it.effect("keeps about as many traces as it is told to, and all of their spans", () =>
    Effect.gen(function* () {
      let kept = 0
      for (let trace = 0; trace < 2000; trace++) {
        const outer = yield* Effect.makeSpan("outer")
        const inner = yield* Effect.makeSpan("inner", { parent: outer })
        assert.strictEqual(inner.sampled, outer.sampled)
        if (outer.sampled) kept++
      }
      assert.isAbove(kept, 400)
      assert.isBelow(kept, 600)
    }).pipe(sampled({ ratio: 0.25, callerDecides: true }))
  )

  it.effect("decides everybody the same about a trace", () =>
    Effect.gen(function* () {
      for (let trace = 0; trace < 100; trace++) {
        const span = yield* sampled({ ratio: 0.5, callerDecides: true })(Effect.makeSpan("a"))
        const continued = Effect.makeSpan("b", { parent: Tracer.externalSpan(span) })
        const elsewhere = yield* sampled({ ratio: 0.5, callerDecides: false })(continued)
        assert.strictEqual(elsewhere.sampled, span.sampled)
      }
    })
  )

  it.effect("follows a caller, unless it is told not to", () =>
    Effect.gen(function* () {
      const continued = (isSampled: boolean) => Effect.makeSpan("a", { parent: caller(isSampled) })
      const never = { ratio: 0, callerDecides: true }
      assert.isTrue((yield* sampled(never)(continued(true))).sampled)
      assert.isFalse((yield* sampled({ ratio: 1, callerDecides: true })(continued(false))).sampled)
      assert.isFalse((yield* sampled({ ...never, callerDecides: false })(continued(true))).sampled)
      assert.isTrue((yield* sampled({ ratio: 1, callerDecides: false })(continued(false))).sampled)
    })
  )

  it.effect("keeps what is linked to something that is kept", () =>
    Effect.gen(function* () {
      const linked = (isSampled: boolean) =>
        Effect.makeSpan("deliver", { root: true, links: [{ span: caller(isSampled), attributes: {} }] })
      assert.isTrue((yield* linked(true)).sampled)
      assert.isFalse((yield* linked(false)).sampled)
    }).pipe(sampled({ ratio: 0, callerDecides: true }))
  )
})
