/** Claims due lanes and gathers their batches: part of one write. */
import {
  type Account,
  AccountShares,
  type Batch,
  type ClaimRequest,
  type DropReason,
  type PendingEvent,
  type SellerId,
  type ServiceId,
  type WebhookId,
  type WebhookStatus
} from "@sellerkit/core"
import { Duration, Redacted } from "effect"
import { hasPending } from "./Lanes.ts"
import { findAccount } from "./Owners.ts"
import { recipientState } from "./RecipientState.ts"
import { eventColumns, type EventRow, toEvent } from "./Rows.ts"
import { row, rows, type SqliteHost } from "./SqliteHost.ts"

// How many events of a lane are dropped per claim, and how many are read at a time.
const dropAtOnce = 1000
const readAtOnce = 64

/** A lane that has to be looked at, with its webhook and owner. */
interface DueLane {
  readonly webhook: number
  readonly share_of: number
  readonly fence: number
  readonly failures: number
  readonly batch_size: number
  readonly id: string
  readonly url: string
  readonly secret: string
  readonly status: WebhookStatus
  readonly held_until: number | null
  readonly deleted_at: number | null
  readonly service_id: string
  readonly seller_id: string
  readonly sandbox: number
}

/** Lanes of the accounts in `full` are passed over in the index. */
const dueLanes = (host: SqliteHost, now: number, full: ReadonlySet<number>, most: number): ReadonlyArray<DueLane> =>
  rows<DueLane>(
    host,
    `select l.webhook, l.share_of, l.fence, l.failures, l.batch_size,
       w.id, w.url, w.secret, w.status, w.held_until, w.deleted_at, o.service_id, a.seller_id, a.sandbox
     from lane l join webhook w using (webhook) join owner o using (owner) join account a using (account)
     where l.ready_at <= ? and l.share_of not in (select value from json_each(?)) order by l.ready_at limit ?`,
    now,
    JSON.stringify([...full]),
    most
  )

const accountNumbers = (host: SqliteHost, accounts: ReadonlyArray<Account>): ReadonlySet<number> =>
  new Set(accounts.flatMap((account) => findAccount(host, account) ?? []))

/** When a lane has to be looked at next, other than those of accounts that have their share. */
export const nextReady = (host: SqliteHost, full: ReadonlyArray<Account>): number | undefined =>
  row<{ ready_at: number }>(
    host,
    `select ready_at from lane
     where ready_at is not null and share_of not in (select value from json_each(?)) order by ready_at limit 1`,
    JSON.stringify([...accountNumbers(host, full)])
  )?.ready_at

const setReady = (host: SqliteHost, webhook: number, readyAt: number | null): void =>
  host.run("update lane set ready_at = ? where webhook = ?", readyAt, webhook)

/** Why what waits can no longer be sent, when that is so. */
const dropReason = ({ deleted_at, held_until, status }: DueLane, now: number): DropReason | undefined => {
  if (deleted_at !== null) return "webhookDeleted"
  return status !== "enabled" && held_until !== null && held_until <= now ? "heldTooLong" : undefined
}

const drop = (host: SqliteHost, { webhook }: DueLane, reason: DropReason, now: number): void => {
  host.run(
    `update recipient set state = ${recipientState.dropped}, drop_reason = ?1 where webhook = ?2 and (time, event) in
       (select time, event from recipient where webhook = ?2 and state = ${recipientState.pending} limit ?3)`,
    reason,
    webhook,
    dropAtOnce
  )
  setReady(host, webhook, hasPending(host, webhook) ? now : null)
}

type PendingRow = EventRow & { readonly event: number; readonly attempts: number; readonly bytes: number }

/** Fewest attempts first, then oldest, beyond the last one read. */
const readPending = (host: SqliteHost, webhook: number, now: number, last: PendingRow | undefined, most: number) =>
  rows<PendingRow>(
    host,
    `select r.event, r.attempts, octet_length(e.payload) as bytes, ${eventColumns} from recipient r join event e on e.event = r.event
     where r.webhook = ? and r.state = ${recipientState.pending} and (r.attempts, r.event) > (?, ?) and r.due_at <= ?
     order by r.attempts, r.event limit ?`,
    webhook,
    last?.attempts ?? -1,
    last?.event ?? -1,
    now,
    most
  )

const gather = (host: SqliteHost, webhook: number, most: number, mostBytes: number, now: number) => {
  const events: Array<PendingEvent> = []
  let bytes = 0
  let last: PendingRow | undefined
  while (events.length < most) {
    const wanted = Math.min(readAtOnce, most - events.length)
    const found = readPending(host, webhook, now, last, wanted)
    for (const pending of found) {
      bytes += pending.bytes
      if (events.length > 0 && bytes > mostBytes) return events
      events.push({ event: toEvent(pending), attempts: pending.attempts })
    }
    last = found.at(-1)
    if (found.length < wanted) return events
  }
  return events
}

/** Nothing can be sent now: when the lane has to be looked at again. */
const scheduleLane = (host: SqliteHost, { held_until, status, webhook }: DueLane): void => {
  const sql = `select min(due_at) as due from recipient where webhook = ? and state = ${recipientState.pending}`
  const due = row<{ due: number | null }>(host, sql, webhook)?.due ?? null
  setReady(host, webhook, due !== null && status !== "enabled" ? held_until : due)
}

const claimLane = (host: SqliteHost, lane: DueLane, request: ClaimRequest, now: number): Batch | undefined => {
  const reason = dropReason(lane, now)
  if (reason !== undefined) {
    drop(host, lane, reason, now)
    return undefined
  }
  const most = Math.min(lane.batch_size, request.eventsPerLane)
  const events = lane.status === "enabled" ? gather(host, lane.webhook, most, request.bytesPerLane, now) : []
  if (events.length === 0) {
    scheduleLane(host, lane)
    return undefined
  }
  const fence = lane.fence + 1
  const leaseUntil = now + Duration.toMillis(request.lease)
  const sql = "update lane set fence = ?1, lease_until = ?2, ready_at = ?2 where webhook = ?3"
  host.run(sql, fence, leaseUntil, lane.webhook)
  const owner = {
    sellerId: lane.seller_id as SellerId,
    sandbox: lane.sandbox === 1,
    serviceId: lane.service_id === "" ? null : (lane.service_id as ServiceId)
  }
  return {
    lease: { owner, webhookId: lane.id as WebhookId, fence },
    url: lane.url,
    secret: Redacted.make(lane.secret, { label: "webhook secret" }),
    events,
    failures: lane.failures,
    batchSize: lane.batch_size,
    claimedAt: now
  }
}

export const claimLanes = (host: SqliteHost, request: ClaimRequest, now: number): ReadonlyArray<Batch> => {
  const shares = new AccountShares(request.lanesPerAccount, request.inFlight)
  const full = new Set(accountNumbers(host, shares.full))
  const batches: Array<Batch> = []
  let room = request.lanes
  let passedOver: boolean
  do {
    passedOver = false
    for (const lane of dueLanes(host, now, full, room)) {
      if (full.has(lane.share_of)) {
        passedOver = true
        continue
      }
      room -= 1
      const batch = claimLane(host, lane, request, now)
      if (batch === undefined) continue
      batches.push(batch)
      shares.add(batch.lease.owner)
      if (shares.isFull(batch.lease.owner)) full.add(lane.share_of)
    }
    // Behind the lanes of accounts that became full meanwhile there may be others.
  } while (passedOver && room > 0)
  return batches
}
