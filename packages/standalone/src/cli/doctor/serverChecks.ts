/** Whether a PostgreSQL server can be served from, and is kept as it has to be. */
import type { SecretKey } from "@sellerkit/core"
import * as PgStorage from "@sellerkit/storage-pg"
import { Clock, Effect, type Redacted, Result } from "effect"
import { reasonOf } from "../output/reasonOf.ts"
import { problem } from "./Check.ts"
import { judgeInspection } from "./judgeInspection.ts"
import { checkSecretKeys } from "./secretKeyChecks.ts"

/** What the settings say of the processes that use it. */
interface Kept {
  readonly processes: number
  readonly secretKeys: ReadonlyArray<SecretKey>
}

export const checkServer = Effect.fnUntraced(function* (
  url: Redacted.Redacted,
  name: string,
  { processes, secretKeys }: Kept
) {
  const connection = PgStorage.connectionLayer({ url })
  const looked = yield* PgStorage.inspect.pipe(Effect.provide(connection), Effect.result)
  if (Result.isFailure(looked)) {
    const [message, ...advice] = reasonOf(looked.failure.cause).split(". ")
    const check = problem(
      "database",
      `${name} cannot be used: ${message}`,
      advice.join(". ") || "Check SELLERKIT_DATABASE"
    )
    return { checks: [check] }
  }
  const inspection = looked.success
  const checks = judgeInspection(inspection, yield* Clock.currentTimeMillis, processes)
  // Other schemas have other tables.
  if (PgStorage.judgeServer(inspection.server) ?? PgStorage.judgeSchema(inspection.server)) return { checks }
  const stored = Effect.provide(PgStorage.storedSecrets, connection)
  return { checks: [...checks, ...(yield* checkSecretKeys(stored, name, secretKeys))] }
})
