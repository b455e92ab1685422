/** What the tokens of callers are checked with: a secret, a public key or a key set, as the environment says. */
import { type JwtKey, PublicKeyAlgorithm } from "@sellerkit/core"
import { Effect, Option, Record, type Redacted, Result, Schema } from "effect"
import { HttpUrl } from "./HttpUrl.ts"
import { secretVariable } from "./secretVariable.ts"
import { type Problems, problemsOf, variable } from "./variable.ts"

/** A key set is loaded from its URL later. */
export type TokenKey = Exclude<JwtKey, { readonly kind: "keySet" }> | { readonly kind: "keySetUrl"; readonly url: URL }

const algorithms = PublicKeyAlgorithm.literals.join(", ")

const readVariables = Effect.all(
  {
    SELLERKIT_TOKEN_SECRET: secretVariable("SELLERKIT_TOKEN_SECRET"),
    SELLERKIT_TOKEN_PUBLIC_KEY: variable("SELLERKIT_TOKEN_PUBLIC_KEY", Schema.String, "give a public key in PEM"),
    SELLERKIT_TOKEN_ALGORITHM: variable("SELLERKIT_TOKEN_ALGORITHM", PublicKeyAlgorithm, `give one of ${algorithms}`),
    SELLERKIT_TOKEN_JWKS_URL: variable(
      "SELLERKIT_TOKEN_JWKS_URL",
      HttpUrl,
      "give the URL of a JSON Web Key Set, such as https://issuer.example/jwks.json, without a user and a password"
    )
  },
  { mode: "result" }
)
type Readings = Effect.Success<typeof readVariables>

const isGiven = (reading: Result.Result<Option.Option<unknown>, Problems>): boolean =>
  Result.isFailure(reading) || Option.isSome(reading.success)

/** Variables that do not go together. The service does not guess which of them was meant. */
const contradictions = (readings: Readings): Problems => {
  const { SELLERKIT_TOKEN_ALGORITHM: algorithm, ...keys } = readings
  const given = Object.keys(Record.filter(keys, isGiven))
  return [
    ...(given.length > 1 ? [`${given.join(", ")}: tokens are checked in one way; keep one of them`] : []),
    ...(isGiven(algorithm) && !isGiven(keys.SELLERKIT_TOKEN_PUBLIC_KEY)
      ? ["SELLERKIT_TOKEN_ALGORITHM: is for SELLERKIT_TOKEN_PUBLIC_KEY, which is not set; set it, or leave both out"]
      : [])
  ]
}

const missing =
  "SELLERKIT_TOKEN_SECRET is missing: give the secret that API tokens are signed with, or SELLERKIT_TOKEN_PUBLIC_KEY, or SELLERKIT_TOKEN_JWKS_URL"

/** `made` is the secret that the development profile made up; it counts where no variable is set. */
export const readTokenKey = Effect.fnUntraced(function* (
  made: Redacted.Redacted | undefined
): Effect.fn.Return<TokenKey, Problems> {
  const readings = yield* readVariables
  const problems = [...problemsOf(readings), ...contradictions(readings)]
  const values = Result.all(readings)
  if (problems.length > 0 || Result.isFailure(values)) return yield* Effect.fail(problems)
  const {
    SELLERKIT_TOKEN_ALGORITHM: algorithm,
    SELLERKIT_TOKEN_JWKS_URL: url,
    SELLERKIT_TOKEN_PUBLIC_KEY: pem,
    SELLERKIT_TOKEN_SECRET: secret
  } = values.success
  if (Option.isSome(url)) return { kind: "keySetUrl", url: url.value }
  if (Option.isSome(pem)) {
    return { kind: "publicKey", pem: pem.value, algorithm: Option.getOrElse(algorithm, () => "ES256" as const) }
  }
  const known = Option.getOrElse(secret, () => made)
  return known === undefined ? yield* Effect.fail([missing]) : { kind: "secret", secret: known }
})
