/** Port: events, and who receives them. */
import { Context, type Effect, type Option } from "effect"
import type { Account, Owner, Viewer } from "../access/Account.ts"
import type { EventId, NewEvent } from "../catalog/NewEvent.ts"
import type { TimePageRequest } from "../pagination/TimePage.ts"
import type { StoredRecord } from "../records/Collection.ts"
import type { StorageError } from "../storage/StorageError.ts"
import type { WebhookId, WebhookKey } from "../webhooks/Webhook.ts"
import type { WebhookDisabled, WebhookNotFound } from "../webhooks/WebhookErrors.ts"
import type { Event, IdempotencyConflict, PublishedEvent } from "./Event.ts"

/** Which events of an owner or an account: all of them, or those of one webhook. */
export interface EventFilter {
  readonly webhookId?: WebhookId
}

/** An event without its payload, and at how many webhooks it waits (pending or held), has arrived, or was dropped. */
export interface EventSummary extends Omit<Event, "payload"> {
  readonly waiting: number
  readonly delivered: number
  readonly dropped: number
}

export class EventStore extends Context.Service<
  EventStore,
  {
    /**
     * One atomic write for all the events; calls that arrive together share it. The webhooks that are subscribed are found inside
     * the write, and an event without one is not stored (Seller Webhooks Service, What the service does, rule 6). At enabled
     * webhooks it is pending, and their lanes are woken. At the others it is dropped at once (`webhookDisabled`), so that it is
     * in their history, and their lanes stay as they are. Deleted ones do not count.
     *
     * An event of the account may have the key already, as its key or as its id. When scope, type and payload (and time, where
     * given) are the same, the result is that event's. When they differ, the whole call fails.
     */
    append(
      account: Account,
      events: ReadonlyArray<NewEvent>
    ): Effect.Effect<ReadonlyArray<PublishedEvent>, IdempotencyConflict | StorageError>

    /**
     * Test events: for one webhook alone, whatever it is subscribed to, written together with the history entry. Nothing
     * is written for a webhook that is not enabled.
     */
    appendTest(
      key: WebhookKey,
      events: ReadonlyArray<NewEvent>,
      entry: StoredRecord
    ): Effect.Effect<void, WebhookDisabled | WebhookNotFound | StorageError>

    /** An event that goes to one of the owner's webhooks. */
    get(owner: Owner, id: EventId): Effect.Effect<Option.Option<Event>, StorageError>

    /**
     * Events that go to the owner's webhooks, in the order of travel: as many as a page holds (`countToFind`), and one more
     * when there are more.
     */
    find(owner: Owner, filter: EventFilter, request: TimePageRequest): Effect.Effect<ReadonlyArray<Event>, StorageError>

    /**
     * Events that go to webhooks that somebody sees, in the order of travel, one more than the limit when there are more. What became
     * of them is said of these webhooks, or of the one that the filter names.
     */
    findInAccount(
      viewer: Viewer,
      filter: EventFilter,
      request: TimePageRequest
    ): Effect.Effect<ReadonlyArray<EventSummary>, StorageError>

    /** The event that has the key, as its key or as its id, and goes to webhooks that somebody sees. */
    withKey(viewer: Viewer, key: string): Effect.Effect<Option.Option<EventSummary>, StorageError>
  }
>()("@sellerkit/core/events/EventStore") {}
