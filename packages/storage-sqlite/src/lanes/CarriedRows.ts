/**
 * What is carried, written down: as rows that any process understands. That is done before anybody looks at what waits, for what takes
 * another way than to be delivered at once, and by the next process for what the one before it left.
 */
import { row, rows, type SqliteHost } from "../connection/SqliteHost.ts"
import { recipientState } from "../rows/RecipientState.ts"
import type { CarriedEvent, CarriedLane, Carrying, CarryingHost } from "./CarriedLanes.ts"
import { wakeLane } from "./Lanes.ts"

const waiting = `insert into recipient (webhook, time, event, gathered_by, bytes, due_at, state)
  values (?, ?, ?, ?, ?, ?, ${recipientState.pending}) on conflict do nothing`

/** Events that wait at a webhook, and were never tried. */
export const insertWaiting = (
  host: SqliteHost,
  { gatheredBy, webhook }: Pick<CarriedLane, "gatheredBy" | "webhook">,
  events: Iterable<CarriedEvent>
): void => {
  for (const { bytes, dueAt, event, time } of events) {
    host.run(waiting, webhook, time, event, gatheredBy, bytes, dueAt)
  }
}

const lease = `update lane set fence = ?, lease_until = ?, ready_at = ?, last_success_at = coalesce(?, last_success_at)
  where webhook = ?`

/** The lane is leased as before, and its events wait in it. */
export const writeDown = (host: CarryingHost, lane: CarriedLane): void => {
  const { events, fence, lastSuccessAt, leaseUntil, webhook } = lane
  insertWaiting(host, lane, events.values())
  host.run(lease, fence, leaseUntil, events.size === 0 ? null : leaseUntil, lastSuccessAt, webhook)
  host.carried.remove(webhook)
}

const noteLease = "update lane set fence = ?, last_success_at = coalesce(?, last_success_at) where webhook = ?"

/** The rows of lanes that are leased no longer. */
const writeDownLeft = (host: CarryingHost): void => {
  for (const { fence, lastSuccessAt, webhook } of host.carried.left) {
    host.run(noteLease, fence, lastSuccessAt, webhook)
    host.carried.forget(webhook)
  }
}

// our choice: of lanes that are leased no longer, each of which costs a row when all are written down.
const mostLeft = 1024

/** The lease of a lane ended well, and nothing of it is carried: that costs no row, until somebody looks. */
export const leaveLane = (host: CarryingHost, webhook: number): void => {
  host.carried.leave(webhook)
  if (host.carried.left.length >= mostLeft) writeDownLeft(host)
}

/** Before lanes are claimed: those whose leases are over, and those that have none. */
export const writeDownOver = (host: CarryingHost, now: number): void => {
  writeDownLeft(host)
  for (const lane of host.carried.all) if (lane.leaseUntil <= now) writeDown(host, lane)
}

export const writeDownAll = (host: CarryingHost): void => {
  writeDownLeft(host)
  for (const lane of host.carried.all) writeDown(host, lane)
}

/** As a write by itself. Gives what is carried after it. */
export const showCarried = (host: CarryingHost): Carrying => {
  writeDownAll(host)
  return host.carried.carrying
}

// our choice: the next process looks at so many events in vain, and each so many cost a row.
const eventsPerMark = 128

/** An event is carried, the last one so far: notes from time to time how far back the next process has to look. */
export const noteCarried = (host: CarryingHost, last: number): void => {
  const { carried } = host
  carried.from ??= row<{ event: number }>(host, "select event from carried_from")!.event
  if (last - Math.max(carried.from, carried.fromLookedAt) < eventsPerMark) return
  carried.fromLookedAt = last
  const first = carried.firstEvent ?? last
  if (first <= carried.from) return
  host.run("update carried_from set event = ?", first)
  carried.moveFrom(first)
}

/** Events without a recipient at one of their webhooks. Whoever was not enabled has one, which says that it missed the event. */
const missing = `from event e join json_each(e.webhooks) j join webhook w on w.webhook = j.value
  where e.event >= (select event from carried_from) and not exists (
    select 1 from recipient r where r.webhook = w.webhook and r.time = e.time and r.event = e.event)`

const bytesOf = `length(cast(e.payload as blob))
  + (select coalesce(sum(length(cast(p.text as blob))), 0) from payload_part p where p.event = e.event)`

/** The webhooks whose lanes the process before this one had, with events that were not settled. */
export const findLeft = (host: SqliteHost): ReadonlyArray<number> =>
  rows<{ webhook: number }>(host, `select distinct w.webhook ${missing}`).map(({ webhook }) => webhook)

/** They wait from now on. */
export const takeOver = (host: SqliteHost, webhooks: ReadonlyArray<number>, now: number): void => {
  host.run(
    `insert into recipient (webhook, time, event, gathered_by, bytes, due_at, state)
     select w.webhook, e.time, e.event, w.gathered_by, ${bytesOf}, e.accepted_at, ${recipientState.pending} ${missing}`
  )
  for (const webhook of webhooks) wakeLane(host, webhook, now)
}
