/** Looks at what is carried give way to settlements. Processes of the schema before call the same function. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { showCarried } from "../functions/carried.ts"
import { dropFunctions } from "./dropFunctions.ts"

const statements: ReadonlyArray<string> = [dropFunctions(["show_carried"]), showCarried]

export const looksGiveWay = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
)
