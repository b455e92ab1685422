/** The metrics as they are now. */
import { Effect } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { makeGauges, registerMetrics } from "../../delivery/dispatcher/metrics.ts"
import { WholeMetrics } from "./WholeMetrics.ts"

export const metricOperations = Effect.gen(function* () {
  const setGauges = yield* makeGauges
  const whole = yield* WholeMetrics
  yield* registerMetrics
  return { scrape: () => Effect.flatMap(Effect.andThen(setGauges, PrometheusMetrics.format()), whole) }
})
