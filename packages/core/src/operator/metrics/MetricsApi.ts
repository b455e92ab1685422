/** The metrics, for Prometheus to fetch. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { described } from "../described.ts"

// The version of the format, not of the metrics.
const contentType = "text/plain; version=0.0.4; charset=utf-8"

export class MetricsApi extends HttpApiGroup.make("metrics")
  .add(
    HttpApiEndpoint.get("scrape", "/metrics", {
      success: Schema.String.pipe(HttpApiSchema.asText({ contentType }))
    }).annotateMerge(described("Metrics", "All metrics, in the text format of Prometheus."))
  )
  .annotateMerge(OpenApi.annotations({ title: "Metrics", description: "How the service fares, in numbers." })) {}
