/** Sessions that wait for each other: tests let something happen in between. */
import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"

const waitingText = `select count(*)::integer as count from pg_stat_activity
  where pid <> pg_backend_pid() and datname = current_database() and wait_event_type = 'Lock'`

/** Completes when so many sessions of the database wait for a lock. Not within a transaction, to which the list never changes. */
export const untilWaiting = (sessions: number) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    for (;;) {
      const [waiting] = yield* sql.unsafe<{ count: number }>(waitingText)
      if (waiting!.count >= sessions) return
      yield* Effect.sleep("5 millis")
    }
  })
