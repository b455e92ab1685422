/** Test events during a pause, and what comes after a lease that is over, wait no longer where the clock was set back. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { followClock, scheduleLanes } from "../functions/lanes.ts"
import { dropFunctions } from "./dropFunctions.ts"

const statements: ReadonlyArray<string> = [
  dropFunctions(["follow_clock", "schedule_lanes"]),
  followClock,
  scheduleLanes
]

export const clockSetBack = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
)
