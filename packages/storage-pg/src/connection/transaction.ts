/**
 * Transactions whose connection may be lost. Such a transaction cannot be rolled back, which Effect takes for a defect. Here it
 * is a failure of the database like any other: the server has rolled back by itself.
 */
import { Cause, Effect } from "effect"
import { type SqlClient, SqlError } from "effect/sql"

export const inTransaction = <A, E, R>(
  sql: SqlClient.SqlClient,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError.SqlError, R> =>
  Effect.catchCause(sql.withTransaction(effect), (cause) => {
    const error = Cause.squash(cause)
    return SqlError.isSqlError(error) && !Cause.hasInterrupts(cause) ? Effect.fail(error) : Effect.failCause(cause)
  })
