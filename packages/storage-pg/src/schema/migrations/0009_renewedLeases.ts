/** A settlement may renew leases. Processes of the schema before call it without that. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { settle, settleBefore } from "../functions/settle.ts"
import { dropFunctions } from "./dropFunctions.ts"

const statements: ReadonlyArray<string> = [dropFunctions(["settle"]), settle, settleBefore]

export const renewedLeases = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
)
