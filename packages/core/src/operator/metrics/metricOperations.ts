/** The metrics as they are now. */
import { Effect } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { makeGauges } from "../../delivery/gauges.ts"
import { registerMetrics } from "../../delivery/registerMetrics.ts"

export const metricOperations = Effect.gen(function* () {
  const setGauges = yield* makeGauges
  yield* registerMetrics
  return { scrape: () => Effect.andThen(setGauges, PrometheusMetrics.format()) }
})
