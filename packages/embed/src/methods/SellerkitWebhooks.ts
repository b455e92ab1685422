/** Webhooks of sellers and their services, as the host manages them: for an admin page or a support tool of its own. */
import {
  Events,
  type EventScope,
  ExistingSubscriptions,
  onBehalfOf,
  type Owner,
  type publishedEventScopes,
  SellerId,
  ServiceId,
  type Webhook,
  WebhookId,
  WebhookName,
  Webhooks,
  WebhookUrl
} from "@sellerkit/core"
import { Brand, DateTime, Effect, Redacted, Schema } from "effect"
import type { CatalogSubscription, StoredSubscription } from "../CatalogEvent.ts"
import { decodeInput } from "../InputInvalid.ts"
import type { Run } from "../Run.ts"

/** Whose webhooks: a seller's own, or those of an integrated service. */
export interface WebhookOwner {
  readonly sellerId: string
  readonly serviceId?: string | null | undefined
  readonly sandbox?: boolean | undefined
}

type Published = typeof publishedEventScopes

export interface WebhookEdit<Scopes extends ReadonlyArray<EventScope> = Published> {
  readonly name: string
  /** True, when absent. */
  readonly enabled?: boolean | undefined
  /** To event types of the catalog, or the subscriptions of another record. */
  readonly subscriptions: ReadonlyArray<CatalogSubscription<Scopes> | StoredSubscription>
}

export interface NewWebhook<Scopes extends ReadonlyArray<EventScope> = Published> extends WebhookEdit<Scopes> {
  readonly url: string
}

export interface WebhookRecord {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly enabled: boolean
  /** Also says why it is not enabled. */
  readonly status: Webhook["status"]
  readonly subscriptions: ReadonlyArray<StoredSubscription>
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Every method rejects with `InputInvalid` or `StorageError` as well. */
export interface SellerkitWebhooks<Scopes extends ReadonlyArray<EventScope> = Published> {
  /**
   * Makes a webhook. Besides `refreshSecret`, only this answers with the secret. Rejects with `WebhookLimitReached`, or with
   * `ServiceDisabled` for an enabled webhook of a service that the seller turned off.
   */
  create(owner: WebhookOwner, webhook: NewWebhook<Scopes>): Promise<WebhookRecord & { readonly secret: string }>
  /** All of the owner's. Rejects with nothing else. */
  list(owner: WebhookOwner): Promise<ReadonlyArray<WebhookRecord>>
  /** Rejects with `WebhookNotFound`, also for a webhook of another owner. */
  get(owner: WebhookOwner, id: string): Promise<WebhookRecord>
  /** Sets all of the editable fields. Rejects with `WebhookNotFound` or `ServiceDisabled`. */
  edit(owner: WebhookOwner, id: string, webhook: WebhookEdit<Scopes>): Promise<WebhookRecord>
  /** Drops what is waiting for it; the histories stay. Rejects with `WebhookNotFound`. */
  remove(owner: WebhookOwner, id: string): Promise<void>
  /** The new secret, which the next notification carries. Rejects with `WebhookNotFound`. */
  refreshSecret(owner: WebhookOwner, id: string): Promise<string>
  /**
   * One event, marked as a test, for each subscription. Gives how many. Rejects with `WebhookNotFound`, `WebhookDisabled` or
   * `NoSubscriptions`.
   */
  sendTest(owner: WebhookOwner, id: string): Promise<number>
  /** The seller turns the service off, or its own webhooks. Gives how many were disabled. Rejects with nothing else. */
  disableService(owner: WebhookOwner): Promise<number>
  /** Undoes that. Gives how many were enabled. Rejects with nothing else. */
  enableService(owner: WebhookOwner): Promise<number>
}

const no = Effect.succeed(false)

const OwnerInput = Schema.Struct({
  sellerId: SellerId,
  serviceId: Schema.NullOr(ServiceId).pipe(Schema.withDecodingDefault(Effect.succeed(null))),
  sandbox: Schema.Boolean.pipe(Schema.withDecodingDefault(no))
})

const edit = {
  name: WebhookName,
  enabled: Schema.Boolean.pipe(Schema.withDecodingDefault(Effect.succeed(true))),
  subscriptions: ExistingSubscriptions
}

const decodeOwner = decodeInput(OwnerInput, "owner")
const decodeId = decodeInput(WebhookId, "id")
const decodeNew = decodeInput(Schema.Struct({ ...edit, url: WebhookUrl }), "webhook")
const decodeEdit = decodeInput(Schema.Struct(edit), "webhook")

export const stored = Brand.nominal<StoredSubscription>()

const recordOf = (webhook: Webhook): WebhookRecord => {
  const { createdAt, enabled, id, name, status, subscriptions, updatedAt, url } = webhook
  return {
    id,
    name,
    url,
    enabled,
    status,
    subscriptions: subscriptions.map(stored),
    createdAt: DateTime.toDate(createdAt),
    updatedAt: DateTime.toDate(updatedAt)
  }
}

const actorOf = (owner: Owner) => onBehalfOf(owner, "operator")

const withOwner = <A, E, R>(owner: WebhookOwner, use: (owner: Owner) => Effect.Effect<A, E, R>) =>
  Effect.flatMap(decodeOwner(owner), use)

const withWebhook = <A, E, R>(
  owner: WebhookOwner,
  id: string,
  use: (owner: Owner, id: WebhookId) => Effect.Effect<A, E, R>
) => withOwner(owner, (found) => Effect.flatMap(decodeId(id), (webhookId) => use(found, webhookId)))

/** Methods for any catalog: whether it has such subscriptions is checked as they come. */
export const makeWebhooks = (run: Run): SellerkitWebhooks<ReadonlyArray<EventScope>> => ({
  create: (owner, webhook) =>
    run(
      withOwner(owner, (found) =>
        Effect.gen(function* () {
          const created = yield* (yield* Webhooks).create(actorOf(found), yield* decodeNew(webhook))
          return { ...recordOf(created.webhook), secret: Redacted.value(created.secret) }
        })
      )
    ),
  list: (owner) =>
    run(
      withOwner(owner, (found) =>
        Effect.gen(function* () {
          const { webhooks } = yield* (yield* Webhooks).list(found, "createdAtAsc")
          return webhooks.map(recordOf)
        })
      )
    ),
  get: (owner, id) =>
    run(
      withWebhook(owner, id, (found, webhookId) =>
        Effect.flatMap(Webhooks, (webhooks) => webhooks.get({ owner: found, id: webhookId })).pipe(Effect.map(recordOf))
      )
    ),
  edit: (owner, id, webhook) =>
    run(
      withWebhook(owner, id, (found, webhookId) =>
        Effect.gen(function* () {
          return recordOf(yield* (yield* Webhooks).edit(actorOf(found), webhookId, yield* decodeEdit(webhook)))
        })
      )
    ),
  remove: (owner, id) =>
    run(
      withWebhook(owner, id, (found, webhookId) =>
        Effect.flatMap(Webhooks, (webhooks) => webhooks.remove(actorOf(found), webhookId))
      )
    ),
  refreshSecret: (owner, id) =>
    run(
      withWebhook(owner, id, (found, webhookId) =>
        Effect.flatMap(Webhooks, (webhooks) => webhooks.refreshSecret(actorOf(found), webhookId)).pipe(
          Effect.map(Redacted.value)
        )
      )
    ),
  sendTest: (owner, id) =>
    run(
      withWebhook(owner, id, (found, webhookId) =>
        Effect.flatMap(Events, (events) => events.sendTest(actorOf(found), webhookId)).pipe(
          Effect.map(({ length }) => length)
        )
      )
    ),
  disableService: (owner) =>
    run(withOwner(owner, (found) => Effect.flatMap(Webhooks, (webhooks) => webhooks.disableService(actorOf(found))))),
  enableService: (owner) =>
    run(withOwner(owner, (found) => Effect.flatMap(Webhooks, (webhooks) => webhooks.enableService(actorOf(found)))))
})
