/** Which dispatchers deliver. */
import type { Migration } from "./Migration.ts"

export const dispatchers: Migration = {
  name: "dispatchers",
  statements: [
    `create table dispatcher (
      id text primary key,
      name text not null,
      started_at integer not null,
      seen_at integer not null
    ) strict, without rowid`
  ]
}
