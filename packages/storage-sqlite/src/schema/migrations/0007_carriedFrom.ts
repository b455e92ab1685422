/** Events that a process keeps in memory until it has sent them have no recipients until then. */
import type { Migration } from "./Migration.ts"

export const carriedFrom: Migration = {
  name: "carriedFrom",
  statements: [
    // Every event with a lower number has all of its recipients.
    "create table carried_from (event integer not null) strict",
    "insert into carried_from select 1 + max(coalesce((select max(event) from event), 0), (select event from removed))",
    // It is not read any more: every attempt that succeeded counts.
    "alter table delivery add column counts integer not null default 1"
  ]
}
