/** What requests delivered is logged as it is settled, and applied to the tables later. */
import type { Migration } from "./Migration.ts"

export const successLog: Migration = {
  name: "successLog",
  statements: [
    // Requests that succeeded and were settled together (`lanes/SuccessLog.ts`), for as long as not all of them have rows of `delivery`,
    // and their events of `recipient` or `delivered_run`. at: when they were settled. Numbers are given again.
    `create table success_log (
      number integer primary key,
      at integer not null,
      successes text not null
    ) strict`
  ]
}
