/** Sends spans to a collector, over HTTP. */
import { Effect, Layer, Redacted, Tracer } from "effect"
import { FetchHttpClient, HttpClient } from "effect/http"
import { OtlpExporter, OtlpSerialization, OtlpTracer } from "effect/observability"
import { exportingClient } from "./exportingClient.ts"
import { withSampling } from "./Sampling.ts"
import type { TracingSettings } from "./TracingSettings.ts"

const serializations = { "http/json": OtlpSerialization.layerJson, "http/protobuf": OtlpSerialization.layerProtobuf }

const clientLayer = Layer.effect(HttpClient.HttpClient, Effect.map(HttpClient.HttpClient, exportingClient)).pipe(
  Layer.provide(FetchHttpClient.layer)
)

/** Spans that are left are sent as the layer closes. Without settings there are no traces. */
export const tracingLayer = (settings: TracingSettings | undefined): Layer.Layer<never> => {
  if (settings === undefined) return Layer.empty
  const { compression, exportInterval, headers, protocol, resource, sampling, url } = settings
  const tracer = OtlpTracer.make({
    url: url.toString(),
    headers: Redacted.value(headers),
    resource: { attributes: resource },
    compression,
    exportInterval
  })
  return Layer.effect(
    Tracer.Tracer,
    Effect.map(tracer, (sending) => withSampling(sending, sampling))
  ).pipe(Layer.provide([OtlpExporter.layerFlusher, serializations[protocol], clientLayer]))
}
