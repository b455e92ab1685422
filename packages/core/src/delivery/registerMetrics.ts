/** Metrics before anything has happened: what is counted from zero on shows its first event as a change. */
import { Effect, Metric } from "effect"
import { Catalog } from "../catalog/Catalog.ts"
import { Metrics } from "../observability/Metrics.ts"
import { failureTexts } from "../transport/Transport.ts"
import { DropReason } from "./EventFate.ts"

const failures = [...Object.keys(failureTexts), "2xx", "3xx", "4xx", "5xx"]

const usual: ReadonlyArray<Metric.Metric<never, unknown>> = [
  Metrics.eventsDeduplicated(),
  Metrics.eventsDelivered(),
  Metrics.publishToReceipt(),
  Metrics.deliveries("success", "none"),
  ...failures.map((reason) => Metrics.deliveries("failure", reason)),
  ...["success", "failure"].map((outcome) => Metrics.deliveryDuration(outcome)),
  ...DropReason.literals.map((reason) => Metrics.eventsDropped(reason)),
  ...["gone", "unreachable"].map((reason) => Metrics.webhooksDisabled(reason))
]

/** Makes them known to whatever exports metrics. */
export const registerMetrics: Effect.Effect<void> = Effect.gen(function* () {
  const { scopes } = yield* Catalog
  const accepted = scopes.flatMap(({ eventTypes, key }) =>
    eventTypes.map((eventType) => Metrics.eventsAccepted(key, eventType.key))
  )
  yield* Effect.forEach([...usual, ...accepted], Metric.value, { discard: true })
})
