/** What operators see of delivery: metrics, and traces from publication to delivery. */
import { assert } from "@effect/vitest"
import { type DropReason, Events, Metrics, TransportFailure } from "@sellerkit/core"
import { Effect, Metric, Number, Tracer } from "effect"
import { TestClock } from "effect/testing"
import { account } from "../../fixtures.ts"
import { makeReceiver } from "../receivers/Receiver.ts"
import type { Scenario } from "../Scenario.ts"
import { card, closedPort, createWebhook, deliveriesOf, drain, publish } from "../steps.ts"

/** Runs a scenario with metrics of its own. */
const counting = Effect.provideServiceEffect(
  Metric.MetricRegistry,
  Effect.sync(() => new Map())
)

const count = (metric: Metric.Metric<never, { readonly count: number }>) =>
  Effect.map(Metric.value(metric), (state) => state.count)

const deliveries = (outcome: string, reason: string) => count(Metrics.deliveries(outcome, reason))
const dropped = (reason: DropReason) => count(Metrics.eventsDropped(reason))

/** Keeps every span that ended, oldest first. */
const collectingTracer = () => {
  const spans: Array<Tracer.NativeSpan> = []
  class Kept extends Tracer.NativeSpan {
    override end(...ended: Parameters<Tracer.NativeSpan["end"]>): void {
      super.end(...ended)
      spans.push(this)
    }
  }
  return { spans, tracer: Tracer.make({ span: (options) => new Kept(options) }) }
}

const named = (spans: ReadonlyArray<Tracer.NativeSpan>, name: string) => spans.filter((span) => span.name === name)

export const observationScenarios = (scenario: Scenario): void => {
  scenario.resting(
    "counts events and deliveries, and tells how long events waited",
    counting(
      Effect.gen(function* () {
        const [well, ill] = [yield* makeReceiver(), yield* makeReceiver()]
        yield* createWebhook(well)
        yield* createWebhook(ill)
        yield* createWebhook({ url: `http://127.0.0.1:${yield* closedPort}/` })
        ill.answer({ status: 503 })
        yield* publish(1, 2)
        const keyed = card(3, { idempotencyKey: "three" })
        yield* (yield* Events).publish(account(), [keyed, keyed])
        yield* (yield* Events).publish(account(), [keyed])
        assert.strictEqual(yield* count(Metrics.eventsAccepted("content", "card_changed")), 3)
        assert.strictEqual(yield* count(Metrics.eventsDeduplicated()), 2)
        yield* TestClock.adjust("4 seconds")
        yield* drain
        assert.strictEqual(yield* deliveries("success", "none"), 1)
        assert.strictEqual(yield* deliveries("failure", "5xx"), 1)
        const refused = scenario.failures(new TransportFailure({ kind: "refused" }))
        const counted = yield* Effect.forEach(refused, ({ kind }) => deliveries("failure", kind))
        assert.strictEqual(Number.sumAll(counted), 1)
        assert.strictEqual(yield* count(Metrics.deliveryDuration("failure")), 2)
        assert.strictEqual(yield* count(Metrics.eventsDelivered()), 3)
        const { count: received, sum } = yield* Metric.value(Metrics.publishToReceipt())
        assert.deepStrictEqual([received, sum], [3, 12])
      })
    )
  )

  scenario.resting(
    "counts events whose attempts are spent as dropped",
    counting(
      Effect.gen(function* () {
        const receiver = yield* makeReceiver()
        receiver.answer({ status: 500 })
        const { id } = yield* createWebhook(receiver)
        yield* publish(1)
        while ((yield* dropped("attemptsSpent")) === 0) {
          yield* drain
          yield* TestClock.adjust("15 minutes")
        }
        assert.lengthOf(yield* deliveriesOf(id), yield* deliveries("failure", "5xx"))
        assert.strictEqual(yield* count(Metrics.eventsDelivered()), 0)
      })
    )
  )

  scenario.resting(
    "links a delivery's span to the publications of its events, and tells the receiver of it",
    Effect.gen(function* () {
      const { spans, tracer } = collectingTracer()
      yield* Effect.gen(function* () {
        const receiver = yield* makeReceiver()
        yield* createWebhook({ url: `${receiver.url}?key=hunter2` })
        yield* publish(1, 2)
        yield* publish(3)
        yield* drain
        const [first, second] = named(spans, "Events.publish")
        const [delivery] = named(spans, "deliver")
        assert.deepStrictEqual(
          delivery!.links.map(({ span: { spanId, traceId } }) => [traceId, spanId]),
          [first!, second!].map(({ spanId, traceId }) => [traceId, spanId])
        )
        const { headers } = receiver.received[0]!
        assert.strictEqual(headers["traceparent"], `00-${delivery!.traceId}-${delivery!.spanId}-01`)
        assert.strictEqual(delivery!.attributes.get("http.response.status_code"), 200)
        assert.notInclude(JSON.stringify([...delivery!.attributes]), "hunter2")
        assert.lengthOf(named(spans, "DeliveryQueue.settle"), 1)
        assert.lengthOf(named(spans, "DeliveryQueue.claim"), 1, "a look that found nothing has none")
      }).pipe(Effect.withTracer(tracer))
    })
  )

  scenario.resting(
    "says why a delivery failed in its span, which links to at most 128 publications",
    Effect.gen(function* () {
      const { spans, tracer } = collectingTracer()
      yield* Effect.gen(function* () {
        const receiver = yield* makeReceiver()
        receiver.answer({ status: 404 })
        yield* createWebhook(receiver)
        for (let number = 1; number <= 130; number++) yield* publish(number)
        yield* drain
        const [delivery] = named(spans, "deliver")
        assert.deepStrictEqual(
          [delivery!.attributes.get("error.type"), delivery!.attributes.get("http.response.status_code")],
          ["4xx", 404]
        )
        assert.strictEqual(delivery!.attributes.get("messaging.batch.message_count"), 130)
        assert.lengthOf(delivery!.links, 128)
      }).pipe(Effect.withTracer(tracer))
    })
  )

  scenario.resting(
    "tells receivers of no trace when there is none",
    Effect.gen(function* () {
      const receiver = yield* makeReceiver()
      yield* createWebhook(receiver)
      yield* Effect.withSpan(publish(1), "nobody receives this span")
      yield* drain
      const { headers } = receiver.received[0]!
      for (const name of ["traceparent", "tracestate", "b3"]) assert.notProperty(headers, name)
    })
  )
}
