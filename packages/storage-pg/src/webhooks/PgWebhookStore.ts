/** Webhooks on PostgreSQL. */
import {
  beforeAll,
  type Owner,
  type OwnerState,
  SealedSecret,
  type StorageError,
  type StoredRecord,
  type Webhook,
  type WebhookKey,
  WebhookNotFound,
  WebhookStore,
  type WebhookWrite,
  WorkSignal
} from "@sellerkit/core"
import { Effect, Layer, Option, Result } from "effect"
import type { SqlError } from "effect/sql"
import { PgDatabase, type Statements } from "../connection/PgDatabase.ts"
import { notifyText } from "../connection/WorkNotifications.ts"
import { accountValues, ownerValues, toWebhook, webhookColumns, type WebhookRow } from "../rows/Rows.ts"
import { replaceSecretText, type SecretRow, secretsText, toStoredSecret } from "./StoredSecrets.ts"
import { deleteWebhook, insertWebhook, updateWebhook } from "./WebhookWrites.ts"

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
  yield* rows(notifyText)
  return Result.succeed(decided.success.webhook)
})

const removeWebhook = Effect.fnUntraced(function* (
  rows: Rows,
  key: WebhookKey,
  entry: StoredRecord,
  now: number | null
): Effect.fn.Return<Result.Result<void, WebhookNotFound>, SqlError.SqlError> {
  yield* lockOwner(rows, key.owner)
  if ((yield* findIn(rows, key)) === undefined) return Result.fail(new WebhookNotFound({ id: key.id }))
  yield* deleteWebhook(rows, key, entry, now)
  yield* rows(notifyText)
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
  yield* rows(notifyText)
  return changed as ReadonlyArray<Webhook>
})

const behindId = "webhook_id > $1 and deleted_at is null order by webhook_id limit $2"
const inAccount = "seller_id = $1 and sandbox = $2 and deleted_at is null"

const makeFind =
  (database: PgDatabase["Service"]) =>
  (operation: string, condition: string, ...values: ReadonlyArray<boolean | number | string>) =>
    Effect.map(
      database.rows<WebhookRow>(
        operation,
        `select ${webhookColumns} from sellerkit.webhook where ${condition}`,
        ...values
      ),
      (found) => found.map(toWebhook)
    )

const findSecret =
  (database: PgDatabase["Service"]) =>
  ({ id, owner }: WebhookKey) =>
    Effect.map(
      database.rows<Pick<SecretRow, "secret">>(
        "WebhookStore.secret",
        `select secret from sellerkit.webhook where ${owned} and webhook_id = $4`,
        ...ownerValues(owner),
        id
      ),
      ([found]) => Option.map(Option.fromUndefinedOr(found), ({ secret }) => SealedSecret(secret))
    )

const replaceSecret =
  (database: PgDatabase["Service"]): WebhookStore["Service"]["replaceSecret"] =>
  ({ key, secret: read }, secret) =>
    Effect.map(
      database.rows("WebhookStore.replaceSecret", replaceSecretText, ...accountValues(key.owner), key.id, read, secret),
      (replaced) => replaced.length > 0
    )

export const layer: Layer.Layer<WebhookStore, never, PgDatabase | WorkSignal> = Layer.effect(
  WebhookStore,
  Effect.gen(function* () {
    const database = yield* PgDatabase
    const signal = yield* WorkSignal
    const find = makeFind(database)

    /** A change, and what follows from it: a lane may be due. */
    const write = <A>(
      operation: string,
      change: (rows: Rows, now: number | null) => Effect.Effect<A, SqlError.SqlError>
    ): Effect.Effect<A, StorageError> =>
      Effect.flatMap(database.now, (now) => database.write(operation, ({ rows }) => change(rows, now))).pipe(
        Effect.tap(signal.send)
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

      everywhere: (after, most) => find("WebhookStore.everywhere", behindId, after ?? beforeAll, most),

      secret: findSecret(database),
      secrets: (after, most) =>
        Effect.map(database.rows<SecretRow>("WebhookStore.secrets", secretsText, after ?? beforeAll, most), (found) =>
          found.map(toStoredSecret)
        ),
      replaceSecret: replaceSecret(database)
    })
  })
)
