/** Brings the schema up to date: one process at a time, each migration once, all of them in one transaction. */
import { StorageError } from "@sellerkit/core"
import { Effect } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { explained, passes, stateOf } from "../connection/Fault.ts"
import { inTransaction } from "../connection/transaction.ts"
import type { Migration } from "./migrations/index.ts"
import { judgeSchema, judgeServer, migrationTable, newestOf, readServer, refused } from "./Server.ts"

// "sellerkit" in ASCII, as far as it fits: the lock of those who migrate.
const lock = "x'73656c6c65726b69'::bit(64)::bigint"

const notAllowed = "42501"

const run = Migrator.make({})

const change = (known: Readonly<Record<string, Migration>>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.unsafe(`select pg_advisory_xact_lock(${lock})`)
    yield* sql.unsafe("create schema if not exists sellerkit")
    yield* run({ loader: Migrator.fromRecord(known), table: migrationTable })
  }).pipe((migration) => Effect.flatMap(SqlClient.SqlClient, (sql) => inTransaction(sql, migration)))

const migrateError = (cause: unknown) =>
  new StorageError({ operation: "migrate", retryable: false, cause: explained(cause) })

/** Records go to the default partition meanwhile. Retention, which a full disk needs, makes room and tries again. */
const notYetMade = (cause: unknown) =>
  Effect.annotateLogs(Effect.logWarning("The partitions for the days to come could not be made; it is tried again"), {
    reason: explained(cause).message
  })

/**
 * Brings the schema up to the last of the migrations that are given, one process at a time. Needs the right to make tables
 * only where there is something to change; fails where the schema is a newer one, or the server cannot be used.
 */
export const migrateWith = (
  known: Readonly<Record<string, Migration>>
): Effect.Effect<void, StorageError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const newest = newestOf(known)
    const server = yield* Effect.mapError(readServer, migrateError)
    const problem = judgeServer(server, newest)
    if (problem !== undefined) return yield* refused(problem)
    const older = judgeSchema(server, newest)
    if (older !== undefined) {
      yield* Effect.mapError(change(known), (cause) =>
        stateOf(cause) === notAllowed ? refused(older, cause) : migrateError(cause)
      )
    }
    yield* Effect.catch(sql.unsafe("select sellerkit.ensure_partitions(null)"), (cause) =>
      passes(cause) ? notYetMade(cause) : Effect.fail(migrateError(cause))
    )
  })
