/** Ranges of records that are read part by part. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { nextPlace } from "../functions/records/nextPlace.ts"

export const partsOfRecords = Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(nextPlace))
