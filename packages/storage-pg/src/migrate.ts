/** Brings the schema up to date: one process at a time, each migration once, all of them in one transaction. */
import { StorageError } from "@sellerkit/core"
import { Effect } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import type { migrations } from "./migrations/index.ts"
import { explained } from "./reason.ts"

// "sellerkit" in ASCII, as far as it fits: the lock of those who migrate.
const lock = "x'73656c6c65726b69'::bit(64)::bigint"

const table = "sellerkit.migration"

const run = Migrator.make({})

/** The number of the last migration that was made; 0 where there is none. */
const applied = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql.unsafe<{ there: boolean }>(`select to_regclass('${table}') is not null as there`)
  if (!found!.there) return 0
  const [last] = yield* sql.unsafe<{ id: number }>(`select coalesce(max(migration_id), 0) as id from ${table}`)
  return last!.id
})

const failed = (cause: unknown) => new StorageError({ operation: "migrate", retryable: false, cause: explained(cause) })

const transaction = (known: Partial<typeof migrations>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.unsafe(`select pg_advisory_xact_lock(${lock})`)
    yield* sql.unsafe("create schema if not exists sellerkit")
    yield* run({ loader: Migrator.fromRecord(known), table })
  }).pipe((migration) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(migration)))

/** Where there is nothing to do, it needs no more rights than the service has. */
export const migrateWith = (known: Partial<typeof migrations>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const newest = Object.keys(known).length
    const before = yield* applied
    if (before > newest)
      return yield* Effect.fail(
        new Error(`The schema is one of a newer version (${before}, and this one knows ${newest}): run that version`)
      )
    if (before < newest) yield* transaction(known)
    yield* sql.unsafe("select sellerkit.ensure_partitions(null)")
  }).pipe(Effect.mapError(failed))
