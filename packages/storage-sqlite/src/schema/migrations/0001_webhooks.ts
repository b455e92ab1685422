/**
 * Webhooks, events, what waits, and the three histories.
 *
 * Rows refer to each other by small integers, which grow in the order of insertion; ids are for callers. Where old rows are
 * removed the integers are never given again (`autoincrement`), because others may still name them. Times are
 * milliseconds since 1970.
 */
import type { Migration } from "./Migration.ts"

export const webhooks: Migration = {
  name: "webhooks",
  statements: [
    `create table account (
      account integer primary key,
      seller_id text not null,
      sandbox integer not null,
      unique (seller_id, sandbox)
    ) strict`,

    // The seller itself has an empty service_id.
    `create table owner (
      owner integer primary key,
      account integer not null,
      service_id text not null,
      service_disabled integer not null default 0,
      unique (account, service_id)
    ) strict`,

    // gathered_by: null where its records are looked at on their own, otherwise the owner by whom they are found.
    `create table webhook (
      webhook integer primary key autoincrement,
      id text not null unique,
      owner integer not null,
      gathered_by integer,
      name text not null,
      url text not null,
      secret text not null,
      subscriptions text not null,
      status text not null,
      created_at integer not null,
      updated_at integer not null,
      held_until integer,
      deleted_at integer
    ) strict`,
    `create index webhook_by_owner on webhook (owner) where deleted_at is null`,
    `create index webhook_by_deletion on webhook (deleted_at) where deleted_at is not null`,
    `create index webhook_with_range on webhook (owner) where gathered_by is null`,

    // Who receives an event, and who misses it because it is not enabled, is one range of this table.
    `create table subscription (
      account integer not null,
      scope text not null,
      type text not null,
      webhook integer not null,
      gathered_by integer,
      enabled integer not null,
      primary key (account, scope, type, webhook)
    ) strict, without rowid`,
    `create index subscription_by_webhook on subscription (webhook)`,

    // share_of: the account whose share its requests take, 0 while the webhook is not enabled and nothing is sent to it.
    // ready_at: when the lane has to be looked at, null while nothing waits.
    // has_retries: 0 when surely no pending event has failed before. forgiven: the fence up to which requests count nothing
    // for the lane, because it was started anew. recalled: the fence up to which leases end with the request in flight, because
    // the webhook has changed since.
    `create table lane (
      webhook integer primary key,
      share_of integer not null,
      ready_at integer,
      wait_until integer not null default 0,
      lease_until integer not null default 0,
      fence integer not null default 0,
      failures integer not null default 0,
      failing_since integer,
      batch_size integer not null,
      has_retries integer not null default 0,
      forgiven integer not null default 0,
      recalled integer not null default 0,
      announced_at integer,
      last_success_at integer
    ) strict`,
    // With share_of, so that lanes of accounts that have their share are passed over without being read.
    `create index lane_by_readiness on lane (ready_at, share_of) where ready_at is not null`,

    // idempotency_key is null where the id serves as the key; webhooks is the list of recipients,
    // enabled_webhooks how many of them were enabled; traceparent where in a trace the event was published, if in any.
    `create table event (
      event integer primary key autoincrement,
      id text not null unique,
      account integer not null,
      idempotency_key text,
      time integer not null,
      scope text not null,
      type text not null,
      test integer not null,
      payload text not null,
      accepted_at integer not null,
      webhooks text not null,
      enabled_webhooks integer not null,
      traceparent text
    ) strict`,
    // What of a long payload is not in its event.
    `create table payload_part (
      event integer not null,
      part integer not null,
      text text not null,
      primary key (event, part)
    ) strict, without rowid`,
    `create unique index event_by_key on event (account, idempotency_key) where idempotency_key is not null`,

    // state: 0 pending, 1 delivered, 2 dropped. due_at: -1 for a test event that was never tried. deliveries lists the attempts.
    // bytes: of the payload. resent_at: when it was last put back to be sent again.
    `create table recipient (
      webhook integer not null,
      time integer not null,
      event integer not null,
      gathered_by integer,
      bytes integer not null,
      state integer not null default 0,
      attempts integer not null default 0,
      due_at integer not null,
      drop_reason text,
      resent_at integer,
      deliveries text not null default '',
      primary key (webhook, time, event)
    ) strict, without rowid`,
    // Holds all that is asked of what waits, so that a claim reads nothing else until it has chosen.
    `create index recipient_pending on recipient (webhook, attempts, due_at, event, resent_at, bytes) where state = 0`,
    `create index recipient_gathered on recipient (gathered_by, time, event) where gathered_by is not null`,

    `create table delivery (
      delivery integer primary key autoincrement,
      id text not null unique,
      webhook integer not null,
      gathered_by integer,
      time integer not null,
      success integer not null,
      response_code integer,
      error text,
      events text not null
    ) strict`,
    `create index delivery_by_webhook on delivery (webhook, time, delivery)`,
    `create index delivery_gathered on delivery (gathered_by, time, delivery) where gathered_by is not null`,
    // Failures among many successes: what goes well is not written to these.
    `create index delivery_failed_by_webhook on delivery (webhook, time, delivery) where success = 0`,
    `create index delivery_failed_gathered on delivery (gathered_by, time, delivery)
       where gathered_by is not null and success = 0`,

    `create table history (
      entry integer primary key autoincrement,
      id text not null unique,
      owner integer not null,
      time integer not null,
      content text not null
    ) strict`,
    `create index history_by_owner on history (owner, time, entry)`,

    // A job that sends events again. delivery_id is null for those of a period; position_…: the last event looked at;
    // ready_at: when it goes on, null once it has ended.
    `create table resend (
      resend integer primary key,
      id text not null unique,
      webhook integer not null,
      delivery_id text,
      since integer not null,
      until integer not null,
      only_failed integer not null,
      events_per_second integer not null,
      state text not null default 'running',
      total integer not null,
      examined integer not null default 0,
      resent integer not null default 0,
      already_waiting integer not null default 0,
      position_time integer not null default ${Number.MIN_SAFE_INTEGER},
      position_event integer not null default 0,
      ready_at integer,
      created_at integer not null,
      updated_at integer not null
    ) strict`,
    `create index resend_by_readiness on resend (ready_at) where ready_at is not null`,
    `create index resend_by_end on resend (updated_at) where ready_at is null`,
    `create index resend_by_webhook on resend (webhook)`,

    // Of accounts that have one of their own.
    `create table retry_schedule (
      account integer primary key,
      content text not null
    ) strict`,

    `create table revoked_token (
      id text primary key,
      expires_at integer not null
    ) strict, without rowid`
  ]
}
