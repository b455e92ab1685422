/** The webhooks of an owner: create, list, get, edit, delete, refresh the secret, disable (Seller Webhooks Service). */
import { Context, DateTime, Duration, Effect, Layer, Option, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Owner } from "../access/Account.ts"
import type { Actor } from "../access/Actor.ts"
import { Catalog } from "../catalog/Catalog.ts"
import { draftEntry, type HistoryAction, type HistoryDraft } from "../history/HistoryEntry.ts"
import { HistoryStore } from "../history/HistoryStore.ts"
import { recordRefusal } from "../history/recordRefusal.ts"
import { Quotas } from "../limits/Quotas.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { generateSecret, type Secret } from "./Secret.ts"
import { missingCategories, type Subscription } from "./Subscription.ts"
import {
  CategoryMissing,
  ServiceDisabled,
  sortWebhooks,
  Webhook,
  WebhookId,
  type WebhookKey,
  WebhookLimitReached,
  WebhookNotFound,
  type WebhookOrder
} from "./Webhook.ts"
import { type TransitionRefused, transition, type WebhookAction } from "./WebhookState.ts"
import { type OwnerState, WebhookStore } from "./WebhookStore.ts"

/** What an edit sets; all of it, each time. */
export interface WebhookEdit {
  readonly enabled: boolean
  readonly name: string
  readonly subscriptions: ReadonlyArray<Subscription>
}

export interface NewWebhook extends WebhookEdit {
  readonly url: string
}

// our choice: how long events that were pending wait for a disabled webhook to be enabled again.
const holdingPeriod = Duration.hours(24)

/** The webhook after an action; unchanged where the action does not apply to its status. */
const after = (webhook: Webhook, action: WebhookAction, now: DateTime.Utc): Webhook =>
  Result.match(transition(webhook.status, action), {
    onFailure: () => webhook,
    onSuccess: (status) => {
      const { heldUntil, ...rest } = webhook
      const changed = { ...rest, status, updatedAt: now }
      return new Webhook(
        status === "enabled"
          ? changed
          : { ...changed, heldUntil: heldUntil ?? DateTime.addDuration(now, holdingPeriod) }
      )
    }
  })

export class Webhooks extends Context.Service<
  Webhooks,
  {
    /** The secret is shown here and by `refreshSecret` only. */
    create(
      actor: Actor,
      input: NewWebhook
    ): Effect.Effect<
      { readonly webhook: Webhook; readonly secret: Secret },
      CategoryMissing | ServiceDisabled | WebhookLimitReached | StorageError
    >
    list(
      owner: Owner,
      order: WebhookOrder
    ): Effect.Effect<{ readonly webhooks: ReadonlyArray<Webhook>; readonly limit: number }, StorageError>
    get(key: WebhookKey): Effect.Effect<Webhook, WebhookNotFound | StorageError>
    edit(
      actor: Actor,
      id: WebhookId,
      input: WebhookEdit
    ): Effect.Effect<Webhook, CategoryMissing | ServiceDisabled | WebhookNotFound | StorageError>
    remove(actor: Actor, id: WebhookId): Effect.Effect<void, WebhookNotFound | StorageError>
    /** The old secret stops being sent with the next notification. */
    refreshSecret(actor: Actor, id: WebhookId): Effect.Effect<Secret, WebhookNotFound | StorageError>
    /** The seller disables the integrated service: its enabled webhooks are disabled, and how many is returned. */
    disableService(actor: Actor): Effect.Effect<number, StorageError>
    /** Undoes `disableService`, for the webhooks that it disabled. */
    enableService(actor: Actor): Effect.Effect<number, StorageError>
    /** For the dispatcher: the URL accepted nothing for the whole grace period. */
    disableUnreachable(
      actor: Actor,
      id: WebhookId
    ): Effect.Effect<Webhook, TransitionRefused | WebhookNotFound | StorageError>
  }
>()("@sellerkit/core/webhooks/Webhooks") {
  static readonly layer: Layer.Layer<Webhooks, never, HistoryStore | SecureRandom.SecureRandom | WebhookStore> =
    Layer.effect(
      Webhooks,
      Effect.gen(function* () {
        const store = yield* WebhookStore
        const history = yield* HistoryStore
        const random = yield* SecureRandom.SecureRandom
        const catalog = yield* Catalog
        const quotas = yield* Quotas

        const withRandom = Effect.provideService(SecureRandom.SecureRandom, random)
        const draft = (actor: Actor, action: HistoryAction) => withRandom(draftEntry(actor, action))

        /** Category and service rules that a webhook must meet to be written as the input says. */
        const refusalOf = (
          actor: Actor,
          input: WebhookEdit,
          state: OwnerState
        ): CategoryMissing | ServiceDisabled | undefined => {
          const missing = missingCategories(catalog, input.subscriptions, actor.categories)
          if (missing.length > 0) return new CategoryMissing({ missing })
          return input.enabled && state.serviceDisabled ? new ServiceDisabled() : undefined
        }

        const create = Effect.fn("Webhooks.create")(function* (actor: Actor, input: NewWebhook) {
          const { enabled, ...given } = input
          const now = yield* DateTime.now
          const secret = yield* withRandom(generateSecret)
          const entry = yield* draft(actor, "createWebhook")
          const limit = quotas.webhooksPerOwner
          const webhook = new Webhook({
            ...given,
            id: WebhookId.make(yield* random.uuidV7()),
            owner: actor.owner,
            status: enabled ? "enabled" : "disabled",
            createdAt: now,
            updatedAt: now
          })
          yield* store
            .insert(actor.owner, (state) => {
              const refused =
                refusalOf(actor, input, state) ??
                (state.webhooks >= limit ? new WebhookLimitReached({ limit }) : undefined)
              return refused === undefined
                ? Result.succeed({ webhook, secret, entry: entry.succeeded(webhook.id) })
                : Result.fail(refused)
            })
            .pipe(recordRefusal(history, entry))
          return { webhook, secret }
        })

        const edit = Effect.fn("Webhooks.edit")(function* (actor: Actor, id: WebhookId, input: WebhookEdit) {
          const now = yield* DateTime.now
          const entry = yield* draft(actor, "editWebhook")
          return yield* store
            .change({ owner: actor.owner, id }, (webhook, state) => {
              const refused = refusalOf(actor, input, state)
              if (refused !== undefined) return Result.fail(refused)
              const { name, subscriptions } = input
              const moved = after(webhook, input.enabled ? "enable" : "disable", now)
              const edited = new Webhook({ ...moved, name, subscriptions, updatedAt: now })
              return Result.succeed({ webhook: edited, entry: entry.succeeded(id, id) })
            })
            .pipe(recordRefusal(history, entry, id))
        })

        const remove = Effect.fn("Webhooks.remove")(function* (actor: Actor, id: WebhookId) {
          const entry = yield* draft(actor, "deleteWebhook")
          yield* store
            .remove({ owner: actor.owner, id }, entry.succeeded(id, id))
            .pipe(recordRefusal(history, entry, id))
        })

        const refreshSecret = Effect.fn("Webhooks.refreshSecret")(function* (actor: Actor, id: WebhookId) {
          const now = yield* DateTime.now
          const secret = yield* withRandom(generateSecret)
          const entry = yield* draft(actor, "refreshSecret")
          yield* store
            .change({ owner: actor.owner, id }, (webhook) =>
              Result.succeed({
                webhook: new Webhook({ ...webhook, updatedAt: now }),
                secret,
                entry: entry.succeeded(id, id)
              })
            )
            .pipe(recordRefusal(history, entry, id))
          return secret
        })

        const disableUnreachable = Effect.fn("Webhooks.disableUnreachable")(function* (actor: Actor, id: WebhookId) {
          const now = yield* DateTime.now
          const entry = yield* draft(actor, "disableUnreachable")
          return yield* store.change({ owner: actor.owner, id }, (webhook) =>
            Result.map(transition(webhook.status, "disableUnreachable"), () => ({
              webhook: after(webhook, "disableUnreachable", now),
              entry: entry.succeeded(id, id)
            }))
          )
        })

        const changeService = Effect.fn("Webhooks.changeService")(function* (actor: Actor, disabled: boolean) {
          const action = disabled ? "disableService" : "enableService"
          const now = yield* DateTime.now
          // One entry per webhook, drafted beforehand because the decision must be pure. The quota holds inside every
          // insert, so there cannot be more webhooks by the time of the write.
          const most = Math.max(quotas.webhooksPerOwner, (yield* store.list(actor.owner)).length)
          const drafts = yield* Effect.replicateEffect(draft(actor, action), most)
          const entries = new Map<WebhookId, HistoryDraft>()
          const changed = yield* store.changeService(actor.owner, disabled, (webhook) => {
            const next = after(webhook, action, now)
            if (next === webhook) return Option.none()
            const entry = entries.get(webhook.id) ?? drafts[entries.size]!
            entries.set(webhook.id, entry)
            return Option.some({ webhook: next, entry: entry.succeeded(webhook.id, webhook.id) })
          })
          return changed.length
        })

        return Webhooks.of({
          create,
          list: Effect.fn("Webhooks.list")(function* (owner, order) {
            const webhooks = yield* store.list(owner)
            return { webhooks: sortWebhooks(webhooks, order), limit: quotas.webhooksPerOwner }
          }),
          get: Effect.fn("Webhooks.get")(function* (key) {
            const webhook = yield* store.get(key)
            return Option.isSome(webhook) ? webhook.value : yield* new WebhookNotFound({ id: key.id })
          }),
          edit,
          remove,
          refreshSecret,
          disableService: (actor) => changeService(actor, true),
          enableService: (actor) => changeService(actor, false),
          disableUnreachable
        })
      })
    )
}
