/** Brings the schema up to date: one process at a time, each migration once, all of them in one transaction. */
import { StorageError } from "@sellerkit/core"
import { Effect } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { migrations } from "./migrations/index.ts"
import { explained } from "./reason.ts"
import { inTransaction } from "./transaction.ts"

// "sellerkit" in ASCII, as far as it fits: the lock of those who migrate.
const lock = "x'73656c6c65726b69'::bit(64)::bigint"

const run = Migrator.make({})

export const migrate = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`select pg_advisory_xact_lock(${lock})`)
  yield* sql.unsafe("create schema if not exists sellerkit")
  yield* run({ loader: Migrator.fromRecord(migrations), table: "sellerkit_migration" })
  yield* sql.unsafe("select sellerkit.ensure_partitions(null)")
}).pipe(
  (migration) => Effect.flatMap(SqlClient.SqlClient, (sql) => inTransaction(sql, migration)),
  Effect.mapError((cause) => new StorageError({ operation: "migrate", retryable: false, cause: explained(cause) }))
)
