/**
 * Port: what is waiting to be delivered. Each webhook has a lane: its pending events, its failures in a row, and the time
 * before which nothing is sent to it. A lane is leased to one dispatcher at a time, so that one request is in flight.
 *
 * All times are the storage's own clock: outcomes carry waits, not points in time, so that a dispatcher whose clock is
 * wrong does no harm.
 */
import { Context, type DateTime, type Duration, type Effect, type Option, type Scope } from "effect"
import type { Account, Owner } from "../../access/Account.ts"
import type { EventId } from "../../catalog/NewEvent.ts"
import type { Event } from "../../events/Event.ts"
import type { StorageError } from "../../storage/StorageError.ts"
import type { OperationalEvent } from "../../webhooks/OperationalEvent.ts"
import type { SealedSecret } from "../../webhooks/SealedSecret.ts"
import type { WebhookId, WebhookKey } from "../../webhooks/Webhook.ts"
import type { AccountLoad } from "./claimRules.ts"
import type { Delivery } from "./Delivery.ts"
import type { EventRecipients } from "./EventFate.ts"

/** The right of one dispatcher to send from a lane. `fence` grows with every lease: what is settled with an old one is too late. */
export interface Lease {
  readonly owner: Owner
  readonly webhookId: WebhookId
  readonly fence: number
}

export interface PendingEvent {
  readonly event: Event
  /** Failed attempts so far. */
  readonly attempts: number
  /** When it was accepted, or was put back to be sent again, in milliseconds. */
  readonly waitingSince: number
  /** The event's `traceparent`. */
  readonly traceparent?: string
}

/** Events of one lane, to be sent in one request, or in several, one after the other. */
export interface Batch {
  readonly lease: Lease
  readonly url: string
  readonly secret: SealedSecret
  readonly events: ReadonlyArray<PendingEvent>
  /** The lane's failures in a row. */
  readonly failures: number
  /** Whether the operator has been told that the webhook fails and will be disabled. */
  readonly announced: boolean
  /** How many events a request of the lane may carry now. */
  readonly batchSize: number
  /** When the batch was claimed, or the request is made, in milliseconds: the time of its delivery record. */
  readonly claimedAt: number
  /** The lane pauses for so long yet: these are test events, which do not wait for its end. Absent: it does not pause. */
  readonly pausedFor?: Duration.Duration
}

export interface ClaimRequest {
  /** At most so many lanes. */
  readonly lanes: number
  /** At most so many lanes of one account, together with those that are in flight already. */
  readonly lanesPerAccount: number
  /** What this dispatcher has in flight; accounts that are not listed have nothing. */
  readonly inFlight: ReadonlyArray<AccountLoad>
  /** Events per lane where nothing has failed, for several requests. */
  readonly eventsPerLane: number
  /** Of any other lane: what one request may carry, which is no more. */
  readonly eventsPerRequest: number
  /** Payload bytes per lane; the first event is taken whatever its size. */
  readonly bytesPerLane: number
  /** Over all lanes: after so many events or payload bytes no further lane is claimed, so that no call takes long. */
  readonly events: number
  readonly bytes: number
  readonly lease: Duration.Duration
}

/** What is about to be stored for an account: how many events, and how many characters they would take in memory (`sizeInMemory`). */
export interface Arriving {
  readonly account: Account
  readonly events: number
  readonly size: number
}

/** What a write that stored events gives to a dispatcher. */
export interface Arrived {
  /** Lanes that were leased. */
  readonly leased: ReadonlyArray<Batch>
  /** Events for lanes that it had: they come after those that it has. */
  readonly joining: ReadonlyArray<{ readonly lease: Lease; readonly events: ReadonlyArray<PendingEvent> }>
}

export const nothingArrived: Arrived = { leased: [], joining: [] }

/** What a dispatcher takes of events that arrive. */
export interface LaneOffer {
  /** Of the idle lanes of each account: at most so many, in the order of what it was asked about. */
  readonly lanes: ReadonlyArray<number>
  /**
   * Lanes of these accounts that it has from an offer before, and to which further events may be given. Those that it gets by offers of
   * `before` come in addition, as soon as these are taken.
   */
  readonly held: ReadonlyArray<Lease>
  /**
   * The numbers of offers before it, of which was not known yet what came of them: lanes that are leased by one of them take these events
   * as well.
   */
  readonly before: ReadonlyArray<number>
  /** Of a lane that is leased now. */
  readonly lease: Duration.Duration
  /** To be called once, before anybody is told that the events were accepted; also when nothing is given. */
  take(arrived: Arrived): Effect.Effect<void>
}

/** A dispatcher that lanes can be leased to without a claim. */
export interface LaneTaker {
  /** What it can take now, when these events arrive; undefined for nothing. `number`: that of the offer. */
  offer(arriving: ReadonlyArray<Arriving>, number: number): Effect.Effect<LaneOffer | undefined>
}

/** What becomes of an event that a request carried. */
export type Verdict =
  | { readonly _tag: "Delivered" }
  | { readonly _tag: "Retry"; readonly wait: Duration.Duration }
  | { readonly _tag: "Dropped" }

/** How one request ended. */
export interface Outcome {
  readonly lease: Lease
  readonly delivery: Delivery
  readonly events: ReadonlyArray<{ readonly id: EventId; readonly verdict: Verdict }>
  /** What the operator is told, written to `operationsAccount` as an event (`operationalNewEvent`). */
  readonly event?: OperationalEvent
  /** The lane from now on. */
  readonly failures: number
  readonly announced: boolean
  readonly batchSize: number
  /** How long nothing is sent to it. */
  readonly wait: Duration.Duration
  /**
   * The dispatcher has more to send of the lane, or may be given more: it stays leased, and as it was. Only of requests that
   * succeeded.
   */
  readonly keepsLease: boolean
  /** Where it stays leased: for how long from now on. Absent: until when it was. */
  readonly renewal?: Duration.Duration
}

/** A lane after its outcome was settled. */
export interface LaneHealth {
  /** Whether it is still leased, as the outcome asked for. */
  readonly isLeased: boolean
  /** How long ago the operator was told that the webhook fails; undefined before. */
  readonly announcedFor: Duration.Duration | undefined
}

/** A lane as the operator sees it. */
export interface LaneState {
  readonly webhookId: WebhookId
  readonly failures: number
  readonly failingSince?: DateTime.Utc
  readonly announcedAt?: DateTime.Utc
  /** Nothing is sent before it. */
  readonly waitUntil?: DateTime.Utc
  /** When the last attempt that succeeded was made. Once attempts are removed, it may be an earlier one. */
  readonly lastSuccessAt?: DateTime.Utc
  /** Pending and held events. */
  readonly waiting: number
}

/** All lanes together. */
export interface Backlog {
  readonly waiting: number
  /** How long the lane that is due the longest has been; zero when none is. */
  readonly overdueFor: Duration.Duration
  /** Lanes with something to send that pause after a failure. */
  readonly backingOff: number
}

export class DeliveryQueue extends Context.Service<
  DeliveryQueue,
  {
    /**
     * Leases due lanes, the longest due first, and gives each lane's batch: pending events that are due, fewest attempts
     * first, then by when they are due, then oldest, as far as `makeBatchLimit` lets them go together. Where an event that
     * has failed before has been due for longer than `overdueAfter`, because fresh ones always went first, the batch is of
     * events with as many attempts as the longest due of them. A lane whose last request has not failed, and in which no
     * event that waits has been tried before, is given for `eventsPerLane`; any other for one request: for as many as the
     * lane's `batchSize` and `eventsPerRequest` allow. A lane whose lease has run out is due again. Lanes of an account that
     * has its share are passed over, and those behind them are given instead.
     *
     * Of a lane that pauses after a failure only test events are given that were never tried, `pausedFor` says so.
     *
     * A clock that is set back holds up neither what was never tried nor a lane that neither waits nor is leased.
     *
     * On the way, what a deleted webhook left and what was held too long is dropped, a bounded part per call. That takes
     * nothing of an account's share, and does not wait for it.
     */
    claim(request: ClaimRequest): Effect.Effect<ReadonlyArray<Batch>, StorageError>

    /**
     * One atomic write for all outcomes: delivery records and their links to events; events leave the queue or get their
     * next time; lanes are released, other than those of `keepsLease`, whose lease may be renewed. The answer has one entry per
     * outcome, in order. An outcome that comes too late, its lane being leased again, adds its delivery record and changes nothing
     * else: its entry is undefined. When the webhook was enabled again meanwhile, its lane keeps nothing of how the request ended. One whose
     * delivery is recorded already, because the answer to the first time was lost, changes nothing.
     *
     * A lane does not stay leased when its webhook was disabled, enabled, deleted or given another secret since the claim:
     * what has been claimed of it is no longer to be sent as it was.
     *
     * Wakes `awaitWork` where `nextDue` may say an earlier time now: something waits in a lane that was released, or the operator
     * was told something. Nobody looks for it otherwise.
     */
    settle(outcomes: ReadonlyArray<Outcome>): Effect.Effect<ReadonlyArray<LaneHealth | undefined>, StorageError>

    /** Gives lanes back unsent; they are due at once. */
    release(leases: ReadonlyArray<Lease>): Effect.Effect<void, StorageError>

    /**
     * Ends the pause of a lane of the account: everything that waits in it is due at once. Failures and attempts stay as they are. Changes
     * nothing where a request is in flight, or the webhook is not enabled or not there.
     */
    endPause(account: Account, webhookId: WebhookId): Effect.Effect<void, StorageError>

    /**
     * How long until `claim` has something to do: zero when a lane is due now, none when nothing waits. Lanes of the
     * accounts in `full` do not count, except for what is to be dropped: they cannot be claimed now, and a dispatcher
     * that was told to look at once would find nothing, again and again.
     */
    nextDue(full: ReadonlyArray<Account>): Effect.Effect<Option.Option<Duration.Duration>, StorageError>

    /** Completes when a lane may have become due earlier than `nextDue` said; once per wake-up. */
    readonly awaitWork: Effect.Effect<void>

    /**
     * From now on, until the scope closes, lanes may be leased to it as events arrive: in the write that accepts them, as far
     * as its capacity allows, and only lanes that are enabled and in which nothing waits or has failed. Their events need no claim, and
     * are sent without waiting for one. While it has such a lane, and nothing else waits in it, further events may be given to it in the
     * same way. All events of a lane that were given and are not settled wait again when the lane is released. A storage for which a claim
     * costs little leases none.
     */
    leaseOnArrival(taker: LaneTaker): Effect.Effect<void, never, Scope.Scope>

    /** The lanes of webhooks, of any accounts, in no particular order. A webhook that is deleted, or was never there, has none. */
    lanes(webhooks: ReadonlyArray<WebhookKey>): Effect.Effect<ReadonlyArray<LaneState>, StorageError>

    readonly backlog: Effect.Effect<Backlog, StorageError>

    /** What became of an account's event at each of its webhooks. */
    fates(account: Account, id: EventId): Effect.Effect<Option.Option<EventRecipients>, StorageError>
  }
>()("@sellerkit/core/delivery/DeliveryQueue") {}
