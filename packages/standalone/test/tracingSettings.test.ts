import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Duration, Effect, Redacted } from "effect"
import { readTracing } from "../src/tracing/TracingSettings.ts"
import { version } from "../src/version.ts"

const read = (env: Record<string, string>) =>
  Effect.provideService(readTracing, ConfigProvider.ConfigProvider, ConfigProvider.fromEnvRecord(env))

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.example:4318" }

describe("settings of traces", () => {
  it.effect("are none without an endpoint, or when traces are not wanted", () =>
    Effect.gen(function* () {
      assert.isUndefined(yield* read({}))
      assert.isUndefined(yield* read({ OTEL_TRACES_SAMPLER: "not read", OTEL_SERVICE_NAME: "a" }))
      assert.isUndefined(yield* read({ ...endpoint, OTEL_SDK_DISABLED: "TRUE" }))
      assert.isUndefined(yield* read({ ...endpoint, OTEL_TRACES_EXPORTER: "none" }))
      assert.isDefined(yield* read({ ...endpoint, OTEL_SDK_DISABLED: "false", OTEL_TRACES_EXPORTER: "otlp" }))
    })
  )

  it.effect("need no more than an endpoint", () =>
    Effect.gen(function* () {
      const { headers, url, ...rest } = (yield* read(endpoint))!
      assert.strictEqual(url.href, "http://collector.example:4318/v1/traces")
      assert.deepStrictEqual(Redacted.value(headers), {})
      assert.deepStrictEqual(rest, {
        protocol: "http/protobuf",
        compression: "none",
        resource: { "service.name": "sellerkit", "service.version": version },
        sampling: { ratio: 1, callerDecides: true },
        exportInterval: Duration.seconds(5)
      })
    })
  )

  it.effect("are those of OpenTelemetry, of which the ones for traces alone go first", () =>
    Effect.gen(function* () {
      const { headers, url, ...rest } = (yield* read({
        ...endpoint,
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://traces.example/in?tenant=a",
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf",
        OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/json",
        OTEL_EXPORTER_OTLP_COMPRESSION: "gzip",
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20abc==, x-tenant = a%2Cb ,",
        OTEL_SERVICE_NAME: "webhooks",
        OTEL_RESOURCE_ATTRIBUTES: "service.name=other,deployment.environment.name=staging,service.version=7",
        OTEL_TRACES_SAMPLER: "traceidratio",
        OTEL_TRACES_SAMPLER_ARG: "0.25",
        OTEL_BSP_SCHEDULE_DELAY: "100"
      }))!
      assert.strictEqual(url.href, "https://traces.example/in?tenant=a")
      assert.deepStrictEqual(Redacted.value(headers), { authorization: "Basic abc==", "x-tenant": "a,b" })
      assert.deepStrictEqual(rest, {
        protocol: "http/json",
        compression: "gzip",
        resource: { "service.name": "webhooks", "service.version": "7", "deployment.environment.name": "staging" },
        sampling: { ratio: 0.25, callerDecides: false },
        exportInterval: Duration.millis(100)
      })
    })
  )

  it.effect("keep the path of the endpoint", () =>
    Effect.gen(function* () {
      for (const base of ["https://collector.example/otlp", "https://collector.example/otlp/"]) {
        const settings = yield* read({ OTEL_EXPORTER_OTLP_ENDPOINT: base })
        assert.strictEqual(settings!.url.href, "https://collector.example/otlp/v1/traces")
      }
    })
  )

  it.effect("that are wrong are named, all at once, and never repeated", () =>
    Effect.gen(function* () {
      const wrong = {
        ...endpoint,
        OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=%zz-hunter2",
        OTEL_RESOURCE_ATTRIBUTES: "hunter2",
        OTEL_TRACES_SAMPLER: "jaeger_remote",
        OTEL_BSP_SCHEDULE_DELAY: "soon"
      }
      const problems = yield* Effect.flip(read(wrong))
      assert.deepStrictEqual(problems, [
        "OTEL_EXPORTER_OTLP_PROTOCOL: give http/protobuf or http/json; gRPC is not spoken",
        "OTEL_EXPORTER_OTLP_HEADERS: give pairs such as a=1,b=2, with other characters percent-encoded, of which each can be a header",
        "OTEL_RESOURCE_ATTRIBUTES: give pairs such as a=1,b=2, with other characters percent-encoded",
        "OTEL_TRACES_SAMPLER: give one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio",
        "OTEL_BSP_SCHEDULE_DELAY: give a number of milliseconds from 1 to 600000"
      ])
      assert.deepStrictEqual(yield* Effect.flip(read({ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317" })), [
        "OTEL_EXPORTER_OTLP_ENDPOINT: give the URL of a collector, such as http://127.0.0.1:4318; what it asks for goes into OTEL_EXPORTER_OTLP_HEADERS"
      ])
      const [noHeader] = yield* Effect.flip(read({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%0Ahunter2" }))
      assert.match(noHeader!, /^OTEL_EXPORTER_OTLP_HEADERS: give pairs/)
      assert.deepStrictEqual(yield* Effect.flip(read({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: "2" })), [
        "OTEL_TRACES_SAMPLER_ARG: give a number from 0 to 1"
      ])
    })
  )
})
