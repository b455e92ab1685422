/** Variables that look like settings and are none: misspelled ones, which would count for nothing without a word. */
import { ConfigProvider, Effect } from "effect"

const prefix = "SELLERKIT"

/** All that any command reads. */
const variables: ReadonlySet<string> = new Set([
  "SELLERKIT_ALLOWED_NETWORKS",
  "SELLERKIT_CLUSTER_PLACE",
  "SELLERKIT_DATA",
  "SELLERKIT_DATABASE",
  "SELLERKIT_FRAME_ANCESTORS",
  "SELLERKIT_JSON",
  "SELLERKIT_KEEP_DELIVERIES",
  "SELLERKIT_KEEP_EVENTS",
  "SELLERKIT_KEEP_HISTORY",
  "SELLERKIT_LANGUAGE",
  "SELLERKIT_LIFECYCLE",
  "SELLERKIT_NAME_SERVERS",
  "SELLERKIT_OPERATIONS_SECRET",
  "SELLERKIT_OPERATIONS_URL",
  "SELLERKIT_OPERATOR_KEY",
  "SELLERKIT_PROCESSES",
  "SELLERKIT_REPORT_REFRESH",
  "SELLERKIT_RETRY_FACTOR",
  "SELLERKIT_RETRY_FIRST_WAIT",
  "SELLERKIT_RETRY_LONGEST_WAIT",
  "SELLERKIT_RETRY_LONGEST_WAIT_FOR",
  "SELLERKIT_REVISION",
  "SELLERKIT_SECRET_KEYS",
  "SELLERKIT_TOKEN",
  "SELLERKIT_TOKEN_ALGORITHM",
  "SELLERKIT_TOKEN_JWKS_URL",
  "SELLERKIT_TOKEN_PUBLIC_KEY",
  "SELLERKIT_TOKEN_SECRET",
  "SELLERKIT_TRUSTED_PROXIES",
  "SELLERKIT_URL",
  "SELLERKIT_WEBHOOK_SECRET"
])

/** Kubernetes tells every container of a Service named sellerkit, or sellerkit-…, by such variables. */
const ofKubernetes = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT(?:_\d+_\w+)?)$/

type Provider = ConfigProvider.ConfigProvider

/** The names of variables that are set and begin with this one. No name of ours has a number as a part of it. */
const namesFrom = (provider: Provider, parts: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<string>> =>
  Effect.gen(function* () {
    const found = yield* Effect.orDie(provider.load([...parts]))
    if (found === undefined) return []
    const own = found.value === undefined ? [] : [parts.join("_")]
    if (found._tag !== "Record") return own
    const others = yield* Effect.forEach(found.keys, (part) => namesFrom(provider, [...parts, part]))
    return [...own, ...others.flat()]
  })

/** In order. Their values are not looked at: they may be secrets. */
export const unknownVariables: Effect.Effect<ReadonlyArray<string>> = Effect.gen(function* () {
  const provider = yield* ConfigProvider.ConfigProvider
  const names = yield* namesFrom(provider, [prefix])
  return names.filter((name) => !variables.has(name) && !ofKubernetes.test(name)).toSorted()
})
