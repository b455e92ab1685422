/**
 * How an installation is set up: environment variables, and what the profile makes of their absence. The development
 * profile makes up what is missing and keeps it; the production profile refuses to start and says what is missing.
 */
import { type JwtKey, PublicKeyAlgorithm } from "@sellerkit/core"
import { Config, Effect, Option, Redacted, Result, Schema } from "effect"
import { IpNetwork } from "effect/net"
import { dataFolder, type DevelopmentState } from "./DevelopmentState.ts"

export const Profile = Schema.Literals(["development", "production"])
export type Profile = typeof Profile.Type

/** What the tokens of callers are checked with; a key set is loaded from its URL later. */
export type TokenKey = Exclude<JwtKey, { readonly kind: "keySet" }> | { readonly kind: "keySetUrl"; readonly url: URL }

export interface Settings {
  readonly profile: Profile
  readonly host: string
  readonly port: number
  /** `memory:`, or `sqlite:` and a file. */
  readonly database: string
  readonly operatorKey: Redacted.Redacted
  readonly tokenKey: TokenKey
  /** Private networks that may be called. */
  readonly allowedNetworks: ReadonlyArray<IpNetwork.IpNetwork>
  /** Proxies whose word on a caller's address is taken. */
  readonly trustedProxies: ReadonlyArray<IpNetwork.IpNetwork>
}

/** The service cannot start like this. Each problem names a variable and says what to do. */
export class SettingsInvalid extends Schema.TaggedError<SettingsInvalid>()("SettingsInvalid", {
  problems: Schema.Array(Schema.String)
}) {
  override get message() {
    return `The service cannot start:\n${this.problems.map((problem) => `  - ${problem}`).join("\n")}`
  }
}

// our choice: shorter secrets can be guessed.
const shortestSecret = 32

const Port = Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: 65_535 }))
const Secret = Schema.String.check(Schema.isMinLength(shortestSecret))
const Database = Schema.String.check(Schema.isPattern(/^(memory:|sqlite:.+)$/))

/** Variables that hold a value of their own form, and what to say when they do not. */
const variables = {
  HOST: [Schema.NonEmptyString, "name an address to listen on, such as 127.0.0.1"],
  PORT: [Port, "give a port number from 0 to 65535"],
  SELLERKIT_DATABASE: [Database, "give sqlite:<file> or memory:"],
  SELLERKIT_OPERATOR_KEY: [Secret, `give a random text of at least ${shortestSecret} characters`],
  SELLERKIT_TOKEN_SECRET: [Secret, `give a random text of at least ${shortestSecret} characters`],
  SELLERKIT_TOKEN_PUBLIC_KEY: [Schema.NonEmptyString, "give a public key in PEM"],
  SELLERKIT_TOKEN_ALGORITHM: [PublicKeyAlgorithm, `give one of ${PublicKeyAlgorithm.literals.join(", ")}`],
  SELLERKIT_TOKEN_JWKS_URL: [Schema.URLFromString, "give the URL of a JSON Web Key Set"],
  SELLERKIT_ALLOWED_NETWORKS: [Schema.NonEmptyString, "list networks such as 10.0.0.0/8, with commas between them"],
  SELLERKIT_TRUSTED_PROXIES: [Schema.NonEmptyString, "list networks such as 10.0.0.0/8, with commas between them"]
} as const

type Name = keyof typeof variables
type Values = { readonly [N in Name]?: (typeof variables)[N][0]["Type"] | undefined }

/** Gathers what is wrong, so that one start shows all of it. Values are never repeated: some are secrets. */
const readVariables = Effect.fnUntraced(function* (problems: Array<string>) {
  const values: Record<string, unknown> = {}
  for (const [name, [schema, advice]] of Object.entries(variables)) {
    const text = yield* Config.option(Config.NonEmptyString(name)).pipe(Effect.orDie)
    if (Option.isNone(text)) continue
    const value = Schema.decodeUnknownResult(schema as Schema.Codec<unknown>)(text.value)
    if (Result.isSuccess(value)) values[name] = value.success
    else problems.push(`${name}: ${advice}`)
  }
  return values as Values
})

const networks = (name: Name, list: string | undefined, problems: Array<string>): ReadonlyArray<IpNetwork.IpNetwork> =>
  (list ?? "")
    .split(",")
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .flatMap((text) =>
      Result.match(IpNetwork.fromString(text), {
        onFailure: () => {
          problems.push(`${name}: ${text} is no network; ${variables[name][1]}`)
          return []
        },
        onSuccess: (network) => [network]
      })
    )

const tokenKey = (values: Values): TokenKey | undefined => {
  if (values.SELLERKIT_TOKEN_JWKS_URL !== undefined) {
    return { kind: "keySetUrl", url: values.SELLERKIT_TOKEN_JWKS_URL }
  }
  if (values.SELLERKIT_TOKEN_PUBLIC_KEY !== undefined) {
    const algorithm = values.SELLERKIT_TOKEN_ALGORITHM ?? "ES256"
    return { kind: "publicKey", pem: values.SELLERKIT_TOKEN_PUBLIC_KEY, algorithm }
  }
  return values.SELLERKIT_TOKEN_SECRET === undefined
    ? undefined
    : { kind: "secret", secret: Redacted.make(values.SELLERKIT_TOKEN_SECRET) }
}

const defaults = {
  development: { host: "127.0.0.1", allowed: "127.0.0.0/8,::1/128" },
  production: { host: "0.0.0.0", allowed: "" }
} as const

/** `made` holds what the development profile made up on its first start; absent in production. */
export const loadSettings = Effect.fnUntraced(function* (
  profile: Profile,
  made: DevelopmentState | undefined
): Effect.fn.Return<Settings, SettingsInvalid> {
  const problems: Array<string> = []
  const values = yield* readVariables(problems)
  const { allowed, host } = defaults[profile]
  const operatorKey = values.SELLERKIT_OPERATOR_KEY ?? made?.operatorKey
  const key =
    tokenKey(values) ??
    (made && { kind: "secret" as const, secret: Redacted.make(made.tokenSecret, { label: "secret" }) })
  const allowedNetworks = networks("SELLERKIT_ALLOWED_NETWORKS", values.SELLERKIT_ALLOWED_NETWORKS ?? allowed, problems)
  const trustedProxies = networks("SELLERKIT_TRUSTED_PROXIES", values.SELLERKIT_TRUSTED_PROXIES, problems)
  if (operatorKey === undefined && !problems.some((problem) => problem.startsWith("SELLERKIT_OPERATOR_KEY"))) {
    problems.push(`SELLERKIT_OPERATOR_KEY is missing: ${variables.SELLERKIT_OPERATOR_KEY[1]}`)
  }
  if (key === undefined && !problems.some((problem) => problem.startsWith("SELLERKIT_TOKEN_"))) {
    problems.push(
      "SELLERKIT_TOKEN_SECRET is missing: give the secret that API tokens are signed with, or SELLERKIT_TOKEN_PUBLIC_KEY, or SELLERKIT_TOKEN_JWKS_URL"
    )
  }
  if (problems.length > 0 || operatorKey === undefined || key === undefined) {
    return yield* new SettingsInvalid({ problems })
  }
  return {
    profile,
    host: values.HOST ?? host,
    port: values.PORT ?? 8080,
    database: values.SELLERKIT_DATABASE ?? `sqlite:${yield* dataFolder}/sellerkit.db`,
    operatorKey: Redacted.make(operatorKey, { label: "operator key" }),
    tokenKey: key,
    allowedNetworks,
    trustedProxies
  }
})
