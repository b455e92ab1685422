/** Gauges, which are read when metrics are exported: what waits, and what the dispatcher does. */
import { Duration, Effect, Metric, Option } from "effect"
import { Metrics } from "../observability/Metrics.ts"
import type { DeliveryQueue } from "./DeliveryQueue.ts"
import { Dispatcher } from "./Dispatcher.ts"
import type { DispatcherHealth } from "./Engine.ts"
import { makeRestedBacklog } from "./restedBacklog.ts"

const ofBacklog = [Metrics.eventsWaiting(), Metrics.overdue(), Metrics.backingOff()]

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
  const backlog = yield* makeRestedBacklog
  const setOfProcess = yield* makeProcessGauges

  const setOfBacklog = Effect.gen(function* () {
    const { backingOff, overdueFor, waiting } = yield* backlog
    yield* Metric.update(Metrics.eventsWaiting(), waiting)
    yield* Metric.update(Metrics.overdue(), Duration.toSeconds(overdueFor))
    yield* Metric.update(Metrics.backingOff(), backingOff)
  })

  return Effect.gen(function* () {
    yield* setOfProcess
    yield* Effect.catch(setOfBacklog, () => Effect.forEach(ofBacklog, Metric.remove, { discard: true }))
  })
})
