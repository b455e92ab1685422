/**
 * Fewer rows are written for an event and for an attempt: the owner of a Durable Object pays for each, entries of indexes included.
 *
 * Attempts stand in the order of time at their webhook, and have no numbers any more. A recipient lists its attempts by their times.
 */
import type { Migration } from "./Migration.ts"

export const fewerRows: Migration = {
  name: "fewerRows",
  statements: [
    // The greatest number of an event that retention has removed.
    "create table removed (event integer not null) strict",
    "insert into removed select coalesce(max(seq), 0) from sqlite_sequence where name = 'event'",
    // SQLite writes down the greatest number of an `autoincrement` only where it grows. This one is greater than any other, so that
    // nothing is written for any event from now on. The table stays as it is: it may hold gigabytes.
    `insert into event (event, id, account, time, scope, type, test, payload, accepted_at, webhooks, enabled_webhooks)
     values (${Number.MAX_SAFE_INTEGER}, '', 0, 0, '', '', 0, '', 0, '', 0)`,
    `delete from event where event = ${Number.MAX_SAFE_INTEGER}`,

    "alter table delivery rename to former_delivery",
    `create table delivery (
      webhook integer not null,
      time integer not null,
      id text not null,
      gathered_by integer,
      success integer not null,
      response_code integer,
      error text,
      events text not null,
      primary key (webhook, time, id)
    ) strict, without rowid`,
    `insert into delivery (webhook, time, id, gathered_by, success, response_code, error, events)
     select webhook, time, id, gathered_by, success, response_code, error, events
     from former_delivery order by webhook, time, id`,
    `update recipient set deliveries = (
       select coalesce(group_concat(d.time || ',', ''), '')
       from json_each('[' || rtrim(deliveries, ',') || ']') a cross join former_delivery d on d.delivery = a.value)
     where deliveries <> ''`,
    "drop table former_delivery",
    "create unique index delivery_by_id on delivery (id)",
    "create index delivery_gathered on delivery (gathered_by, time, id) where gathered_by is not null",
    // Failures among many successes: what goes well is not written to these.
    "create index delivery_failed_by_webhook on delivery (webhook, time, id) where success = 0",
    `create index delivery_failed_gathered on delivery (gathered_by, time, id)
     where gathered_by is not null and success = 0`,

    // The time of the oldest attempt at the webhook, null where there is none: an order of all attempts by time would be written to
    // with each of them.
    "alter table lane add column oldest_attempt_at integer",
    `update lane set oldest_attempt_at =
       (select d.time from delivery d where d.webhook = lane.webhook order by d.time limit 1)`,
    "create index lane_by_oldest_attempt on lane (oldest_attempt_at) where oldest_attempt_at is not null"
  ]
}
