/** Pages ask about the runs of all their webhooks at once. Processes of the schema before ask about one at a time. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { deliveredAtEach, deliveredBetween } from "../functions/runs.ts"
import { dropFunctions } from "./dropFunctions.ts"

const statements: ReadonlyArray<string> = [
  dropFunctions(["delivered_between", "delivered_at_each"]),
  deliveredAtEach,
  deliveredBetween
]

export const runsAtOnce = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
)
