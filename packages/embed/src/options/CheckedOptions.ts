/** What a host has decided, checked before anything is opened. */
import {
  defaultLifecyclePolicy,
  DurationFromInput,
  DurationInput,
  EventCatalog,
  type EventScope,
  HostSecret,
  isSomeTime,
  type JwtKey,
  KeySetUnavailable,
  type LifecyclePolicy,
  type Limit,
  makeSecretKey,
  OperationPolicy,
  type OperationsWebhook,
  publishedCatalog,
  PublicKeyAlgorithm,
  type RetrySchedule,
  RetryScheduleFromInput,
  Revision,
  type SecretKey,
  SecretKeyId,
  secretKeyLength,
  SentSecret,
  type StorageError,
  type StoragePorts,
  WebhookUrl
} from "@sellerkit/core"
import { Language } from "@sellerkit/core/http"
import type { OperatorInterface } from "@sellerkit/core/operator"
import { defaultLimits, defaultRetentionPeriods, type LimitName, type RetentionName } from "@sellerkit/core/service"
import { Duration, Effect, Layer, Predicate, Record, Redacted, Result, Schema, SchemaIssue } from "effect"
import { IpNetwork } from "effect/net"
import type { HostLog } from "../LogEntry.ts"
import { OptionsInvalid } from "./OptionsInvalid.ts"
import type { SellerkitOptions } from "./SellerkitOptions.ts"
import type { ProductSourceOption, ReportSourceOption, Sources, StatisticsSourceOption } from "./Sources.ts"

/** Options with any catalog. */
export type Options = SellerkitOptions<ReadonlyArray<EventScope>>

const orElse = Schema.withDecodingDefault

const functionOf = <A extends (...given: never) => unknown>() =>
  Schema.declare((given): given is A => typeof given === "function", { expected: "a function" })

/** Taken as it is, because methods may use `this`. */
const withMethods = <A extends object>(...names: ReadonlyArray<keyof A & string>) =>
  Schema.declare(
    (given): given is A =>
      names.every((name) => Predicate.hasProperty(given, name) && Predicate.isFunction(given[name])),
    { expected: `an object with the functions ${names.join(", ")}` }
  )

const tokenKinds = ["secret", "publicKey", "keySet"]

const TokenKey = Schema.Struct({
  secret: Schema.optionalKey(HostSecret),
  publicKey: Schema.optionalKey(Schema.String),
  algorithm: Schema.optionalKey(PublicKeyAlgorithm),
  keySet: Schema.optionalKey(functionOf<() => Promise<unknown>>())
}).check(
  Schema.makeFilter((key) => {
    if (tokenKinds.filter((kind) => kind in key).length !== 1) return `Expected one of ${tokenKinds.join(", ")}`
    if ("publicKey" in key === "algorithm" in key) return undefined
    return { path: ["algorithm"], issue: "Expected it with a public key, and with nothing else" }
  })
)

const NetworkText = Schema.String.check(
  Schema.makeFilter((text) => Result.isSuccess(IpNetwork.fromString(text)) || "Expected a network, such as 10.0.0.0/8")
)

const SecretKeyBytes = Schema.Uint8Array.check(
  Schema.makeFilter(({ length }) => length === secretKeyLength || `Expected ${secretKeyLength} bytes, not ${length}`)
)

const SecretKeys = Schema.Array(Schema.Struct({ id: SecretKeyId, key: SecretKeyBytes })).check(
  Schema.makeFilter(
    (keys) => new Set(keys.map(({ id }) => id)).size === keys.length || "Expected a name of its own for each key"
  )
)

// our choice: less is a mistake. A number meant as days would be milliseconds, and remove everything.
const shortestPeriod = Duration.hours(1)

const Period = DurationFromInput.check(
  Schema.makeFilter(
    (period) =>
      Duration.isGreaterThanOrEqualTo(period, shortestPeriod) ||
      "Expected at least an hour, such as 30 days or Infinity; a number is milliseconds"
  )
)

/** The description of the API shows the window as it was given. */
const LimitOption = Schema.Struct({
  permits: Schema.Int.check(Schema.isGreaterThan(0)),
  window: DurationInput.check(isSomeTime)
})

const OptionsInput = Schema.Struct({
  storage: Schema.declare((given): given is Layer.Layer<StoragePorts, StorageError> => Layer.isLayer(given), {
    expected: "what a storage package gives, such as SqliteStorage.layer(file)"
  }),
  catalog: Schema.instanceOf(EventCatalog).pipe(orElse(Effect.succeed<EventCatalog>(publishedCatalog))),
  tokens: Schema.optional(TokenKey),
  secretKeys: SecretKeys.pipe(orElse(Effect.succeed([]))),
  dispatcher: Schema.Boolean.pipe(orElse(Effect.succeed(true))),
  allowedNetworks: Schema.Array(NetworkText).pipe(orElse(Effect.succeed([]))),
  operations: Schema.optional(Schema.Struct({ url: WebhookUrl, secret: SentSecret })),
  limits: Schema.Struct(Record.map(defaultLimits, () => Schema.optionalKey(LimitOption))).pipe(
    orElse(Effect.succeed({}))
  ),
  retention: Schema.Struct(
    Record.map(defaultRetentionPeriods, (usual) => Period.pipe(orElse(Effect.succeed(usual))))
  ).pipe(orElse(Effect.succeed({}))),
  language: Language.pipe(orElse(Effect.succeed<Language>("ru"))),
  lifecycle: Schema.Struct({
    operations: OperationPolicy.pipe(orElse(Effect.succeed(defaultLifecyclePolicy.operations))),
    revision: Revision.pipe(orElse(Effect.succeed(defaultLifecyclePolicy.revision)))
  }).pipe(orElse(Effect.succeed({}))),
  retries: RetryScheduleFromInput.pipe(orElse(Effect.succeed({}))),
  reportRefresh: DurationFromInput.check(
    Schema.makeFilter(
      (interval) =>
        (Duration.isFinite(interval) && Duration.isGreaterThanOrEqualTo(interval, Duration.seconds(1))) ||
        "Expected at least a second, such as 30 minutes; a number is milliseconds"
    )
  ).pipe(orElse(Effect.succeed(Duration.minutes(30)))),
  sources: Schema.Struct({
    reports: Schema.optional(withMethods<ReportSourceOption>("changedSince", "ofDay", "stocks", "realization")),
    products: Schema.optional(withMethods<ProductSourceOption>("named", "ofSubjects", "subjects")),
    statistics: Schema.optional(withMethods<StatisticsSourceOption>("rows", "keywords"))
  }).pipe(orElse(Effect.succeed({}))),
  operator: Schema.optional(
    Schema.Struct({
      key: SentSecret,
      isAsked: functionOf<OperatorInterface["isAsked"]>(),
      routes: functionOf<OperatorInterface["routes"]>()
    })
  ),
  log: Schema.optional(functionOf<HostLog>())
})

const jwtKey = ({ algorithm, keySet, publicKey, secret }: typeof TokenKey.Type): JwtKey => {
  if (secret !== undefined) return { kind: "secret", secret: Redacted.make(secret) }
  if (publicKey !== undefined) return { kind: "publicKey", pem: publicKey, algorithm: algorithm! }
  return {
    kind: "keySet",
    load: Effect.tryPromise({ try: () => keySet!(), catch: (cause) => new KeySetUnavailable({ cause }) })
  }
}

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** The first problem. It does not repeat the input, which may be secret. */
const optionsInvalid = ({ issue }: Schema.SchemaError): OptionsInvalid => {
  const [{ message, path = [] }] = format(issue).issues as [{ message: string; path?: ReadonlyArray<PropertyKey> }]
  const option = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("")
  return new OptionsInvalid({ option: option.slice(1), problem: message })
}

export interface CheckedOptions {
  readonly allowed: ReadonlyArray<IpNetwork.IpNetwork>
  readonly catalog: EventCatalog
  readonly dispatcher: boolean
  readonly keys: ReadonlyArray<SecretKey>
  readonly limits: { readonly [Name in LimitName]?: Limit }
  readonly language: Language
  readonly lifecycle: LifecyclePolicy
  readonly log: HostLog | undefined
  readonly operator: OperatorInterface | undefined
  readonly operations: OperationsWebhook.OperationsReceiver | undefined
  readonly retention: Readonly<Record<RetentionName, Duration.Duration>>
  readonly retries: RetrySchedule
  readonly sources: Sources
  readonly reportRefresh: Duration.Duration
  readonly storage: Layer.Layer<StoragePorts, StorageError>
  readonly tokenKey: JwtKey | undefined
}

const decode = Schema.decodeUnknownEffect(OptionsInput, { onExcessProperty: "error" })

/** Nothing, or something that has no options, lacks those that are required. */
const without = (options: unknown, names: ReadonlyArray<string>): unknown =>
  Object.fromEntries(
    Object.entries(Predicate.isObject(options) ? options : {}).filter(([name]) => !names.includes(name))
  )

/** `ofPlatform`: names of further options, which only the platform uses. */
export const checkOptions = Effect.fnUntraced(function* (
  options: Options,
  ofPlatform: ReadonlyArray<string> = []
): Effect.fn.Return<CheckedOptions, OptionsInvalid> {
  const { allowedNetworks, log, operations, operator, secretKeys, tokens, ...given } = yield* Effect.mapError(
    decode(without(options, ofPlatform)),
    optionsInvalid
  )
  return {
    ...given,
    allowed: allowedNetworks.map((text) => IpNetwork.fromStringUnsafe(text)),
    // Keys of another length have been refused.
    keys: yield* Effect.orDie(Effect.forEach(secretKeys, ({ id, key }) => makeSecretKey(id, key))),
    log,
    operator,
    operations: operations && { ...operations, secret: Redacted.make(operations.secret) },
    tokenKey: tokens && jwtKey(tokens)
  }
})
