/** Claims due lanes and gathers their batches: part of one write, in plain values. */
import type {
  Account,
  Batch,
  ClaimRequest,
  DroppedEvents,
  DropReason,
  SealedSecret,
  WebhookId,
  WebhookStatus
} from "@sellerkit/core"
import { AccountCapacity } from "@sellerkit/core/queue-rules"
import { boundLimit, row, rows, type SqliteHost } from "../connection/SqliteHost.ts"
import { findAccount, type OwnerColumns, toOwner } from "../rows/Owners.ts"
import { recipientState } from "../stored/RecipientState.ts"
import type { CarryingHost } from "./CarriedLanes.ts"
import { writeDownEnded } from "./CarriedRows.ts"
import { hasPending, leaseLanes } from "./Lanes.ts"
import { earliestKeys, gather, type PendingKey } from "./Pending.ts"
import type { WholeEvent } from "../stored/StoredEvent.ts"
import { findWholeEvents } from "../stored/StoredEvents.ts"

// How many events of a lane are dropped per claim.
const dropAtOnce = 1000

/** `lease` in milliseconds. */
export interface PlainClaim extends Omit<ClaimRequest, "lease"> {
  readonly lease: number
  readonly now: number
}

/** Without what only the storage asks for: an event may have thousands of webhooks. */
type ClaimedEvent = Omit<WholeEvent, "account" | "enabled_webhooks" | "webhooks">

export interface PlainPending {
  readonly stored: ClaimedEvent
  /** Of its payload. */
  readonly bytes: number
  readonly attempts: number
  readonly waitingSince: number
}

/** `pausedFor` in milliseconds. */
export interface PlainBatch extends Omit<Batch, "events" | "pausedFor"> {
  readonly pausedFor: number | undefined
  readonly webhook: number
  readonly events: ReadonlyArray<PlainPending>
}

/** A lane that has to be looked at, with its webhook and owner. */
interface DueLane extends OwnerColumns {
  readonly webhook: number
  readonly share_of: number
  readonly fence: number
  readonly failures: number
  readonly wait_until: number
  readonly announced_at: number | null
  readonly has_retries: number
  readonly batch_size: number
  readonly id: string
  readonly url: string
  readonly secret: SealedSecret
  readonly status: WebhookStatus
  readonly held_until: number | null
  readonly deleted_at: number | null
}

/** Lanes of the accounts in `full` are passed over in the index. */
const dueLanes = (host: SqliteHost, now: number, full: ReadonlySet<number>, most: number): ReadonlyArray<DueLane> =>
  rows<DueLane>(
    host,
    `select l.webhook, l.share_of, l.fence, l.failures, l.wait_until, l.announced_at, l.has_retries, l.batch_size,
       w.id, w.url, w.secret, w.status, w.held_until, w.deleted_at, o.service_id, a.seller_id, a.sandbox
     from lane l join webhook w using (webhook) join owner o using (owner) join account a using (account)
     where l.ready_at <= ? and l.share_of not in (select value from json_each(?)) order by l.ready_at ${boundLimit}`,
    now,
    JSON.stringify([...full]),
    most
  )

const accountNumbers = (host: SqliteHost, accounts: ReadonlyArray<Account>): ReadonlySet<number> =>
  new Set(accounts.flatMap((account) => findAccount(host, account) ?? []))

/** When the next lane has to be looked at, except those of accounts that have their share. */
export const nextReady = (host: SqliteHost, full: ReadonlyArray<Account>): number | undefined =>
  row<{ ready_at: number }>(
    host,
    `select ready_at from lane
     where ready_at is not null and share_of not in (select value from json_each(?)) order by ready_at limit 1`,
    JSON.stringify([...accountNumbers(host, full)])
  )?.ready_at

/** Its lease is over, and stays so when the clock is set back. */
const setReady = (host: SqliteHost, webhook: number, readyAt: number | null): void =>
  host.run("update lane set ready_at = ?, lease_until = 0 where webhook = ?", readyAt, webhook)

/** Why what waits in a lane can no longer be sent; undefined where it can. */
const dropReason = ({ deleted_at, held_until, status }: DueLane, now: number): DropReason | undefined => {
  if (deleted_at !== null) return "webhookDeleted"
  return status !== "enabled" && held_until !== null && held_until <= now ? "heldTooLong" : undefined
}

/** Gives how many events it dropped. */
const drop = (host: SqliteHost, { webhook }: DueLane, reason: DropReason, now: number): number => {
  const dropped = rows(
    host,
    `update recipient set state = ${recipientState.dropped}, drop_reason = ? where webhook = ? and (time, event) in
       (select time, event from recipient where webhook = ? and state = ${recipientState.pending} ${boundLimit})
     returning event`,
    reason,
    webhook,
    webhook,
    dropAtOnce
  )
  host.run(`update lane set ready_at = iif(${hasPending}, ?, null) where webhook = ?`, now, webhook)
  return dropped.length
}

/** Nothing can be sent now: sets when the lane has to be looked at again. */
const scheduleLane = (host: SqliteHost, { held_until, status, wait_until, webhook }: DueLane): void => {
  const times = [...earliestKeys(host, webhook, 0)].map(({ due_at }) => due_at)
  if (times.length === 0) return setReady(host, webhook, null)
  setReady(host, webhook, status === "enabled" ? Math.max(wait_until, Math.min(...times)) : held_until)
}

/** A batch whose events have not been read yet. */
interface ClaimedLane {
  readonly batch: Omit<PlainBatch, "events">
  readonly keys: ReadonlyArray<PendingKey>
}

/** The batch of a lane that is about to be leased. */
const batchOf = (lane: DueLane, now: number): ClaimedLane["batch"] => {
  return {
    webhook: lane.webhook,
    lease: { owner: toOwner(lane), webhookId: lane.id as WebhookId, fence: lane.fence + 1 },
    url: lane.url,
    secret: lane.secret,
    failures: lane.failures,
    announced: lane.announced_at !== null,
    batchSize: lane.batch_size,
    claimedAt: now,
    pausedFor: lane.wait_until > now ? lane.wait_until - now : undefined
  }
}

const claimLane = (host: SqliteHost, lane: DueLane, request: PlainClaim): ClaimedLane | DroppedEvents | undefined => {
  const { now } = request
  const reason = dropReason(lane, now)
  if (reason !== undefined) return { reason, events: drop(host, lane, reason, now) }
  const keys = lane.status === "enabled" ? gather(host, lane, request, now) : []
  if (keys.length > 0) return { batch: batchOf(lane, now), keys }
  scheduleLane(host, lane)
  return undefined
}

const pendingOf = ({ attempts, bytes, resent_at }: PendingKey, stored: WholeEvent): PlainPending => {
  const { account: _account, enabled_webhooks: _enabled, webhooks: _webhooks, ...claimed } = stored
  return { stored: claimed, bytes, attempts, waitingSince: resent_at ?? stored.accepted_at }
}

/** Reads the events of all batches at once. */
const withEvents = (host: SqliteHost, claimed: ReadonlyArray<ClaimedLane>): ReadonlyArray<PlainBatch> => {
  const wanted = new Set(claimed.flatMap(({ keys }) => keys.map(({ event }) => event)))
  const found = findWholeEvents(host, [...wanted])
  return claimed.map(({ batch, keys }) => ({
    ...batch,
    events: keys.map((key) => pendingOf(key, found.get(key.event)!))
  }))
}

/** What a claim may still take. */
interface Remaining {
  lanes: number
  events: number
  bytes: number
}

const isAnyLeft = ({ bytes, events, lanes }: Remaining): boolean => lanes > 0 && events > 0 && bytes > 0

export interface Claimed {
  readonly batches: ReadonlyArray<PlainBatch>
  /** What was dropped on the way. */
  readonly dropped: ReadonlyArray<DroppedEvents>
}

export const claimLanes = (host: CarryingHost, request: PlainClaim): Claimed => {
  const { lease, now } = request
  host.carried.isOwned = true
  writeDownEnded(host, now)
  const capacity = new AccountCapacity(request.lanesPerAccount, request.inFlight)
  const full = new Set(accountNumbers(host, capacity.full))
  const claimed: Array<ClaimedLane> = []
  const dropped: Array<DroppedEvents> = []
  const remaining: Remaining = { lanes: request.lanes, events: request.events, bytes: request.bytes }
  let passedOver: boolean
  do {
    passedOver = false
    const earlier = claimed.length
    for (const lane of dueLanes(host, now, full, remaining.lanes)) {
      if (full.has(lane.share_of)) {
        passedOver = true
        continue
      }
      if (!isAnyLeft(remaining)) break
      remaining.lanes -= 1
      const taken = claimLane(host, lane, request)
      if (taken === undefined) continue
      if ("reason" in taken) {
        dropped.push(taken)
        continue
      }
      claimed.push(taken)
      remaining.events -= taken.keys.length
      remaining.bytes -= taken.keys.reduce((sum, { bytes }) => sum + bytes, 0)
      capacity.add(taken.batch.lease.owner)
      if (capacity.isFull(taken.batch.lease.owner)) full.add(lane.share_of)
    }
    leaseLanes(
      host,
      claimed.slice(earlier).map(({ batch }) => batch.webhook),
      now + lease
    )
    // There may be other lanes behind those of accounts that became full meanwhile.
  } while (passedOver && isAnyLeft(remaining))
  return { batches: withEvents(host, claimed), dropped }
}
