/**
 * Which dispatchers deliver. Each writes its row every few seconds. Nothing but the key is indexed, so that this touches no index:
 * there are few rows, and all of them are looked at.
 */
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const table = `create table sellerkit.dispatcher (
  dispatcher_id uuid not null,
  name text not null,
  started_at bigint not null,
  seen_at bigint not null,
  primary key (dispatcher_id)
)`

export const dispatchers = Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(table))
