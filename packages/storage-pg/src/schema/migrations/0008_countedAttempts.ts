/**
 * Which attempts a lane follows: what came too late, or before the webhook was enabled anew, does not count for when a request last
 * succeeded. What there is already counts. Processes of the schema before go on meanwhile: they call the same functions.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { dropFunctions } from "../functions/dropFunctions.ts"
import { release, releaseBefore, settle, settleBefore } from "../functions/settle.ts"

const statements: ReadonlyArray<string> = [
  `alter table sellerkit.delivery add column counts boolean not null default true`,
  dropFunctions(["release", "settle"]),
  settle,
  release,
  settleBefore,
  releaseBefore
]

export const countedAttempts = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
)
