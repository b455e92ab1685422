/**
 * Port: webhooks and their secrets, which come sealed and are nothing but texts to a driver. Every write is atomic and
 * carries the history entry that describes it.
 *
 * `decide` functions are pure and may be called more than once: a driver calls them on the row it has locked, and again
 * when its transaction has to be repeated. A failure they return leaves everything as it was.
 */
import { Context, type Effect, type Option, type Result } from "effect"
import type { Account, Owner } from "../access/Account.ts"
import type { StoredRecord } from "../records/Collection.ts"
import type { StorageError } from "../storage/StorageError.ts"
import type { OperationalEvent } from "./OperationalEvent.ts"
import type { SealedSecret } from "./SealedSecret.ts"
import type { Webhook, WebhookId, WebhookKey } from "./Webhook.ts"
import type { WebhookNotFound } from "./WebhookErrors.ts"

/** What a decision about an owner's webhooks may rest on, read in the same write. */
export interface OwnerState {
  readonly webhooks: number
  readonly serviceDisabled: boolean
}

/** A webhook to be written, with the entry of the change history that says so (`historyEntries`). */
export interface WebhookWrite {
  readonly webhook: Webhook
  /** Absent: the secret stays as it is. */
  readonly secret?: SealedSecret
  readonly entry: StoredRecord
  /** The operational event about it, written to `operationsAccount` as an event (`operationalNewEvent`). */
  readonly event?: OperationalEvent
}

/** A webhook's secret, as it is stored. */
export interface StoredSecret {
  readonly key: WebhookKey
  readonly secret: SealedSecret
}

export class WebhookStore extends Context.Service<
  WebhookStore,
  {
    insert<E>(
      owner: Owner,
      decide: (state: OwnerState) => Result.Result<WebhookWrite & { readonly secret: SealedSecret }, E>
    ): Effect.Effect<Webhook, E | StorageError>

    /**
     * When the webhook stops being enabled, its pending events are held until `heldUntil`; when it is enabled again,
     * its lane forgets its failures and is due at once.
     */
    change<E>(
      key: WebhookKey,
      decide: (webhook: Webhook, state: OwnerState) => Result.Result<WebhookWrite, E>
    ): Effect.Effect<Webhook, E | WebhookNotFound | StorageError>

    /** Pending events of the webhook are dropped; its history stays. */
    remove(key: WebhookKey, entry: StoredRecord): Effect.Effect<void, WebhookNotFound | StorageError>

    /**
     * Marks the service as disabled or enabled, and changes those of its webhooks that `decide` has a write for. `number`
     * counts the webhooks that are decided on, from zero.
     */
    changeService(
      owner: Owner,
      disabled: boolean,
      decide: (webhook: Webhook, number: number) => Option.Option<WebhookWrite>
    ): Effect.Effect<ReadonlyArray<Webhook>, StorageError>

    get(key: WebhookKey): Effect.Effect<Option.Option<Webhook>, StorageError>
    /** A webhook of the account, no matter who owns it. */
    find(account: Account, id: WebhookId): Effect.Effect<Option.Option<Webhook>, StorageError>
    /** In no particular order. */
    list(owner: Owner): Effect.Effect<ReadonlyArray<Webhook>, StorageError>
    /** The webhooks of all of the account's owners, in no particular order. */
    listAll(account: Account): Effect.Effect<ReadonlyArray<Webhook>, StorageError>

    /** The webhooks of all accounts, in the order of their ids: those after `after`, at most `most`. */
    everywhere(after: WebhookId | undefined, most: number): Effect.Effect<ReadonlyArray<Webhook>, StorageError>

    /** The secret of a webhook, sealed. */
    secret(key: WebhookKey): Effect.Effect<Option.Option<SealedSecret>, StorageError>
    /** The secrets of all webhooks, in the order of the webhooks' ids: those after `after`, at most `most`. */
    secrets(after: WebhookId | undefined, most: number): Effect.Effect<ReadonlyArray<StoredSecret>, StorageError>
    /**
     * Stores the same secret, sealed again, where it is unchanged since it was read; otherwise gives false. Nothing changes for
     * its owner, so that there is no entry.
     */
    replaceSecret(read: StoredSecret, secret: SealedSecret): Effect.Effect<boolean, StorageError>
  }
>()("@sellerkit/core/webhooks/WebhookStore") {}
