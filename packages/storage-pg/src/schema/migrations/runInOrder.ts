/** What most migrations are: statements, one after the other. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export const runInOrder = (statements: ReadonlyArray<string>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
  )
