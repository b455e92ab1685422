/** Whether the service could start with the settings that it finds here. */
import { signatureCheck } from "@sellerkit/core"
import { Effect, type FileSystem, Option, type PlatformError, Predicate } from "effect"
import { HttpClient } from "effect/http"
import { type DevelopmentState, readDevelopmentState } from "../../settings/DevelopmentState.ts"
import type { Profile } from "../../settings/Profile.ts"
import { loadServeSettings, type ServeSettings } from "../../settings/Settings.ts"
import type { TokenKey } from "../../settings/TokenKey.ts"
import { unknownVariables } from "../../settings/unknownVariables.ts"
import { namedFileReason } from "../output/fileReason.ts"
import { type Check, ok, problem, warning } from "./Check.ts"

interface Found {
  readonly checks: ReadonlyArray<Check>
  /** Undefined where the service would not start with them. */
  readonly settings: ServeSettings | undefined
}

const name = "settings"

// Stands in for the values that the first start makes up.
const notMadeYet: DevelopmentState = { operatorKey: "", tokenSecret: "", sellerId: "" }

const isMissing = (error: unknown): error is PlatformError.PlatformError =>
  Predicate.isTagged(error, "PlatformError") &&
  Predicate.hasProperty(error, "reason") &&
  Predicate.isTagged(error.reason, "NotFound")

const madeUp = Effect.catchIf(readDevelopmentState(), isMissing, () => Effect.succeed(notMadeYet))

const tokenKeyAdvice = "Tokens cannot be checked without it: set it right, or SELLERKIT_TOKEN_SECRET instead"

// our choice: how long the issuer of tokens has to answer.
const patience = "5 seconds"

const loadsKeySet = (url: URL) =>
  Effect.gen(function* () {
    const client = yield* HttpClient.HttpClient
    const body = yield* Effect.flatMap(client.get(url), (response) => response.json)
    return Predicate.hasProperty(body, "keys") && Array.isArray(body.keys)
  }).pipe(
    Effect.timeout(patience),
    Effect.orElseSucceed(() => false)
  )

/** Problems that only show when the key is used. */
const checkTokenKey = Effect.fnUntraced(function* (key: TokenKey) {
  if (key.kind === "keySetUrl") {
    if (yield* loadsKeySet(key.url)) return []
    return [problem(name, `SELLERKIT_TOKEN_JWKS_URL: no key set is found at ${key.url.origin}`, tokenKeyAdvice)]
  }
  const failure = yield* Effect.option(Effect.flip(signatureCheck(key)))
  return Option.match(failure, {
    onNone: () => [],
    onSome: ({ message }) => [problem(name, `SELLERKIT_TOKEN_PUBLIC_KEY: ${message}`, tokenKeyAdvice)]
  })
})

const inMemory = warning(
  name,
  "SELLERKIT_DATABASE is memory:, so that everything is forgotten as the service stops",
  "Name a file with sqlite:<file> to keep it"
)

const notShared = (processes: number): Check =>
  problem(
    name,
    `SELLERKIT_PROCESSES is ${processes}, and the database is one that a single process uses`,
    "Name a PostgreSQL database with SELLERKIT_DATABASE=postgres://…, or leave SELLERKIT_PROCESSES out"
  )

const noSecretKeys = warning(
  name,
  "SELLERKIT_SECRET_KEYS is not set, so that the secrets of webhooks are stored unencrypted",
  "Set it: docs/operations.md, Keys of secrets"
)

const noSetting = (variable: string): Check =>
  warning(name, `${variable} is no setting, and counts for nothing`, "Check its spelling: docs/standalone.md, Settings")

export const checkSettings = Effect.fnUntraced(function* (
  profile: Profile
): Effect.fn.Return<Found, never, FileSystem.FileSystem | HttpClient.HttpClient> {
  const made = profile === "development" ? yield* Effect.result(madeUp) : undefined
  if (made?._tag === "Failure") {
    const advice = "Let its owner run this, or choose another folder with SELLERKIT_DATA"
    return { checks: [problem(name, namedFileReason(made.failure), advice)], settings: undefined }
  }
  const unknown = (yield* unknownVariables).map(noSetting)
  const settings = yield* Effect.result(loadServeSettings(profile, made?.success))
  if (settings._tag === "Failure") {
    const problems = settings.failure.problems.map((text): Check => ({ check: name, status: "problem", message: text }))
    return { checks: [...problems, ...unknown], settings: undefined }
  }
  const { database, processes, secretKeys, tokenKey } = settings.success
  const found = [
    ...(yield* checkTokenKey(tokenKey)),
    ...(processes > 1 && database.kind !== "postgres" ? [notShared(processes)] : []),
    ...(database.kind === "memory" ? [inMemory] : []),
    ...(profile === "production" && secretKeys.length === 0 ? [noSecretKeys] : []),
    ...unknown
  ]
  const checks = found.length === 0 ? [ok(name, `Complete for the ${profile} profile`)] : found
  return { checks, settings: settings.success }
})
