/** Metrics of delivery for whatever exports them: counters from zero on, and gauges, which are read before each export. */
import { Duration, Effect, Metric, Option } from "effect"
import { Catalog } from "../../catalog/Catalog.ts"
import { Metrics } from "../../observability/Metrics.ts"
import { failureTexts } from "../../transport/Transport.ts"
import { cachedBacklog } from "../queue/cachedBacklog.ts"
import type { DeliveryQueue } from "../queue/DeliveryQueue.ts"
import { DropReason } from "../queue/EventFate.ts"
import { Dispatcher } from "./Dispatcher.ts"
import type { DispatcherHealth } from "./loops.ts"

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

/** Makes counters known before anything has happened: what is counted from zero on shows its first event as a change. */
export const registerMetrics: Effect.Effect<void> = Effect.gen(function* () {
  const { scopes } = yield* Catalog
  const accepted = scopes.flatMap(({ eventTypes, key }) =>
    eventTypes.map((eventType) => Metrics.eventsAccepted(key, eventType.key))
  )
  yield* Effect.forEach([...usual, ...accepted], Metric.value, { discard: true })
})

const ofBacklog = [Metrics.eventsWaiting, Metrics.overdue, Metrics.backingOff]

/** Names of the gauges that are about what is stored, and not about a process. */
export const backlogGauges: ReadonlyArray<string> = ofBacklog.map(({ id }) => id)

const setOfDispatcher = ({ fullAccounts, inFlight }: DispatcherHealth) =>
  Effect.andThen(
    Metric.update(Metrics.inFlight(), inFlight),
    Metric.update(Metrics.fullAccounts(), fullAccounts.length)
  )

/** Gives an effect that sets the gauges of this process alone: those of its dispatcher, if it has one. */
export const makeProcessGauges: Effect.Effect<Effect.Effect<void>> = Effect.map(
  Effect.serviceOption(Dispatcher),
  Option.match({
    onNone: () => Effect.void,
    onSome: ({ health }) => Effect.flatMap(health, setOfDispatcher)
  })
)

/**
 * Gives an effect that sets the gauges; an exporter of metrics runs it before each export. The gauges of a storage that cannot be
 * read are removed: no value is better than an old one. A process without a dispatcher has no gauges of a dispatcher.
 */
export const makeGauges: Effect.Effect<Effect.Effect<void>, never, DeliveryQueue> = Effect.gen(function* () {
  const backlog = yield* cachedBacklog
  const setOfProcess = yield* makeProcessGauges

  const setOfBacklog = Effect.gen(function* () {
    const { backingOff, overdueFor, waiting } = yield* backlog
    yield* Metric.update(Metrics.eventsWaiting(), waiting)
    yield* Metric.update(Metrics.overdue(), Duration.toSeconds(overdueFor))
    yield* Metric.update(Metrics.backingOff(), backingOff)
  })

  return Effect.gen(function* () {
    yield* setOfProcess
    yield* Effect.catch(setOfBacklog, () =>
      Effect.forEach(ofBacklog, (gauge) => Metric.remove(gauge()), { discard: true })
    )
  })
})
