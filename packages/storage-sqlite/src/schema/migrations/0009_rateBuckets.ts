/** Rate budgets that outlast the process, where it is ended while nobody calls. */
import type { Migration } from "./Migration.ts"

export const rateBuckets: Migration = {
  name: "rateBuckets",
  statements: [
    // As they were a few seconds ago at most (`SqliteRateBudgets.ts`). A bucket without a row is full. Times are not whole: a
    // token may come in any part of a millisecond.
    `create table rate_bucket (
      key text primary key,
      held integer not null,
      refilled_at real not null,
      full_at real not null
    ) strict, without rowid`
  ]
}
