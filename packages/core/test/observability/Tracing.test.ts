import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Schema, Tracer } from "effect"
import { currentTraceparent, endSpan, inSpan, inStorageSpan, startSpan } from "../../src/observability/Tracing.ts"

class Refused extends Schema.TaggedError<Refused>()("Refused", { text: Schema.String }) {
  override get message() {
    return `Refused: ${this.text}`
  }
}

/** Keeps every span that is made. */
const collectingTracer = () => {
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  return { spans, tracer }
}

const none = () => ({})

describe("spans", () => {
  it.effect("are not made where nobody receives them", () =>
    Effect.gen(function* () {
      const made = startSpan("a", () => assert.fail("asked for what it would say"))
      assert.isUndefined(yield* made)
      assert.isUndefined(yield* inSpan(currentTraceparent, "a", none))
      assert.isUndefined(yield* Effect.withSpan(currentTraceparent, "a"))
      const { spans, tracer } = collectingTracer()
      yield* inSpan(Effect.void, "a", none).pipe(Effect.withTracer(tracer), Effect.withTracerEnabled(false))
      assert.lengthOf(spans, 0)
    })
  )

  it.effect("belong to each other", () => {
    const { spans, tracer } = collectingTracer()
    return Effect.gen(function* () {
      const traceparent = yield* inSpan(inSpan(currentTraceparent, "inner", none), "outer", none)
      const [outer, inner] = spans
      assert.strictEqual(inner!.traceId, outer!.traceId)
      assert.strictEqual(traceparent, `00-${inner!.traceId}-${inner!.spanId}-01`)
    }).pipe(Effect.withTracer(tracer))
  })

  it.effect("of the storage show within a trace, and begin none", () => {
    const { spans, tracer } = collectingTracer()
    const call = Effect.withFiber((fiber) => inStorageSpan(fiber, Effect.void, "EventStore.get"))
    return Effect.gen(function* () {
      yield* call
      assert.lengthOf(spans, 0)
      yield* inSpan(call, "events.get", none)
      assert.deepStrictEqual(
        spans.map(({ name }) => name),
        ["events.get", "EventStore.get"]
      )
    }).pipe(Effect.withTracer(tracer))
  })

  it.effect("name the kind of an error, and nothing of its text", () => {
    const { spans, tracer } = collectingTracer()
    const failures: ReadonlyArray<Effect.Effect<never, unknown>> = [
      Effect.fail(new Refused({ text: "hunter2" })),
      Effect.die(new TypeError("hunter2 is not a function")),
      Effect.fail("hunter2")
    ]
    return Effect.gen(function* () {
      for (const failure of failures) yield* Effect.exit(inSpan(failure, "a", none))
      assert.deepStrictEqual(
        spans.map(({ attributes }) => attributes.get("error.type")),
        ["Refused", "TypeError", "Error"]
      )
      for (const { status } of spans) {
        assert.isTrue(status._tag === "Ended" && Exit.isFailure(status.exit))
        assert.notInclude(
          JSON.stringify(status, (_, value) => (typeof value === "bigint" ? "" : value)),
          "hunter2"
        )
      }
    }).pipe(Effect.withTracer(tracer))
  })

  it.effect("end when what they are about is interrupted, which is no error", () => {
    const { spans, tracer } = collectingTracer()
    return Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(inSpan(Effect.never, "a", none), { startImmediately: true })
      yield* Fiber.interrupt(fiber)
      const [span] = spans
      assert.strictEqual(span!.status._tag, "Ended")
      assert.isFalse(span!.attributes.has("error.type"))
    }).pipe(Effect.withTracer(tracer))
  })

  it.effect("that nobody will see are not gone on from", () => {
    const { tracer } = collectingTracer()
    return Effect.gen(function* () {
      assert.isUndefined(yield* inSpan(currentTraceparent, "a", () => ({ sampled: false })))
    }).pipe(Effect.withTracer(tracer))
  })

  it.effect("that are ended by hand say what they were told", () => {
    const { spans, tracer } = collectingTracer()
    return Effect.gen(function* () {
      for (const problem of [undefined, "timeout"]) {
        const span = yield* startSpan("a", none)
        yield* endSpan(span!, problem)
      }
      assert.deepStrictEqual(
        spans.map(({ attributes, status }) => [
          attributes.get("error.type"),
          status._tag === "Ended" && Exit.isSuccess(status.exit)
        ]),
        [
          [undefined, true],
          ["timeout", false]
        ]
      )
    }).pipe(Effect.withTracer(tracer))
  })
})
