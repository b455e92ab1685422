/** What makes up a webhook: its row, its lane, and the rows by which it is found for an event. Parts of the port's writes. */
import {
  largestBatch,
  operationalNewEvent,
  operationsAccount,
  type SealedSecret,
  type StoredRecord,
  type Webhook,
  type WebhookKey,
  type WebhookStatus,
  type WebhookWrite
} from "@sellerkit/core"
import { Effect } from "effect"
import { texts } from "../connection/lists.ts"
import type { Statements } from "../connection/PgDatabase.ts"
import { appendText, appendValues } from "../lanes/AppendStatement.ts"
import { lastSuccess, newestLogged } from "../lanes/lastSuccess.ts"
import { putRecord } from "../records/statements.ts"
import { accountValues, millis, ownerValues } from "../rows/Rows.ts"

type Rows = Statements["rows"]

/** The status of a webhook, which must not change before the transaction commits; undefined where there is none. */
export const lockedStatus = (rows: Rows, { id, owner }: WebhookKey) =>
  Effect.map(
    rows<{ status: WebhookStatus }>(
      `select status from sellerkit.webhook
       where seller_id = $1 and sandbox = $2 and service_id = $3 and webhook_id = $4 and deleted_at is null for share`,
      ...ownerValues(owner),
      id
    ),
    ([found]) => found?.status
  )

/** Writes the rows by which an event finds the webhook, whether it is enabled or not. */
const writeSubscriptions = Effect.fnUntraced(function* (rows: Rows, { enabled, id, owner, subscriptions }: Webhook) {
  yield* rows(
    "delete from sellerkit.subscription where seller_id = $1 and sandbox = $2 and webhook_id = $3",
    ...accountValues(owner),
    id
  )
  yield* rows(
    `insert into sellerkit.subscription (seller_id, sandbox, scope, type, webhook_id, enabled)
     select $1, $2, s.scope, s.type, $3, $4 from unnest($5::text[], $6::text[]) as s (scope, type)`,
    ...accountValues(owner),
    id,
    enabled,
    texts(subscriptions.map(({ scope }) => scope)),
    texts(subscriptions.map(({ event }) => event))
  )
})

export const insertWebhook = Effect.fnUntraced(function* (
  rows: Rows,
  { entry, secret, webhook }: WebhookWrite & { readonly secret: SealedSecret }
) {
  yield* rows(
    `insert into sellerkit.webhook (seller_id, sandbox, service_id, webhook_id, name, url, secret, subscriptions, status,
       created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    ...ownerValues(webhook.owner),
    webhook.id,
    webhook.name,
    webhook.url,
    secret,
    JSON.stringify(webhook.subscriptions),
    webhook.status,
    millis(webhook.createdAt),
    millis(webhook.updatedAt)
  )
  yield* rows(
    "insert into sellerkit.lane (seller_id, sandbox, webhook_id, enabled, batch_size) values ($1, $2, $3, $4, $5)",
    ...accountValues(webhook.owner),
    webhook.id,
    webhook.enabled,
    largestBatch
  )
  yield* writeSubscriptions(rows, webhook)
  yield* putRecord(rows, webhook.owner, entry)
})

const thisLane = "seller_id = $1 and sandbox = $2 and webhook_id = $3"

const lockLane = (rows: Rows, { id, owner }: WebhookKey) =>
  rows(`select from sellerkit.lane where ${thisLane} for update`, ...accountValues(owner), id)

const takeWakes = "select sellerkit.take_wakes(array[$1::uuid], array[$2::boolean], array[$3::uuid])"

/** `readyAt` where something waits in the lane, otherwise null. */
const whilePending = (readyAt: string): string => `case when exists (
  select from sellerkit.pending p where p.seller_id = l.seller_id and p.sandbox = l.sandbox and p.webhook_id = l.webhook_id
) then ${readyAt} end`

const lastLogged = `(select n.time from (${newestLogged("p.webhook_id = $3")}) n)`

/** The webhook was enabled: its failures are forgotten, but not what came before them, and what waited is due at once. */
const startLane = `update sellerkit.lane l set enabled = true, held_until = null, failures = 0, failing_since = null,
    last_success_at = ${lastSuccess(lastLogged)}, announced_at = null, wait_until = 0, forgiven = fence, recalled = fence, batch_size = $4,
    ready_at = ${whilePending("greatest(sellerkit.milliseconds($5), l.lease_until)")}
  where ${thisLane}`

/** The webhook was disabled: what waits is looked at again when it has been held for long enough. */
const holdLane = `update sellerkit.lane l set enabled = false, held_until = $4::bigint, recalled = fence,
    ready_at = ${whilePending("$4::bigint")}
  where ${thisLane}`

/** The webhook was deleted: what waits is dropped as soon as nothing is in flight. */
const emptyLane = `update sellerkit.lane l set deleted_at = sellerkit.milliseconds($4), recalled = fence,
    ready_at = ${whilePending("greatest(sellerkit.milliseconds($4), l.lease_until)")}
  where ${thisLane}`

/** The webhook has another secret: the dispatcher does not go on with what it claimed with the old one. */
const recallLane = `update sellerkit.lane set recalled = fence where ${thisLane}`

interface Change {
  readonly before: Webhook
  readonly write: WebhookWrite
}

export const updateWebhook = Effect.fnUntraced(function* (rows: Rows, { before, write }: Change, now: number | null) {
  const { entry, event, secret, webhook } = write
  const heldUntil = webhook.heldUntil === undefined ? null : millis(webhook.heldUntil)
  const lane = [...accountValues(webhook.owner), webhook.id] as const
  yield* rows(
    `update sellerkit.webhook set name = $4, subscriptions = $5, status = $6, updated_at = $7, held_until = $8,
       secret = coalesce($9, secret) where seller_id = $1 and sandbox = $2 and webhook_id = $3`,
    ...lane,
    webhook.name,
    JSON.stringify(webhook.subscriptions),
    webhook.status,
    millis(webhook.updatedAt),
    heldUntil,
    secret ?? null
  )
  yield* writeSubscriptions(rows, webhook)
  yield* putRecord(rows, webhook.owner, entry)
  if (event !== undefined) {
    const told = [{ account: operationsAccount, distinct: [operationalNewEvent(event)] }]
    yield* rows(appendText, ...appendValues(now, told))
  }
  if (secret !== undefined) yield* rows(recallLane, ...lane)
  if (webhook.enabled === before.enabled) return
  yield* lockLane(rows, webhook)
  yield* rows(takeWakes, ...lane)
  if (webhook.enabled) yield* rows(startLane, ...lane, largestBatch, now)
  else yield* rows(holdLane, ...lane, heldUntil)
})

/** The row stays, without the secret, for as long as records name it. */
export const deleteWebhook = Effect.fnUntraced(function* (
  rows: Rows,
  key: WebhookKey,
  entry: StoredRecord,
  now: number | null
) {
  const lane = [...accountValues(key.owner), key.id] as const
  yield* rows(
    `update sellerkit.webhook set deleted_at = sellerkit.milliseconds($4), secret = '' where ${thisLane}`,
    ...lane,
    now
  )
  yield* rows(`delete from sellerkit.subscription where ${thisLane}`, ...lane)
  yield* putRecord(rows, key.owner, entry)
  yield* lockLane(rows, key)
  yield* rows(takeWakes, ...lane)
  yield* rows(emptyLane, ...lane, now)
})
