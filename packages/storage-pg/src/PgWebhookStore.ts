/** Webhooks on PostgreSQL. */
import {
  type HistoryEntry,
  largestBatch,
  operationalNewEvent,
  operationsAccount,
  type Owner,
  type OwnerState,
  beforeAll,
  type SealedSecret,
  type StorageError,
  type Webhook,
  type WebhookKey,
  WebhookNotFound,
  WebhookStore,
  type WebhookWrite
} from "@sellerkit/core"
import { Effect, Layer, Option, Result } from "effect"
import type { SqlError } from "effect/sql"
import { appendText, appendValues } from "./Append.ts"
import { texts } from "./parameters.ts"
import { insertHistory } from "./PgHistoryStore.ts"
import { PgDatabase, type Statements } from "./PgDatabase.ts"
import { accountValues, millis, ownerValues, toWebhook, webhookColumns, type WebhookRow } from "./Rows.ts"
import { replaceSecretText, type SecretRow, secretsText, toStoredSecret } from "./StoredSecrets.ts"
import { Work } from "./Work.ts"

type Rows = Statements["rows"]

const owned = "seller_id = $1 and sandbox = $2 and service_id = $3 and deleted_at is null"

interface OwnerRow {
  readonly service_disabled: boolean
}

/** Locks the owner, so that what is decided about its webhooks holds until it is written. */
const lockOwner = Effect.fnUntraced(function* (rows: Rows, owner: Owner) {
  yield* rows(
    "insert into sellerkit.owner (seller_id, sandbox, service_id) values ($1, $2, $3) on conflict do nothing",
    ...ownerValues(owner)
  )
  const [found] = yield* rows<OwnerRow>(
    "select service_disabled from sellerkit.owner where seller_id = $1 and sandbox = $2 and service_id = $3 for update",
    ...ownerValues(owner)
  )
  const [count] = yield* rows<{ n: number }>(
    `select count(*)::integer as n from sellerkit.webhook where ${owned}`,
    ...ownerValues(owner)
  )
  const state: OwnerState = { webhooks: count!.n, serviceDisabled: found!.service_disabled }
  return state
})

/** By these rows a webhook is found for an event, whether it is enabled or not. */
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

const insertWebhook = Effect.fnUntraced(function* (
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
  yield* insertHistory(rows, entry)
})

const thisLane = "seller_id = $1 and sandbox = $2 and webhook_id = $3"

const lockLane = (rows: Rows, { id, owner }: WebhookKey) =>
  rows(`select from sellerkit.lane where ${thisLane} for update`, ...accountValues(owner), id)

const takeWakes = "select sellerkit.take_wakes(array[$1::uuid], array[$2::boolean], array[$3::uuid])"

/** Where something waits in the lane. */
const whilePending = (readyAt: string): string => `case when exists (
  select from sellerkit.pending p where p.seller_id = l.seller_id and p.sandbox = l.sandbox and p.webhook_id = l.webhook_id
) then ${readyAt} end`

/** The webhook was enabled: its failures are forgotten, and what waited is due at once. */
const startLane = `update sellerkit.lane l set enabled = true, held_until = null, failures = 0, failing_since = null,
    announced_at = null, wait_until = 0, forgiven = fence, batch_size = $4,
    ready_at = ${whilePending("greatest(sellerkit.milliseconds($5), l.lease_until)")}
  where ${thisLane}`

/** The webhook was disabled: what waits is looked at again when it has been held for long enough. */
const holdLane = `update sellerkit.lane l set enabled = false, held_until = $4, ready_at = ${whilePending("$4")}
  where ${thisLane}`

/** The webhook was deleted: what waits is dropped as soon as nothing is in flight. */
const emptyLane = `update sellerkit.lane l set deleted_at = sellerkit.milliseconds($4),
    ready_at = ${whilePending("greatest(sellerkit.milliseconds($4), l.lease_until)")}
  where ${thisLane}`

interface Change {
  readonly before: Webhook
  readonly write: WebhookWrite
}

const updateWebhook = Effect.fnUntraced(function* (rows: Rows, { before, write }: Change, now: number | null) {
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
  yield* insertHistory(rows, entry)
  if (event !== undefined) {
    const told = [{ account: operationsAccount, distinct: [operationalNewEvent(event)] }]
    yield* rows(appendText, ...appendValues(now, told))
  }
  if (webhook.enabled === before.enabled) return
  yield* lockLane(rows, webhook)
  yield* rows(takeWakes, ...lane)
  if (webhook.enabled) yield* rows(startLane, ...lane, largestBatch, now)
  else yield* rows(holdLane, ...lane, heldUntil)
})

/** Locks the webhook. */
const findIn = (rows: Rows, { id, owner }: WebhookKey) =>
  Effect.map(
    rows<WebhookRow>(
      `select ${webhookColumns} from sellerkit.webhook where ${owned} and webhook_id = $4 for update`,
      ...ownerValues(owner),
      id
    ),
    ([found]) => found && toWebhook(found)
  )

const notify = "select pg_notify('sellerkit_work', '')"

const insertDecided = Effect.fnUntraced(function* <E>(
  rows: Rows,
  owner: Owner,
  decide: (state: OwnerState) => Result.Result<WebhookWrite & { readonly secret: SealedSecret }, E>
): Effect.fn.Return<Result.Result<Webhook, E>, SqlError.SqlError> {
  const decided = decide(yield* lockOwner(rows, owner))
  if (Result.isFailure(decided)) return Result.fail(decided.failure)
  yield* insertWebhook(rows, decided.success)
  return Result.succeed(decided.success.webhook)
})

const changeDecided = Effect.fnUntraced(function* <E>(
  rows: Rows,
  key: WebhookKey,
  decide: (webhook: Webhook, state: OwnerState) => Result.Result<WebhookWrite, E>,
  now: number | null
): Effect.fn.Return<Result.Result<Webhook, E | WebhookNotFound>, SqlError.SqlError> {
  const state = yield* lockOwner(rows, key.owner)
  const before = yield* findIn(rows, key)
  if (before === undefined) return Result.fail(new WebhookNotFound({ id: key.id }))
  const decided = decide(before, state)
  if (Result.isFailure(decided)) return Result.fail(decided.failure)
  yield* updateWebhook(rows, { before, write: decided.success }, now)
  yield* rows(notify)
  return Result.succeed(decided.success.webhook)
})

const removeWebhook = Effect.fnUntraced(function* (
  rows: Rows,
  key: WebhookKey,
  entry: HistoryEntry,
  now: number | null
): Effect.fn.Return<Result.Result<void, WebhookNotFound>, SqlError.SqlError> {
  yield* lockOwner(rows, key.owner)
  if ((yield* findIn(rows, key)) === undefined) return Result.fail(new WebhookNotFound({ id: key.id }))
  const lane = [...accountValues(key.owner), key.id] as const
  yield* rows(
    `update sellerkit.webhook set deleted_at = sellerkit.milliseconds($4), secret = '' where ${thisLane}`,
    ...lane,
    now
  )
  yield* rows(`delete from sellerkit.subscription where ${thisLane}`, ...lane)
  yield* lockLane(rows, key)
  yield* rows(takeWakes, ...lane)
  yield* rows(emptyLane, ...lane, now)
  yield* insertHistory(rows, entry)
  yield* rows(notify)
  return Result.void
})

interface ServiceChange {
  readonly owner: Owner
  readonly disabled: boolean
  readonly decide: (webhook: Webhook, number: number) => Option.Option<WebhookWrite>
}

const changeWebhooks = Effect.fnUntraced(function* (
  rows: Rows,
  { decide, disabled, owner }: ServiceChange,
  now: number | null
) {
  yield* lockOwner(rows, owner)
  yield* rows(
    "update sellerkit.owner set service_disabled = $4 where seller_id = $1 and sandbox = $2 and service_id = $3",
    ...ownerValues(owner),
    disabled
  )
  const found = yield* rows<WebhookRow>(
    `select ${webhookColumns} from sellerkit.webhook where ${owned} order by webhook_id for update`,
    ...ownerValues(owner)
  )
  const changed: Array<Webhook> = []
  for (const [number, stored] of found.entries()) {
    const before = toWebhook(stored)
    const write = Option.getOrUndefined(decide(before, number))
    if (write === undefined) continue
    yield* updateWebhook(rows, { before, write }, now)
    changed.push(write.webhook)
  }
  yield* rows(notify)
  return changed as ReadonlyArray<Webhook>
})

const inAccount = "seller_id = $1 and sandbox = $2 and deleted_at is null"

const makeFind =
  (database: PgDatabase["Service"]) =>
  (operation: string, condition: string, ...values: ReadonlyArray<boolean | string>) =>
    Effect.map(
      database.rows<WebhookRow>(
        operation,
        `select ${webhookColumns} from sellerkit.webhook where ${condition}`,
        ...values
      ),
      (found) => found.map(toWebhook)
    )

export const layer: Layer.Layer<WebhookStore, never, PgDatabase | Work> = Layer.effect(
  WebhookStore,
  Effect.gen(function* () {
    const database = yield* PgDatabase
    const work = yield* Work
    const find = makeFind(database)

    /** A change, and what follows from it: a lane may be due. */
    const write = <A>(
      operation: string,
      change: (rows: Rows, now: number | null) => Effect.Effect<A, SqlError.SqlError>
    ): Effect.Effect<A, StorageError> =>
      Effect.flatMap(database.now, (now) => database.write(operation, ({ rows }) => change(rows, now))).pipe(
        Effect.tap(work.arrived)
      )

    return WebhookStore.of({
      insert: (owner, decide) =>
        Effect.flatMap(
          write("WebhookStore.insert", (rows) => insertDecided(rows, owner, decide)),
          Effect.fromResult
        ),
      change: (key, decide) =>
        Effect.flatMap(
          write("WebhookStore.change", (rows, now) => changeDecided(rows, key, decide, now)),
          Effect.fromResult
        ),
      remove: (key, entry) =>
        Effect.flatMap(
          write("WebhookStore.remove", (rows, now) => removeWebhook(rows, key, entry, now)),
          Effect.fromResult
        ),
      changeService: (owner, disabled, decide) =>
        write("WebhookStore.changeService", (rows, now) => changeWebhooks(rows, { owner, disabled, decide }, now)),
      get: ({ id, owner }) =>
        Effect.map(find("WebhookStore.get", `${owned} and webhook_id = $4`, ...ownerValues(owner), id), ([webhook]) =>
          Option.fromUndefinedOr(webhook)
        ),
      find: (account, id) =>
        Effect.map(
          find("WebhookStore.find", `${inAccount} and webhook_id = $3`, ...accountValues(account), id),
          ([webhook]) => Option.fromUndefinedOr(webhook)
        ),
      list: (owner) => find("WebhookStore.list", owned, ...ownerValues(owner)),
      listAll: (account) => find("WebhookStore.listAll", inAccount, ...accountValues(account)),

      secrets: (after, most) =>
        Effect.map(database.rows<SecretRow>("WebhookStore.secrets", secretsText, after ?? beforeAll, most), (found) =>
          found.map(toStoredSecret)
        ),
      replaceSecret: ({ key, secret: read }, secret) =>
        Effect.map(
          database.rows(
            "WebhookStore.replaceSecret",
            replaceSecretText,
            ...accountValues(key.owner),
            key.id,
            read,
            secret
          ),
          (replaced) => replaced.length > 0
        )
    })
  })
)
