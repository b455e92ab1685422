/** Events that are published together are one row, and so is what one request delivered of them. */
import type { Migration } from "./Migration.ts"

export const blocksAndRuns: Migration = {
  name: "blocksAndRuns",
  statements: [
    // Events of one publication (`stored/EventBlocks.ts`). last: the number of the last one. id_range: the first 40 bits of all of their
    // ids. contents: what they are, without their payloads, which follow one another in payloads.
    `create table event_block (
      last integer primary key,
      account integer not null,
      accepted_at integer not null,
      id_range integer not null,
      first_id text not null,
      last_id text not null,
      contents text not null,
      payloads text not null
    ) strict`,
    "create index event_block_by_ids on event_block (id_range, account, first_id, last_id)",

    // The idempotency keys of events in blocks.
    `create table event_key (
      account integer not null,
      idempotency_key text not null,
      event integer not null,
      primary key (account, idempotency_key)
    ) strict, without rowid`,

    // Events that one request delivered to a webhook at their first attempt, as recipients have it (`stored/DeliveredRuns.ts`): an event
    // is in a run, or has a recipient. Runs of a webhook do not overlap in the order of time and number.
    `create table delivered_run (
      webhook integer not null,
      time integer not null,
      event integer not null,
      last_time integer not null,
      last_event integer not null,
      attempt_at integer not null,
      events text not null,
      primary key (webhook, time, event)
    ) strict, without rowid`
  ]
}
