/** Whether the stored secrets of webhooks open with the keys of the settings, and are encrypted with the newest. */
import { parseSealed, type SecretKey, SecretVault, type StorageError, type StoredSecret } from "@sellerkit/core"
import { Array, Effect, Record, Result } from "effect"
import type { SecureRandom } from "effect/crypto"
import { counted } from "../output/counted.ts"
import { reasonOf } from "../output/reasonOf.ts"
import { type Check, ok, problem, warning } from "./Check.ts"

const name = "secret keys"

const seeKeys = "What to do: docs/operations.md, Keys of secrets"
const reencrypt = "Run sellerkit secrets reencrypt while the service runs"

const isPlain = ({ secret }: StoredSecret): boolean => parseSealed(secret)?._tag === "Plain"

/** Secrets that open, although they are not encrypted with the newest key. */
const judgeOutdated = (outdated: ReadonlyArray<StoredSecret>): ReadonlyArray<Check> => {
  const plain = outdated.filter(isPlain).length
  const counts = { "Stored unencrypted": plain, "Encrypted with an older key": outdated.length - plain }
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([how, count]) => warning(name, `${how}: ${counted(count, "secret")} of webhooks`, reencrypt))
}

const judge = Effect.fnUntraced(function* (stored: ReadonlyArray<StoredSecret>) {
  const vault = yield* SecretVault
  const opened = yield* Effect.forEach(stored, ({ key, secret }) => Effect.result(vault.open(secret, key)))
  const byExplanation = Record.map(
    Array.groupBy(Array.getFailures(opened), ({ explanation }) => explanation),
    ({ length }) => length
  )
  const outdated = stored.filter(({ secret }, index) => Result.isSuccess(opened[index]!) && !vault.isCurrent(secret))
  const found = [
    ...Object.entries(byExplanation).map(([explanation, count]) =>
      problem(name, `${counted(count, "secret")} of webhooks cannot be opened: ${explanation}`, seeKeys)
    ),
    ...judgeOutdated(outdated)
  ]
  // A missing key is reported with the settings.
  if (found.length > 0 || stored.length === 0 || vault.newestKey === undefined) return found
  return [ok(name, `All secrets of webhooks are encrypted with the key ${vault.newestKey}`)]
})

/** Checks the secrets of a database that this version wrote. `database`: what it is called. */
export const checkSecretKeys = <R>(
  stored: Effect.Effect<ReadonlyArray<StoredSecret>, StorageError, R>,
  database: string,
  keys: ReadonlyArray<SecretKey>
): Effect.Effect<ReadonlyArray<Check>, never, R | SecureRandom.SecureRandom> =>
  stored.pipe(
    Effect.flatMap(judge),
    Effect.provide(SecretVault.layer(keys)),
    Effect.catch(({ cause }) =>
      Effect.succeed([problem(name, `The secrets in ${database} cannot be read: ${reasonOf(cause)}`, seeKeys)])
    )
  )
