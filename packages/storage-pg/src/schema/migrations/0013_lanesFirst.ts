/**
 * A claim waits for lanes before it takes over what others carried, so that no settlement and no other claim waits for it meanwhile.
 * Processes of the schema before call the same functions.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { takeOver } from "../functions/carried.ts"
import { claim } from "../functions/claim.ts"
import { dropFunctions } from "./dropFunctions.ts"

const statements: ReadonlyArray<string> = [dropFunctions(["claim", "take_over"]), takeOver, claim]

export const lanesFirst = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
)
