/** The metrics as they are now. */
import { makeGauges, registerMetrics } from "@sellerkit/core/delivery"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { PrometheusMetrics } from "effect/observability"
import { OperatorApi } from "./OperatorApi.ts"

export const MetricsHandlers = HttpApiBuilder.group(
  OperatorApi,
  "metrics",
  Effect.fn(function* (handlers) {
    const setGauges = yield* makeGauges
    yield* registerMetrics
    return handlers.handleAll({ scrape: () => Effect.andThen(setGauges, PrometheusMetrics.format()) })
  })
)
