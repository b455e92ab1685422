/** The webhooks of an owner: create, list, get, edit, delete, refresh the secret, disable (Seller Webhooks Service). */
import { Context, DateTime, Effect, Layer, Option, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Owner } from "../access/Account.ts"
import type { Actor } from "../access/Actor.ts"
import { Catalog, type EventCatalog } from "../catalog/Catalog.ts"
import { draftEntry } from "../history/HistoryDraft.ts"
import type { HistoryAction } from "../history/HistoryEntry.ts"
import { recordRefusal } from "../history/recordRefusal.ts"
import { Quotas } from "../limits/Quotas.ts"
import { Records } from "../records/Records.ts"
import type { StorageError } from "../storage/StorageError.ts"
import type { OperationalEvent } from "./OperationalEvent.ts"
import { generateSecret, type Secret } from "./Secret.ts"
import { SecretVault } from "./SecretVault.ts"
import { missingCategories, type Subscription } from "./Subscription.ts"
import { applyAction } from "./applyAction.ts"
import { Webhook, WebhookId, type WebhookKey } from "./Webhook.ts"
import { CategoryMissing, ServiceDisabled, WebhookLimitReached, WebhookNotFound } from "./WebhookErrors.ts"
import { sortWebhooks, type WebhookOrder } from "./WebhookOrder.ts"
import type { TransitionRefused } from "./WebhookState.ts"
import { type OwnerState, WebhookStore } from "./WebhookStore.ts"

/** The fields that an edit sets, all of them each time (Seller Webhooks Service, Endpoints, Edit webhook). */
export interface WebhookEdit {
  readonly enabled: boolean
  readonly name: string
  readonly subscriptions: ReadonlyArray<Subscription>
}

export interface NewWebhook extends WebhookEdit {
  readonly url: string
}

type DisableReason = NonNullable<OperationalEvent["reason"]>

const disableActions = { unreachable: "disableUnreachable", gone: "disableGone" } as const satisfies Record<
  DisableReason,
  HistoryAction
>

const requirements = Effect.gen(function* () {
  const random = yield* SecureRandom.SecureRandom
  const withRandom = Effect.provideService(SecureRandom.SecureRandom, random)
  return {
    catalog: yield* Catalog,
    quotas: yield* Quotas,
    records: yield* Records,
    store: yield* WebhookStore,
    vault: yield* SecretVault,
    newId: Effect.map(random.uuidV7(), (id) => WebhookId.make(id)),
    newSecret: withRandom(generateSecret),
    draft: (actor: Actor, action: HistoryAction) => withRandom(draftEntry(actor, action))
  }
})

type Requirements = Effect.Success<typeof requirements>

/** Category and service rules that a webhook must meet to be written as the input says. */
const refusalOf = (
  catalog: EventCatalog,
  actor: Actor,
  input: WebhookEdit,
  state: OwnerState
): CategoryMissing | ServiceDisabled | undefined => {
  const missing = missingCategories(catalog, input.subscriptions, actor.categories)
  if (missing.length > 0) return new CategoryMissing({ missing })
  return input.enabled && state.serviceDisabled ? new ServiceDisabled() : undefined
}

const create = ({ catalog, draft, newId, newSecret, quotas, records, store, vault }: Requirements) =>
  Effect.fnUntraced(function* (actor: Actor, input: NewWebhook) {
    const { enabled, ...given } = input
    const now = yield* DateTime.now
    const secret = yield* newSecret
    const entry = yield* draft(actor, "createWebhook")
    const limit = quotas.webhooksPerOwner
    const webhook = new Webhook({
      ...given,
      id: yield* newId,
      owner: actor.owner,
      status: enabled ? "enabled" : "disabled",
      createdAt: now,
      updatedAt: now
    })
    const sealed = yield* vault.seal(secret, webhook)
    yield* store
      .insert(actor.owner, (state) => {
        const refused =
          refusalOf(catalog, actor, input, state) ??
          (state.webhooks >= limit ? new WebhookLimitReached({ limit }) : undefined)
        return refused === undefined
          ? Result.succeed({ webhook, secret: sealed, entry: entry.succeeded(webhook.id) })
          : Result.fail(refused)
      })
      .pipe(recordRefusal(records, entry))
    return { webhook, secret }
  })

const edit = ({ catalog, draft, records, store }: Requirements) =>
  Effect.fnUntraced(function* (actor: Actor, id: WebhookId, input: WebhookEdit) {
    const now = yield* DateTime.now
    const entry = yield* draft(actor, "editWebhook")
    return yield* store
      .change({ owner: actor.owner, id }, (webhook, state) => {
        const refused = refusalOf(catalog, actor, input, state)
        if (refused !== undefined) return Result.fail(refused)
        const { name, subscriptions } = input
        // A webhook that already is what the edit says stays so.
        const moved = Result.getOrElse(applyAction(webhook, input.enabled ? "enable" : "disable", now), () => webhook)
        const edited = new Webhook({ ...moved, name, subscriptions, updatedAt: now })
        return Result.succeed({ webhook: edited, entry: entry.succeeded(id, id) })
      })
      .pipe(recordRefusal(records, entry, id))
  })

const remove = ({ draft, records, store }: Requirements) =>
  Effect.fnUntraced(function* (actor: Actor, id: WebhookId) {
    const entry = yield* draft(actor, "deleteWebhook")
    yield* store.remove({ owner: actor.owner, id }, entry.succeeded(id, id)).pipe(recordRefusal(records, entry, id))
  })

const refreshSecret = ({ draft, newSecret, records, store, vault }: Requirements) =>
  Effect.fnUntraced(function* (actor: Actor, id: WebhookId) {
    const now = yield* DateTime.now
    const secret = yield* newSecret
    const sealed = yield* vault.seal(secret, { owner: actor.owner, id })
    const entry = yield* draft(actor, "refreshSecret")
    yield* store
      .change({ owner: actor.owner, id }, (webhook) => {
        const refreshed = new Webhook({ ...webhook, updatedAt: now })
        return Result.succeed({ webhook: refreshed, secret: sealed, entry: entry.succeeded(id, id) })
      })
      .pipe(recordRefusal(records, entry, id))
    return secret
  })

const disableFailing = ({ draft, store }: Requirements) =>
  Effect.fnUntraced(function* (actor: Actor, event: OperationalEvent & { reason: DisableReason }) {
    const { reason, time, webhookId: id } = event
    const action = disableActions[reason]
    const entry = yield* draft(actor, action)
    return yield* store.change({ owner: actor.owner, id }, (found) =>
      Result.map(applyAction(found, action, time), (webhook) => ({ webhook, entry: entry.succeeded(id, id), event }))
    )
  })

const changeService = ({ draft, store }: Requirements, action: "disableService" | "enableService") =>
  Effect.fnUntraced(function* (actor: Actor) {
    const now = yield* DateTime.now
    const entry = yield* draft(actor, action)
    const changed = yield* store.changeService(actor.owner, action === "disableService", (found, number) =>
      Result.getSuccess(
        Result.map(applyAction(found, action, now), (webhook) => ({
          webhook,
          entry: entry.numbered(number).succeeded(found.id, found.id)
        }))
      )
    )
    return changed.length
  })

const list = ({ quotas, store }: Requirements) =>
  Effect.fnUntraced(function* (owner: Owner, order: WebhookOrder) {
    const webhooks = yield* store.list(owner)
    return { webhooks: sortWebhooks(webhooks, order), limit: quotas.webhooksPerOwner }
  })

const get =
  ({ store }: Requirements) =>
  (key: WebhookKey) =>
    Effect.flatMap(
      store.get(key),
      Option.match({
        onNone: () => Effect.fail(new WebhookNotFound({ id: key.id })),
        onSome: (webhook) => Effect.succeed(webhook)
      })
    )

export class Webhooks extends Context.Service<
  Webhooks,
  {
    /**
     * Takes a new webhook; the secret is shown here and by `refreshSecret` only. Fails when the actor lacks the category
     * of a subscription (Authentication, rule 2), when the webhook is to be enabled while the seller has the service
     * disabled, and when the owner has as many webhooks as it may.
     */
    create(
      actor: Actor,
      input: NewWebhook
    ): Effect.Effect<
      { readonly webhook: Webhook; readonly secret: Secret },
      CategoryMissing | ServiceDisabled | WebhookLimitReached | StorageError
    >
    /** All of the owner's webhooks, and how many it may have. */
    list(
      owner: Owner,
      order: WebhookOrder
    ): Effect.Effect<{ readonly webhooks: ReadonlyArray<Webhook>; readonly limit: number }, StorageError>
    /** Another owner's webhook is not found, as if it did not exist. */
    get(key: WebhookKey): Effect.Effect<Webhook, WebhookNotFound | StorageError>
    /**
     * Sets all of the editable fields (Endpoints, Edit webhook). Refuses what `create` refuses, and keeps what is pending
     * for the holding period when the webhook stops being enabled.
     */
    edit(
      actor: Actor,
      id: WebhookId,
      input: WebhookEdit
    ): Effect.Effect<Webhook, CategoryMissing | ServiceDisabled | WebhookNotFound | StorageError>
    /** Drops what is pending; the history stays. */
    remove(actor: Actor, id: WebhookId): Effect.Effect<void, WebhookNotFound | StorageError>
    /** The old secret stops being sent with the next notification. */
    refreshSecret(actor: Actor, id: WebhookId): Effect.Effect<Secret, WebhookNotFound | StorageError>
    /** The seller disables the integrated service: its enabled webhooks are disabled. Gives how many. */
    disableService(actor: Actor): Effect.Effect<number, StorageError>
    /** Undoes `disableService`, for the webhooks that it disabled. */
    enableService(actor: Actor): Effect.Effect<number, StorageError>
    /** For the dispatcher: the URL accepted nothing for the whole grace period, or is gone. `event` tells the operator. */
    disableFailing(
      actor: Actor,
      event: OperationalEvent & { readonly reason: DisableReason }
    ): Effect.Effect<Webhook, TransitionRefused | WebhookNotFound | StorageError>
  }
>()("@sellerkit/core/webhooks/Webhooks") {
  static readonly layer: Layer.Layer<
    Webhooks,
    never,
    Records | SecretVault | SecureRandom.SecureRandom | WebhookStore
  > = Layer.effect(
    Webhooks,
    Effect.map(requirements, (given) =>
      Webhooks.of({
        create: create(given),
        list: list(given),
        get: get(given),
        edit: edit(given),
        remove: remove(given),
        refreshSecret: refreshSecret(given),
        disableService: changeService(given, "disableService"),
        enableService: changeService(given, "enableService"),
        disableFailing: disableFailing(given)
      })
    )
  )
}
