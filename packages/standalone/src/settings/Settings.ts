/**
 * How an installation is set up: environment variables, and what the profile makes of their absence. The development
 * profile makes up what is missing and keeps it; the production profile refuses to start and says what is missing.
 */
import {
  defaultLifecyclePolicy,
  type LifecyclePolicy,
  OperationPolicy,
  type OperationsWebhook,
  type RetrySchedule,
  Revision,
  type SecretKey,
  WebhookUrl
} from "@sellerkit/core"
import { isOrigin } from "@sellerkit/console"
import { Language } from "@sellerkit/core/http"
import { defaultRetentionPeriods, type RetentionName } from "@sellerkit/core/service"
import { Array, Duration, Effect, Option, Redacted, Result, Schema } from "effect"
import { Dns, IpNetwork, NetAddress } from "effect/net"
import { type Database, databaseAdvice, databaseOf, DatabaseText } from "../storage/Database.ts"
import { dataFolder, type DevelopmentState } from "./DevelopmentState.ts"
import type { Profile } from "./Profile.ts"
import { readRetrySchedule } from "./retrySchedule.ts"
import { readSecretKeys } from "./SecretKeys.ts"
import { secretAdvice, secretVariable } from "./secretVariable.ts"
import { readTokenKey, type TokenKey } from "./TokenKey.ts"
import { readTracing, type TracingSettings } from "../tracing/TracingSettings.ts"
import { type Problems, problemsOf, variable } from "./variable.ts"
import { wholeNumber } from "./WholeNumber.ts"

/** What every process needs, whichever part of the service it runs. */
export interface ProcessSettings {
  readonly profile: Profile
  readonly host: string
  readonly port: number
  readonly database: Database
  readonly operatorKey: Redacted.Redacted
  /** What webhooks' secrets are encrypted with, the newest first; they are stored as they are when there is none. */
  readonly secretKeys: ReadonlyArray<SecretKey>
  /** Private networks that may be called. */
  readonly allowedNetworks: ReadonlyArray<IpNetwork.IpNetwork>
  /** Name servers for receivers' names; the machine's own name servers and its hosts file when there is none. */
  readonly nameServers: ReadonlyArray<string>
  /** Where operational events go. */
  readonly operations: OperationsWebhook.OperationsReceiver | undefined
  /** How long records of each kind are kept. */
  readonly retention: Readonly<Record<RetentionName, Duration.Duration>>
  /** When failed deliveries are tried again, for sellers who have no schedule of their own. */
  readonly retries: RetrySchedule
  /** In which language campaigns' refusals are told. */
  readonly language: Language
  /** What is made of the dates in the change log. */
  readonly lifecycle: LifecyclePolicy
  /** How often reports are refreshed. */
  readonly reportRefresh: Duration.Duration
  /** Where traces go; nowhere when absent. */
  readonly tracing?: TracingSettings | undefined
  /** Proxies that are trusted to say a caller's address. */
  readonly trustedProxies: ReadonlyArray<IpNetwork.IpNetwork>
  /** Origins whose pages may show a portal of the console in a frame. */
  readonly frameAncestors: ReadonlyArray<string>
}

/** The settings of a process with an API: with the key that checks the tokens of callers. */
export interface Settings extends ProcessSettings {
  readonly tokenKey: TokenKey
}

/** The settings of `sellerkit serve`. */
export interface ServeSettings extends Settings {
  /** How many processes serve behind the port. */
  readonly processes: number
}

/** The service cannot start like this. Each problem names a variable and says what to do. */
export class SettingsInvalid extends Schema.TaggedError<SettingsInvalid>()("SettingsInvalid", {
  problems: Schema.Array(Schema.String)
}) {
  override get message() {
    return `The service cannot start:\n${this.problems.map((problem) => `  - ${problem}`).join("\n")}`
  }
}

const Port = wholeNumber(0, 65_535)

/** What the entries of a list are, and what to write there. */
interface Entries<A> {
  readonly parse: (text: string) => Result.Result<A, unknown>
  readonly is: string
  readonly advice: string
}

const networks: Entries<IpNetwork.IpNetwork> = {
  parse: IpNetwork.fromString,
  is: "network",
  advice: "list networks such as 10.0.0.0/8, with commas between them"
}

const nameServers: Entries<string> = {
  parse: (text) => Result.map(Dns.nameServerFromString(text), NetAddress.formatInet),
  is: "address of a name server",
  advice: "list addresses such as 1.1.1.1 or 10.0.0.2:5353, with commas between them"
}

const origins: Entries<string> = {
  parse: (text) => (isOrigin(text) ? Result.succeed(text) : Result.fail(undefined)),
  is: "origin",
  advice: "list origins such as https://seller.example, with commas between them"
}

/** Every entry of the list, or a problem for each wrong one. */
const parseList = <A>(
  name: string,
  { advice, is, parse }: Entries<A>,
  list: string
): Result.Result<ReadonlyArray<A>, Problems> => {
  const entries = list.split(",").map((text) => text.trim())
  const [values, wrong] = Array.separate(
    entries
      .filter((text) => text !== "")
      .map((text) => Result.mapError(parse(text), () => `${name}: ${text} is no ${is}; ${advice}`))
  )
  return wrong.length > 0 ? Result.fail(wrong) : Result.succeed(values)
}

const listVariable = <A>(name: string, entries: Entries<A>, otherwise: string) =>
  variable(name, Schema.String, entries.advice).pipe(
    Effect.map(Option.getOrElse(() => otherwise)),
    Effect.flatMap((list) => Effect.fromResult(parseList(name, entries, list)))
  )

const readOperatorKey = Effect.fnUntraced(function* (
  made: string | undefined
): Effect.fn.Return<Redacted.Redacted, Problems> {
  const given = yield* secretVariable("SELLERKIT_OPERATOR_KEY")
  if (Option.isSome(given)) return given.value
  if (made !== undefined) return Redacted.make(made, { label: "operator key" })
  return yield* Effect.fail([`SELLERKIT_OPERATOR_KEY is missing: ${secretAdvice}`])
})

const receiverAdvice = "give the URL of a receiver, such as https://host.example/webhooks"

/** Where operational events go, and the secret that they carry; both or neither. */
const readOperations = Effect.gen(function* () {
  const readings = yield* Effect.all(
    {
      url: variable("SELLERKIT_OPERATIONS_URL", WebhookUrl, receiverAdvice),
      secret: secretVariable("SELLERKIT_OPERATIONS_SECRET")
    },
    { mode: "result" }
  )
  const values = Result.all(readings)
  if (Result.isFailure(values)) return yield* Effect.fail(problemsOf(readings))
  const { secret, url } = values.success
  if (Option.isSome(url) && Option.isSome(secret)) return { url: url.value, secret: secret.value }
  if (Option.isSome(url)) return yield* Effect.fail([`SELLERKIT_OPERATIONS_SECRET is missing: ${secretAdvice}`])
  if (Option.isSome(secret)) return yield* Effect.fail([`SELLERKIT_OPERATIONS_URL is missing: ${receiverAdvice}`])
  return undefined
})

const Minutes = wholeNumber(1, 1440)

const Days = wholeNumber(1, 3650)

const daysVariable = (name: string, otherwise: Duration.Duration) =>
  variable(name, Days, "give a number of days from 1 to 3650").pipe(
    Effect.map(Option.match({ onNone: () => otherwise, onSome: Duration.days }))
  )

const readRetention = Effect.gen(function* () {
  const readings = yield* Effect.all(
    {
      events: daysVariable("SELLERKIT_KEEP_EVENTS", defaultRetentionPeriods.events),
      deliveries: daysVariable("SELLERKIT_KEEP_DELIVERIES", defaultRetentionPeriods.deliveries),
      history: daysVariable("SELLERKIT_KEEP_HISTORY", defaultRetentionPeriods.history)
    },
    { mode: "result" }
  )
  const periods = Result.all(readings)
  return Result.isFailure(periods)
    ? yield* Effect.fail(problemsOf(readings))
    : { ...defaultRetentionPeriods, ...periods.success }
})

/** What is made of the dates in the change log. */
const readLifecycle = Effect.gen(function* () {
  const readings = yield* Effect.all(
    {
      operations: variable("SELLERKIT_LIFECYCLE", OperationPolicy, "give announce, enforce or ignore").pipe(
        Effect.map(Option.getOrElse(() => defaultLifecyclePolicy.operations))
      ),
      revision: variable("SELLERKIT_REVISION", Revision, "give published or dated").pipe(
        Effect.map(Option.getOrElse(() => defaultLifecyclePolicy.revision))
      )
    },
    { mode: "result" }
  )
  const values = Result.all(readings)
  return Result.isFailure(values) ? yield* Effect.fail(problemsOf(readings)) : values.success
})

const defaults = {
  development: { host: "127.0.0.1", allowed: "127.0.0.0/8,::1/128" },
  production: { host: "0.0.0.0", allowed: "" }
} as const

/** Private networks whose receivers may be called. */
export const readAllowedNetworks = (profile: Profile) =>
  listVariable("SELLERKIT_ALLOWED_NETWORKS", networks, defaults[profile].allowed)

/** Name servers that receivers' names are looked up at; none for the machine's own. */
export const readNameServers = listVariable("SELLERKIT_NAME_SERVERS", nameServers, "")

/** The database, which the data folder has when none is named. */
export const readDatabase = Effect.gen(function* () {
  const usual = `sqlite:${yield* dataFolder}/sellerkit.db`
  const given = yield* variable("SELLERKIT_DATABASE", DatabaseText, databaseAdvice)
  return databaseOf(Option.getOrElse(given, () => usual))
})

const readHost = (profile: Profile) =>
  variable("HOST", Schema.String, "name an address to listen on, such as 127.0.0.1").pipe(
    Effect.map(Option.getOrElse((): string => defaults[profile].host))
  )

const readPort = variable("PORT", Port, "give a port number from 0 to 65535").pipe(
  Effect.map(Option.getOrElse(() => 8080))
)

/** Where it listens, whatever else is wrong with the settings. */
export const readAddress = (profile: Profile) => Effect.all({ host: readHost(profile), port: readPort })

const readProcess = Effect.fnUntraced(function* (
  profile: Profile,
  made: DevelopmentState | undefined
): Effect.fn.Return<ProcessSettings, Problems> {
  const readings = yield* Effect.all(
    {
      host: readHost(profile),
      port: readPort,
      database: readDatabase,
      operatorKey: readOperatorKey(made?.operatorKey),
      secretKeys: readSecretKeys,
      allowedNetworks: readAllowedNetworks(profile),
      nameServers: readNameServers,
      operations: readOperations,
      retention: readRetention,
      retries: readRetrySchedule,
      language: variable("SELLERKIT_LANGUAGE", Language, "give ru or en").pipe(
        Effect.map(Option.getOrElse((): Language => "ru"))
      ),
      lifecycle: readLifecycle,
      reportRefresh: variable("SELLERKIT_REPORT_REFRESH", Minutes, "give a number of minutes from 1 to 1440").pipe(
        Effect.map(Option.match({ onNone: () => Duration.minutes(30), onSome: Duration.minutes }))
      ),
      tracing: readTracing,
      trustedProxies: listVariable("SELLERKIT_TRUSTED_PROXIES", networks, ""),
      frameAncestors: listVariable("SELLERKIT_FRAME_ANCESTORS", origins, "")
    },
    { mode: "result" }
  )
  const values = Result.all(readings)
  return Result.isFailure(values) ? yield* Effect.fail(problemsOf(readings)) : { profile, ...values.success }
})

/** `made` holds what the development profile made up on its first start; absent in production. */
export const loadSettings = Effect.fnUntraced(function* (
  profile: Profile,
  made: DevelopmentState | undefined
): Effect.fn.Return<Settings, SettingsInvalid> {
  const tokenSecret = made && Redacted.make(made.tokenSecret, { label: "secret" })
  const readings = yield* Effect.all(
    { process: readProcess(profile, made), tokenKey: readTokenKey(tokenSecret) },
    { mode: "result" }
  )
  const values = Result.all(readings)
  if (Result.isFailure(values)) return yield* new SettingsInvalid({ problems: problemsOf(readings) })
  return { ...values.success.process, tokenKey: values.success.tokenKey }
})

/** The settings of a process that is never called with a token. */
export const loadProcessSettings = (
  profile: Profile,
  made: DevelopmentState | undefined
): Effect.Effect<ProcessSettings, SettingsInvalid> =>
  Effect.mapError(readProcess(profile, made), (problems) => new SettingsInvalid({ problems }))

// our choice: more than machines have processors as a rule. Each process takes connections of the database.
const mostProcesses = 64

const readProcesses = variable(
  "SELLERKIT_PROCESSES",
  wholeNumber(1, mostProcesses),
  `give a number of processes from 1 to ${mostProcesses}`
).pipe(Effect.map(Option.getOrElse(() => 1)))

export const loadServeSettings = Effect.fnUntraced(function* (
  profile: Profile,
  made: DevelopmentState | undefined
): Effect.fn.Return<ServeSettings, SettingsInvalid> {
  const readings = yield* Effect.all(
    { settings: Effect.mapError(loadSettings(profile, made), ({ problems }) => problems), processes: readProcesses },
    { mode: "result" }
  )
  const values = Result.all(readings)
  if (Result.isFailure(values)) return yield* new SettingsInvalid({ problems: problemsOf(readings) })
  return { ...values.success.settings, processes: values.success.processes }
})
