/**
 * Webhooks, events, what waits, and the three histories.
 *
 * The seller leads every key, so that the tables can be distributed by it. Times are milliseconds since 1970. `number` grows
 * with the time of a record: the milliseconds, followed by 20 bits of a sequence. For events that is when they were accepted;
 * it orders what is sent, and says which partition a record is in.
 *
 * `wake` says that something waits in a lane. Whoever publishes only inserts, so that neither a busy lane nor a long
 * transaction of the host's makes others wait; a claim takes these rows and brings the lanes up to date.
 */
import { append } from "../functions/append/append.ts"
import { claim } from "../functions/claim.ts"
import {
  dropPending,
  endPause,
  followClock,
  readiness,
  scheduleLanes,
  takeWakes,
  wakeLanes
} from "../functions/lanes.ts"
import { nextDue } from "../functions/nextDue.ts"
import { dropPartitions, ensurePartitions, expectLargeWebhooks, firstWidths } from "../functions/partitions.ts"
import { newId, publishJson, publishText } from "../functions/publish.ts"
import { countInWindow, takeTokens } from "../functions/rateBuckets.ts"
import { release } from "../functions/settle/release.ts"
import { settle } from "../functions/settle/settle.ts"
import { runInOrder } from "./runInOrder.ts"

const statements: ReadonlyArray<string> = [
  `create sequence sellerkit.record_sequence`,

  // The current time of the database, unless one is given.
  `create function sellerkit.milliseconds(given bigint) returns bigint language sql volatile as $$
    select coalesce(given, (extract(epoch from clock_timestamp()) * 1000)::bigint)
  $$`,

  `create function sellerkit.next_number(milliseconds bigint) returns bigint language sql volatile as $$
    select (milliseconds << 20) | (nextval('sellerkit.record_sequence') & 1048575)
  $$`,

  // The seller itself has an empty service_id.
  `create table sellerkit.owner (
    seller_id uuid not null,
    sandbox boolean not null,
    service_id text not null,
    service_disabled boolean not null default false,
    primary key (seller_id, sandbox, service_id)
  )`,

  `create table sellerkit.webhook (
    seller_id uuid not null,
    sandbox boolean not null,
    webhook_id uuid not null,
    service_id text not null,
    name text not null,
    url text not null,
    secret text not null,
    subscriptions text not null,
    status text not null,
    created_at bigint not null,
    updated_at bigint not null,
    held_until bigint,
    deleted_at bigint,
    primary key (seller_id, sandbox, webhook_id)
  )`,
  // For those who look at everybody's, in small steps.
  `create index webhook_by_id on sellerkit.webhook (webhook_id)`,
  `create index webhook_deleted on sellerkit.webhook (deleted_at) where deleted_at is not null`,

  // Who receives an event, and who misses it because it is not enabled, is one range of this table.
  `create table sellerkit.subscription (
    seller_id uuid not null,
    sandbox boolean not null,
    scope text not null,
    type text not null,
    webhook_id uuid not null,
    enabled boolean not null,
    primary key (seller_id, sandbox, scope, type, webhook_id)
  )`,
  `create index subscription_by_webhook on sellerkit.subscription (seller_id, sandbox, webhook_id)`,

  // ready_at: when the lane has to be looked at, null while nothing waits. has_retries: false when surely no pending event
  // has failed before. forgiven: the fence up to which requests count nothing for the lane, because it was started anew.
  // recalled: the fence up to which leases end with the request in flight, because the webhook has changed since.
  // enabled, held_until and deleted_at are those of the webhook. Rows change with every request, in the same page.
  `create table sellerkit.lane (
    seller_id uuid not null,
    sandbox boolean not null,
    webhook_id uuid not null,
    enabled boolean not null,
    held_until bigint,
    deleted_at bigint,
    ready_at bigint,
    wait_until bigint not null default 0,
    lease_until bigint not null default 0,
    fence bigint not null default 0,
    failures integer not null default 0,
    failing_since bigint,
    batch_size integer not null,
    has_retries boolean not null default false,
    forgiven bigint not null default 0,
    recalled bigint not null default 0,
    announced_at bigint,
    last_success_at bigint,
    primary key (seller_id, sandbox, webhook_id)
  ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000,
    autovacuum_vacuum_cost_delay = 0)`,
  `create index lane_by_readiness on sellerkit.lane (ready_at, seller_id, sandbox, webhook_id)
    where ready_at is not null`,

  `create table sellerkit.wake (
    seller_id uuid not null,
    sandbox boolean not null,
    webhook_id uuid not null,
    number bigint not null,
    at bigint not null
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0)`,
  `create index wake_in_order on sellerkit.wake (number)`,

  // Events as they were accepted; webhook_ids is the list of recipients, enabled_webhooks how many of them were enabled;
  // traceparent where in a trace the event was published, if in any.
  `create table sellerkit.event (
    seller_id uuid not null,
    sandbox boolean not null,
    event_id uuid not null,
    number bigint not null,
    idempotency_key text,
    time bigint not null,
    scope text not null,
    type text not null,
    test boolean not null,
    payload text not null,
    accepted_at bigint not null,
    webhook_ids uuid[] not null,
    enabled_webhooks integer not null,
    traceparent text,
    primary key (seller_id, sandbox, event_id, number)
  ) partition by range (number)`,

  // Keys that publishers gave, for as long as the event is there.
  `create table sellerkit.event_key (
    seller_id uuid not null,
    sandbox boolean not null,
    idempotency_key text not null,
    event_id uuid not null,
    number bigint not null,
    primary key (seller_id, sandbox, idempotency_key)
  )`,
  // They are removed by age, and written in that order.
  `create index event_key_in_order on sellerkit.event_key using brin (number) with (autosummarize = on)`,

  // An event at a webhook. state: 0 pending, 1 delivered, 2 dropped. bytes: of the payload. Nothing that an index holds ever
  // changes, so that a change stays in its page.
  `create table sellerkit.recipient (
    seller_id uuid not null,
    sandbox boolean not null,
    webhook_id uuid not null,
    time bigint not null,
    event_id uuid not null,
    number bigint not null,
    bytes integer not null,
    state smallint not null default 0,
    attempts integer not null default 0,
    due_at bigint not null,
    drop_reason text,
    deliveries uuid[] not null default '{}',
    primary key (seller_id, sandbox, webhook_id, time, event_id, number)
  ) partition by range (number)`,

  // What waits, in the order in which it is sent: all that a claim reads until it has chosen. due_at: -1 for a test event that was
  // never tried. resent_at: when it was last put back to be sent again.
  `create table sellerkit.pending (
    seller_id uuid not null,
    sandbox boolean not null,
    webhook_id uuid not null,
    attempts integer not null,
    due_at bigint not null,
    number bigint not null,
    event_id uuid not null,
    time bigint not null,
    bytes integer not null,
    resent_at bigint,
    primary key (seller_id, sandbox, webhook_id, attempts, due_at, number)
  ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000,
    autovacuum_vacuum_cost_delay = 0)`,

  `create table sellerkit.delivery (
    seller_id uuid not null,
    sandbox boolean not null,
    webhook_id uuid not null,
    time bigint not null,
    delivery_id uuid not null,
    number bigint not null,
    success boolean not null,
    response_code integer,
    error text,
    event_ids uuid[] not null,
    primary key (seller_id, sandbox, webhook_id, time, delivery_id, number)
  ) partition by range (number)`,
  `create index delivery_by_id on sellerkit.delivery (seller_id, sandbox, delivery_id)`,
  // Failures among many successes: what goes well is not written to it.
  `create index delivery_failed on sellerkit.delivery (seller_id, sandbox, webhook_id, time, delivery_id) where not success`,

  `create table sellerkit.history (
    seller_id uuid not null,
    sandbox boolean not null,
    service_id text not null,
    time bigint not null,
    entry_id uuid not null,
    number bigint not null,
    content text not null,
    primary key (seller_id, sandbox, service_id, time, entry_id, number)
  ) partition by range (number)`,
  `create index history_by_id on sellerkit.history (seller_id, sandbox, service_id, entry_id)`,

  // A job that sends events again. delivery_id is null for those of a period; position_…: the last event looked at;
  // ready_at: when it goes on, null once it has ended.
  `create table sellerkit.resend (
    seller_id uuid not null,
    sandbox boolean not null,
    resend_id uuid not null,
    service_id text not null,
    webhook_id uuid not null,
    delivery_id uuid,
    since bigint not null,
    until bigint not null,
    only_failed boolean not null,
    events_per_second integer not null,
    state text not null default 'running',
    total integer not null,
    examined integer not null default 0,
    resent integer not null default 0,
    already_waiting integer not null default 0,
    position_time bigint not null default ${Number.MIN_SAFE_INTEGER},
    position_event uuid not null default '00000000-0000-0000-0000-000000000000',
    ready_at bigint,
    created_at bigint not null,
    updated_at bigint not null,
    primary key (seller_id, sandbox, resend_id)
  )`,
  `create index resend_by_readiness on sellerkit.resend (ready_at) where ready_at is not null`,
  `create index resend_ended on sellerkit.resend (updated_at) where ready_at is null`,
  `create index resend_by_webhook on sellerkit.resend (seller_id, sandbox, webhook_id)`,

  // Of accounts that have one of their own.
  `create table sellerkit.retry_schedule (
    seller_id uuid not null,
    sandbox boolean not null,
    content text not null,
    primary key (seller_id, sandbox)
  )`,

  `create table sellerkit.revoked_token (
    token_id text primary key,
    expires_at bigint not null
  )`,

  // What may be published through the database: what the services that use it know.
  `create table sellerkit.event_type (
    scope text not null,
    type text not null,
    primary key (scope, type)
  )`,

  // full_at: when nothing of it is used any more. Not written to the log: a crash of the server gives everybody a full budget.
  `create unlogged table sellerkit.rate_bucket (
    key text primary key,
    held double precision not null,
    refilled_at double precision not null,
    full_at double precision not null
  ) with (fillfactor = 50)`,

  takeTokens,
  countInWindow,
  append,
  newId,
  publishText,
  publishJson,
  readiness,
  wakeLanes,
  followClock,
  takeWakes,
  scheduleLanes,
  dropPending,
  claim,
  nextDue,
  settle,
  release,
  endPause,
  ensurePartitions(firstWidths),
  dropPartitions,

  // They have the rights of whoever migrated, and are not for everybody who may publish.
  `revoke execute on function sellerkit.ensure_partitions(bigint), sellerkit.drop_partitions(text, bigint) from public`,

  // What no partition was made for, such as records of a clock that was set wrong. They are removed one by one.
  ...Object.keys(firstWidths).flatMap((table) => [
    `create table sellerkit.${table}_default partition of sellerkit.${table} default`,
    `create index ${table}_default_in_order on sellerkit.${table}_default (number)`
  ]),
  ...["recipient", "recipient_default", "delivery", "delivery_default"].map(
    (table) => `alter table sellerkit.${table} ${expectLargeWebhooks}`
  )
]

export const webhooks = runInOrder(statements)
