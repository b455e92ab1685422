/** Where traces go, as the variables of OpenTelemetry say. Without an endpoint there are none. */
import { Duration, Effect, Option, Redacted, Result, Schema } from "effect"
import { HttpUrl } from "../settings/HttpUrl.ts"
import { type Problems, problemsOf, variable } from "../settings/variable.ts"
import { version } from "../version.ts"
import { wholeNumber } from "../settings/WholeNumber.ts"
import type { Sampling } from "./Sampling.ts"

export interface TracingSettings {
  /** The URL for traces alone: `/v1/traces` as a rule. */
  readonly url: URL
  readonly protocol: "http/json" | "http/protobuf"
  readonly compression: "gzip" | "none"
  /** Often with a credential. */
  readonly headers: Redacted.Redacted<Readonly<Record<string, string>>>
  /** Where the spans come from, in attributes such as `service.name`. */
  readonly resource: Readonly<Record<string, string>>
  readonly sampling: Sampling
  /** How long spans are gathered before they are sent. */
  readonly exportInterval: Duration.Duration
}

/** The first of the variables that is set: one for traces alone goes before one for everything. */
const firstOf = <A>(names: ReadonlyArray<string>, schema: Schema.Codec<A, string>, advice: string) =>
  Effect.map(
    Effect.forEach(names, (name) => variable(name, schema, advice)),
    Option.firstSomeOf
  )

const ofTraces = (name: string) => [`OTEL_EXPORTER_OTLP_TRACES_${name}`, `OTEL_EXPORTER_OTLP_${name}`]

const urlAdvice =
  "give the URL of a collector, such as http://127.0.0.1:4318; what it asks for goes into OTEL_EXPORTER_OTLP_HEADERS"

const readUrl = Effect.gen(function* () {
  const ofTracesAlone = yield* variable("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", HttpUrl, urlAdvice)
  if (Option.isSome(ofTracesAlone)) return ofTracesAlone.value
  const base = Option.getOrUndefined(yield* variable("OTEL_EXPORTER_OTLP_ENDPOINT", HttpUrl, urlAdvice))
  if (base === undefined) return undefined
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/$/, "")}/v1/traces`
  return url
})

const pairsAdvice = "give pairs such as a=1,b=2, with other characters percent-encoded"

const headersAdvice = `${pairsAdvice}, of which each can be a header`

const decode = (text: string): string => decodeURIComponent(text.trim())

/** As in W3C Baggage: pairs with commas between them, percent-encoded. */
const parsePairs = (text: string): Result.Result<Readonly<Record<string, string>>, unknown> =>
  Result.try(() =>
    Object.fromEntries(
      text
        .split(",")
        .filter((pair) => pair.trim() !== "")
        .map((pair) => {
          const [name, value] = pair.split(/=(.*)/s)
          if (value === undefined || name!.trim() === "") throw new Error("Not a pair")
          return [decode(name!), decode(value)]
        })
    )
  )

const Pairs = Schema.String.check(Schema.makeFilter((text) => Result.isSuccess(parsePairs(text))))

const parseHeaders = (text: string) => Result.flatMap(parsePairs(text), (pairs) => Result.try(() => new Headers(pairs)))

const HeaderPairs = Schema.String.check(Schema.makeFilter((text) => Result.isSuccess(parseHeaders(text))))

const pairsOf = (text: Option.Option<string>): Readonly<Record<string, string>> =>
  Result.getOrElse(parsePairs(Option.getOrElse(text, () => "")), () => ({}))

/** By the names that OpenTelemetry has for them. */
const samplers: Readonly<Record<string, (ratio: number) => Sampling>> = {
  always_on: () => ({ ratio: 1, callerDecides: false }),
  always_off: () => ({ ratio: 0, callerDecides: false }),
  traceidratio: (ratio) => ({ ratio, callerDecides: false }),
  parentbased_always_on: () => ({ ratio: 1, callerDecides: true }),
  parentbased_always_off: () => ({ ratio: 0, callerDecides: true }),
  parentbased_traceidratio: (ratio) => ({ ratio, callerDecides: true })
}

const Ratio = Schema.NumberFromString.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
const Millis = wholeNumber(1, 600_000)
const Sampler = Schema.Literals(Object.keys(samplers))

// As OpenTelemetry has them.
const usualSampler = "parentbased_always_on"
const usualInterval = Duration.seconds(5)

const exporterAdvice = "give otlp or none; other exporters are not there"
const protocolAdvice = "give http/protobuf or http/json; gRPC is not spoken"

/** Undefined where no traces are wanted. */
const readTarget = Effect.gen(function* () {
  const readings = yield* Effect.all(
    {
      isDisabled: variable("OTEL_SDK_DISABLED", Schema.String, "give true or false"),
      exporter: variable("OTEL_TRACES_EXPORTER", Schema.Literals(["otlp", "none"]), exporterAdvice),
      url: readUrl
    },
    { mode: "result" }
  )
  const values = Result.all(readings)
  if (Result.isFailure(values)) return yield* Effect.fail(problemsOf(readings))
  const { exporter, isDisabled, url } = values.success
  const isOff = Option.exists(isDisabled, (text) => text.toLowerCase() === "true") || Option.contains(exporter, "none")
  return isOff ? undefined : url
})

const readResource = Effect.gen(function* () {
  const attributes = yield* variable("OTEL_RESOURCE_ATTRIBUTES", Pairs, pairsAdvice)
  const serviceName = yield* variable("OTEL_SERVICE_NAME", Schema.String, "give a name")
  return {
    "service.name": "sellerkit",
    "service.version": version,
    ...pairsOf(attributes),
    ...(Option.isSome(serviceName) && { "service.name": serviceName.value })
  }
})

const readSampling = Effect.gen(function* () {
  const sampler = yield* variable("OTEL_TRACES_SAMPLER", Sampler, `give one of ${Object.keys(samplers).join(", ")}`)
  const ratio = yield* variable("OTEL_TRACES_SAMPLER_ARG", Ratio, "give a number from 0 to 1")
  return samplers[Option.getOrElse(sampler, () => usualSampler)]!(Option.getOrElse(ratio, () => 1))
})

/** Undefined where no traces are wanted; then the other variables do not matter. */
export const readTracing: Effect.Effect<TracingSettings | undefined, Problems> = Effect.gen(function* () {
  const url = yield* readTarget
  if (url === undefined) return undefined
  const readings = yield* Effect.all(
    {
      protocol: Effect.map(
        firstOf(ofTraces("PROTOCOL"), Schema.Literals(["http/protobuf", "http/json"]), protocolAdvice),
        Option.getOrElse(() => "http/protobuf" as const)
      ),
      compression: Effect.map(
        firstOf(ofTraces("COMPRESSION"), Schema.Literals(["gzip", "none"]), "give gzip or none"),
        Option.getOrElse(() => "none" as const)
      ),
      headers: Effect.map(firstOf(ofTraces("HEADERS"), HeaderPairs, headersAdvice), (text) =>
        Redacted.make(pairsOf(text), { label: "OTLP headers" })
      ),
      resource: readResource,
      sampling: readSampling,
      exportInterval: Effect.map(
        variable("OTEL_BSP_SCHEDULE_DELAY", Millis, "give a number of milliseconds from 1 to 600000"),
        Option.match({ onNone: () => usualInterval, onSome: Duration.millis })
      )
    },
    { mode: "result" }
  )
  const values = Result.all(readings)
  return Result.isFailure(values) ? yield* Effect.fail(problemsOf(readings)) : { url, ...values.success }
})
