/** The keys that webhooks' secrets are encrypted with, as the environment lists them. */
import { makeSecretKey, type SecretKey, SecretKeyId, secretKeyLength } from "@sellerkit/core"
import { Array, Effect, Option, Result, Schema } from "effect"
import { Base64 } from "effect/encoding"
import { type Problems, variable } from "./variable.ts"

const name = "SELLERKIT_SECRET_KEYS"

const advice = `list keys as <name>:<base64 of ${secretKeyLength} bytes>, the newest first, with commas between them`

interface Entry {
  readonly id: SecretKeyId
  readonly base64: string
  readonly bytes: Uint8Array
}

/** Messages repeat nothing of the entry: what looks like a name may be a key. */
const parseEntry = (text: string): Result.Result<Entry, string> => {
  const [given, base64, ...more] = text.split(":").map((part) => part.trim())
  if (base64 === undefined || more.length > 0) return Result.fail("is not a name and a key with a colon between them")
  const id = Schema.decodeUnknownOption(SecretKeyId)(given)
  if (Option.isNone(id)) return Result.fail("has no name of 1 to 32 letters, digits, dashes or underscores")
  const bytes = Base64.decode(base64)
  if (Result.isFailure(bytes)) return Result.fail("has a key that is not base64")
  const { length } = bytes.success
  return length === secretKeyLength
    ? Result.succeed({ id: id.value, base64, bytes: bytes.success })
    : Result.fail(`has a key of ${length} bytes instead of ${secretKeyLength}`)
}

/** Problems of entries that share a name or a key, which no two may. */
const repeated = (entries: ReadonlyArray<Entry>, of: "base64" | "id", word: string): Problems =>
  entries.flatMap((entry, index) => {
    const first = entries.findIndex((other) => other[of] === entry[of])
    return first === index ? [] : [`entries ${first + 1} and ${index + 1} have the same ${word}`]
  })

const parseEntries = (list: string): Result.Result<ReadonlyArray<Entry>, Problems> => {
  const parsed = list
    .split(",")
    .filter((text) => text.trim() !== "")
    .map((text, index) => Result.mapError(parseEntry(text), (problem) => `entry ${index + 1} ${problem}`))
  const [entries, wrong] = Array.separate(parsed)
  // Repeats are only looked for where no entry is wrong, so that entries are numbered as they were given.
  const problems =
    wrong.length > 0 ? wrong : [...repeated(entries, "id", "name"), ...repeated(entries, "base64", "key")]
  return problems.length === 0
    ? Result.succeed(entries)
    : Result.fail(problems.map((problem) => `${name}: ${problem}; ${advice}`))
}

/** The newest first; none where the variable is not set. */
export const readSecretKeys: Effect.Effect<ReadonlyArray<SecretKey>, Problems> = variable(
  name,
  Schema.String,
  advice
).pipe(
  Effect.map(Option.getOrElse(() => "")),
  Effect.flatMap((list) => Effect.fromResult(parseEntries(list))),
  // Every entry has the right length by now, so that it is a key.
  Effect.flatMap(Effect.forEach(({ bytes, id }) => Effect.orDie(makeSecretKey(id, bytes))))
)
