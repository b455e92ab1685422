/** Webhooks on SQLite. */
import {
  operationalNewEvent,
  type Account,
  type Owner,
  SealedSecret,
  type ServiceId,
  type Webhook,
  type WebhookId,
  type WebhookKey,
  WebhookNotFound,
  WebhookStore,
  type WebhookWrite,
  WorkSignal
} from "@sellerkit/core"
import { Clock, DateTime, Effect, Layer, Option, Result } from "effect"
import { boundLimit, row, rows, type SqliteHost } from "../connection/SqliteHost.ts"
import { SqliteDatabase } from "../database/SqliteDatabase.ts"
import { appendOperational } from "../lanes/Append.ts"
import type { CarryingHost } from "../lanes/CarriedLanes.ts"
import { emptyLane, holdLane, insertLane, recallLane, startLane } from "../lanes/Lanes.ts"
import { plainEvent } from "../lanes/PlainValues.ts"
import { putRecord } from "../records/Changes.ts"
import {
  ensureOwner,
  findAccount,
  isOwner,
  type OwnerColumns,
  type OwnerRow,
  ownerValues,
  toOwner
} from "../rows/Owners.ts"
import { gatheredBy } from "../rows/RecordRanges.ts"
import { toWebhook, webhookColumns, type WebhookRow } from "../rows/Rows.ts"
import { type KnownWebhooks, makeKnownWebhooks } from "./KnownWebhooks.ts"
import { findSecrets, replaceSecret } from "./StoredSecrets.ts"

const existing = "deleted_at is null"

const owned = `account join owner using (account) join webhook using (owner) where ${isOwner} and ${existing}`

const listRows = (host: SqliteHost, key: Owner): ReadonlyArray<WebhookRow> =>
  rows<WebhookRow>(host, `select ${webhookColumns} from ${owned}`, ...ownerValues(key))

/** Webhooks of all of an account's owners, or the one with this id among them. */
const listAccount = (host: SqliteHost, account: Account, id?: WebhookId): ReadonlyArray<Webhook> =>
  rows<WebhookRow & { readonly service_id: string }>(
    host,
    `select ${webhookColumns}, service_id from webhook join owner using (owner)
     where account = ? and ${existing} and (? is null or id = ?)`,
    findAccount(host, account) ?? 0,
    id ?? null,
    id ?? null
  ).map((found) => {
    const serviceId = found.service_id === "" ? null : (found.service_id as ServiceId)
    return toWebhook({ ...account, serviceId }, found)
  })

const listEverywhere = (host: SqliteHost, after: WebhookId | undefined, most: number): ReadonlyArray<Webhook> =>
  rows<OwnerColumns & WebhookRow>(
    host,
    `select ${webhookColumns}, seller_id, sandbox, service_id
     from webhook join owner using (owner) join account using (account)
     where id > ? and ${existing} order by id ${boundLimit}`,
    after ?? "",
    most
  ).map((found) => toWebhook(toOwner(found), found))

const decisionState = (host: SqliteHost, { owner, service_disabled }: OwnerRow) => ({
  webhooks: row<{ n: number }>(host, `select count(*) as n from webhook where owner = ? and ${existing}`, owner)!.n,
  serviceDisabled: service_disabled === 1
})

/** Writes the rows by which an event finds the webhook, whether it is enabled or not. */
const writeSubscriptions = (host: SqliteHost, { account }: OwnerRow, key: number, webhook: Webhook): void => {
  host.run("delete from subscription where webhook = ?", key)
  for (const { event, scope } of webhook.subscriptions) {
    const sql = `insert into subscription (account, scope, type, webhook, gathered_by, enabled)
      select ?, ?, ?, webhook, gathered_by, ? from webhook where webhook = ?`
    host.run(sql, account, scope, event, webhook.enabled ? 1 : 0, key)
  }
}

const millis = (time: DateTime.Utc): number => DateTime.toEpochMillis(time)

const insertWebhook = (
  host: SqliteHost,
  owner: OwnerRow,
  { entry, secret, webhook }: WebhookWrite & { readonly secret: SealedSecret }
): void => {
  const { key } = row<{ key: number }>(
    host,
    `insert into webhook (id, owner, gathered_by, name, url, secret, subscriptions, status, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning webhook as key`,
    webhook.id,
    owner.owner,
    gatheredBy(host, owner.account, owner.owner),
    webhook.name,
    webhook.url,
    secret,
    JSON.stringify(webhook.subscriptions),
    webhook.status,
    millis(webhook.createdAt),
    millis(webhook.updatedAt)
  )!
  insertLane(host, key, owner.account, webhook)
  writeSubscriptions(host, owner, key, webhook)
  putRecord(host, owner.account, entry)
}

interface Change {
  readonly owner: OwnerRow
  readonly key: number
  readonly before: Webhook
  readonly write: WebhookWrite
}

const updateWebhook = (host: CarryingHost, { before, key, owner, write }: Change, now: number): void => {
  const { entry, event, secret, webhook } = write
  host.run(
    `update webhook set name = ?, subscriptions = ?, status = ?, updated_at = ?, held_until = ?,
       secret = coalesce(?, secret) where webhook = ?`,
    webhook.name,
    JSON.stringify(webhook.subscriptions),
    webhook.status,
    millis(webhook.updatedAt),
    webhook.heldUntil === undefined ? null : millis(webhook.heldUntil),
    secret ?? null,
    key
  )
  writeSubscriptions(host, owner, key, webhook)
  putRecord(host, owner.account, entry)
  if (event !== undefined) appendOperational(host, plainEvent(operationalNewEvent(event)), now)
  if (secret !== undefined) recallLane(host, key)
  if (webhook.enabled && !before.enabled) startLane(host, key, owner.account, now)
  if (!webhook.enabled && before.enabled) holdLane(host, key, webhook)
}

/** Its history stays, its secret does not. */
const deleteWebhook = (host: SqliteHost, key: number, now: number): void => {
  host.run("update webhook set deleted_at = ?, secret = '' where webhook = ?", now, key)
  host.run("delete from subscription where webhook = ?", key)
  emptyLane(host, key, now)
}

const findIn = (host: SqliteHost, key: Owner, id: WebhookId) => {
  const sql = `select ${webhookColumns}, owner, account, service_disabled from ${owned} and id = ?`
  const found = row<OwnerRow & WebhookRow>(host, sql, ...ownerValues(key), id)
  return found === undefined ? undefined : { owner: found, found, webhook: toWebhook(key, found) }
}

interface WebhookChange<E> {
  readonly key: WebhookKey
  readonly decide: (webhook: Webhook, state: ReturnType<typeof decisionState>) => Result.Result<WebhookWrite, E>
}

const changeDecided = <E>(
  host: CarryingHost,
  known: KnownWebhooks,
  { decide, key }: WebhookChange<E>,
  now: number
): Result.Result<Webhook, E | WebhookNotFound> => {
  const stored = findIn(host, key.owner, key.id)
  if (stored === undefined) return Result.fail(new WebhookNotFound({ id: key.id }))
  const { found, owner, webhook } = stored
  return Result.map(decide(webhook, decisionState(host, owner)), (write) => {
    known.forget(key.id)
    updateWebhook(host, { owner, key: found.webhook, before: webhook, write }, now)
    return write.webhook
  })
}

interface ServiceChange {
  readonly key: Owner
  readonly disabled: boolean
  readonly decide: (webhook: Webhook, number: number) => Option.Option<WebhookWrite>
}

const changeWebhooks = (host: CarryingHost, { decide, disabled, key }: ServiceChange, now: number) => {
  const owner = ensureOwner(host, key)
  host.run("update owner set service_disabled = ? where owner = ?", disabled ? 1 : 0, owner.owner)
  return listRows(host, key).flatMap((found, number) => {
    const before = toWebhook(key, found)
    return Option.match(decide(before, number), {
      onNone: () => [],
      onSome: (write) => {
        updateWebhook(host, { owner, key: found.webhook, before, write }, now)
        return [write.webhook]
      }
    })
  })
}

const findSecret = (host: SqliteHost, { id, owner }: WebhookKey): Option.Option<SealedSecret> =>
  Option.map(
    Option.fromUndefinedOr(
      row<{ secret: string }>(host, `select secret from ${owned} and id = ?`, ...ownerValues(owner), id)
    ),
    ({ secret }) => SealedSecret(secret)
  )

const get = (database: SqliteDatabase["Service"], known: KnownWebhooks, key: WebhookKey) =>
  Effect.suspend(() => {
    const webhook = known.get(key)
    if (webhook !== undefined) return Effect.succeedSome(webhook)
    return database.read("WebhookStore.get", (host) => {
      const found = findIn(host, key.owner, key.id)?.webhook
      if (found !== undefined) known.add(found)
      return Option.fromUndefinedOr(found)
    })
  })

export const layer: Layer.Layer<WebhookStore, never, SqliteDatabase | WorkSignal> = Layer.effect(
  WebhookStore,
  Effect.gen(function* () {
    const database = yield* SqliteDatabase
    const signal = yield* WorkSignal
    const known = makeKnownWebhooks()

    return WebhookStore.of({
      insert: (key, decide) =>
        database
          .write("WebhookStore.insert", (host) => {
            const owner = ensureOwner(host, key)
            return Result.map(decide(decisionState(host, owner)), (write) => {
              insertWebhook(host, owner, write)
              return write.webhook
            })
          })
          .pipe(Effect.flatMap(Effect.fromResult)),

      change: (key, decide) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          database.write("WebhookStore.change", (host) => changeDecided(host, known, { key, decide }, now))
        ).pipe(Effect.flatMap(Effect.fromResult), Effect.tap(signal.send)),

      remove: (key, entry) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          database.write("WebhookStore.remove", (host): Result.Result<void, WebhookNotFound> => {
            const stored = findIn(host, key.owner, key.id)
            if (stored === undefined) return Result.fail(new WebhookNotFound({ id: key.id }))
            known.forget(key.id)
            deleteWebhook(host, stored.found.webhook, now)
            return Result.succeed(putRecord(host, stored.owner.account, entry))
          })
        ).pipe(Effect.flatMap(Effect.fromResult), Effect.tap(signal.send)),

      changeService: (key, disabled, decide) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          database.write("WebhookStore.changeService", (host) => {
            const changed = changeWebhooks(host, { key, disabled, decide }, now)
            for (const { id } of changed) known.forget(id)
            return changed
          })
        ).pipe(Effect.tap(signal.send)),

      get: (key) => get(database, known, key),

      find: (account, id) =>
        database.read("WebhookStore.find", (host) => Option.fromUndefinedOr(listAccount(host, account, id)[0])),

      listAll: (account) => database.read("WebhookStore.listAll", (host) => listAccount(host, account)),

      everywhere: (after, most) =>
        database.read("WebhookStore.everywhere", (host) => listEverywhere(host, after, most)),

      secret: (key) => database.read("WebhookStore.secret", (host) => findSecret(host, key)),

      secrets: (after, most) => database.read("WebhookStore.secrets", (host) => findSecrets(host, after, most)),

      replaceSecret: (read, secret) =>
        database.write("WebhookStore.replaceSecret", (host) => replaceSecret(host, read, secret)),

      list: (key) =>
        database.read("WebhookStore.list", (host) => listRows(host, key).map((found) => toWebhook(key, found)))
    })
  })
)
