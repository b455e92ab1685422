/** Port: the record of every attempt. Attempts are written by `DeliveryQueue.settle`. */
import { Context, type DateTime, type Effect, type Option } from "effect"
import type { Account, Owner, Viewer } from "../../access/Account.ts"
import type { EventId } from "../../catalog/NewEvent.ts"
import type { TimePageRequest } from "../../pagination/TimePage.ts"
import type { StorageError } from "../../storage/StorageError.ts"
import type { WebhookId } from "../../webhooks/Webhook.ts"
import type { Delivery, DeliveryId } from "./Delivery.ts"

/** Which of an owner's deliveries: all of them, or those of one webhook. */
export interface DeliveryFilter {
  readonly webhookId?: WebhookId
}

/** Which of an account's deliveries, also by how they ended. */
export interface AccountDeliveryFilter extends DeliveryFilter {
  readonly success?: boolean
}

/** The attempts to deliver to a webhook within an hour of UTC. */
export interface HourOfDeliveries {
  /** When the hour begins. */
  readonly hour: DateTime.Utc
  readonly succeeded: number
  readonly failed: number
}

export class DeliveryLog extends Context.Service<
  DeliveryLog,
  {
    get(owner: Owner, id: DeliveryId): Effect.Effect<Option.Option<Delivery>, StorageError>
    /** A delivery to one of the account's webhooks, no matter who owns it. */
    inAccount(account: Account, id: DeliveryId): Effect.Effect<Option.Option<Delivery>, StorageError>
    /** In the order of travel, one more than the limit when there are more. */
    find(
      owner: Owner,
      filter: DeliveryFilter,
      request: TimePageRequest
    ): Effect.Effect<ReadonlyArray<Delivery>, StorageError>
    /** As `find`, to the webhooks that somebody sees. */
    findInAccount(
      viewer: Viewer,
      filter: AccountDeliveryFilter,
      request: TimePageRequest
    ): Effect.Effect<ReadonlyArray<Delivery>, StorageError>
    /** Attempts to deliver the event to the owner's webhooks, oldest first. */
    ofEvent(owner: Owner, id: EventId): Effect.Effect<ReadonlyArray<Delivery>, StorageError>
    /** As `ofEvent`, to the webhooks of all of the account's owners. */
    ofEventInAccount(account: Account, id: EventId): Effect.Effect<ReadonlyArray<Delivery>, StorageError>
    /**
     * How many attempts to deliver to a webhook of the account there were, from `from` to before `to` (milliseconds), by hours, the
     * first hour first. Hours without an attempt are left out.
     */
    hours(
      account: Account,
      webhookId: WebhookId,
      from: number,
      to: number
    ): Effect.Effect<ReadonlyArray<HourOfDeliveries>, StorageError>
  }
>()("@sellerkit/core/delivery/DeliveryLog") {}
