/** `write_records` is told which records are new, so that nothing is looked up for them. */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { writeRecords } from "../functions/records/writeRecords.ts"

// It has a parameter more, which has a default: processes of older code call it as they did.
const statements: ReadonlyArray<string> = [
  `do $$ declare old regprocedure; begin
    for old in select p.oid::regprocedure from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'sellerkit' and p.proname = 'write_records'
    loop
      execute format('drop function %s', old);
    end loop;
  end $$`,
  writeRecords
]

export const newRecords = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
)
