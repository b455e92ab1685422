/**
 * Writes down what is carried, as rows that any process understands: before somebody looks, and when a request fails or a lease ends.
 * Takes over what a process that ended has abandoned.
 */
import { payloadBytes } from "@sellerkit/core/queue-rules"
import { row, rows, type SqliteHost } from "../connection/SqliteHost.ts"
import { type RecipientKey, withRecipients } from "../stored/Recipients.ts"
import { recipientState } from "../stored/RecipientState.ts"
import { eventsFrom, findWholeEvents, nextNumber } from "../stored/StoredEvents.ts"
import { type CarriedEvent, type CarriedLane, type Carrying, type CarryingHost, carryingOf } from "./CarriedLanes.ts"
import { wakeLane } from "./Lanes.ts"
import { applySuccesses } from "./SuccessRows.ts"

const insertPending = `insert into recipient (webhook, time, event, gathered_by, bytes, due_at, state)
  values (?, ?, ?, ?, ?, ?, ${recipientState.pending})`

/** Events that wait at a webhook, and were never tried. */
export const insertWaiting = (
  host: SqliteHost,
  { gatheredBy, webhook }: Pick<CarriedLane, "gatheredBy" | "webhook">,
  events: Iterable<CarriedEvent>
): void => {
  for (const { bytes, dueAt, event, time } of events) {
    host.run(insertPending, webhook, time, event, gatheredBy, bytes, dueAt)
  }
}

const leaseLane = "update lane set fence = ?, lease_until = ?, ready_at = ? where webhook = ?"

/** The lane is leased as before, and its events wait in it. */
export const writeDown = (host: CarryingHost, lane: CarriedLane): void => {
  const { events, fence, leaseUntil, webhook } = lane
  insertWaiting(host, lane, events.values())
  // Also where nothing waits in it: that is how leases of a process that ended are found.
  host.run(leaseLane, fence, leaseUntil, leaseUntil, webhook)
  host.carried.remove(webhook)
}

const noteFence = "update lane set fence = ? where webhook = ?"

/** The rows of lanes that are leased no longer. */
const writeDownSleeping = (host: CarryingHost): void => {
  for (const { fence, webhook } of host.carried.sleeping) {
    host.run(noteFence, fence, webhook)
    host.carried.forget(webhook)
  }
}

// our choice: of lanes that are leased no longer, each of which costs a row when all are written down.
const mostSleeping = 1024

/** The lease of a lane ended well, and nothing of it is carried: that costs no row, until somebody looks. */
export const putToSleep = (host: CarryingHost, webhook: number): void => {
  host.carried.sleep(webhook)
  if (host.carried.sleepingCount >= mostSleeping) writeDownSleeping(host)
}

/**
 * Before lanes are claimed: those whose lease has run out. Fences of lanes that sleep as well, because a claim counts on from the row.
 */
export const writeDownEnded = (host: CarryingHost, now: number): void => {
  writeDownSleeping(host)
  for (const lane of host.carried.all) if (lane.leaseUntil <= now) writeDown(host, lane)
}

export const writeDownAll = (host: CarryingHost): void => {
  writeDownSleeping(host)
  for (const lane of host.carried.all) writeDown(host, lane)
  showSuccesses(host)
}

/** As a write by itself. Gives what is carried after it. */
export const showCarried = (host: CarryingHost): Carrying => {
  writeDownAll(host)
  return carryingOf(host)
}

/** The same, but only of requests that succeeded. What waits is still carried. */
export const showSuccesses = (host: CarryingHost): Carrying => {
  if (host.successes.areAny) {
    applySuccesses(host)
    // What was logged had held the mark back.
    host.carried.markLookedAt = 0
    moveMark(host, nextNumber(host) - 1)
  }
  return carryingOf(host)
}

// our choice: each so many events cost a row. The next process looks at so many in vain, besides those that were logged.
const eventsPerMark = 128

/** Every event with a lower number has all of its recipients. */
export const markAt = (host: SqliteHost): number =>
  row<{ event: number }>(host, "select event from carried_from")!.event

const setMark = (host: SqliteHost, event: number): void => host.run("update carried_from set event = ?", event)

/**
 * The last event so far is `last`: notes now and then from which event on the next process has to look. What is only logged as delivered
 * counts as carried, so that retention lets it be until it is applied.
 */
export const moveMark = (host: CarryingHost, last: number): void => {
  const { carried } = host
  // Events that were left behind are found by the mark.
  if (!carried.isOwned) return
  carried.mark ??= markAt(host)
  if (last - Math.max(carried.mark, carried.markLookedAt) < eventsPerMark) return
  carried.markLookedAt = last
  const first = Math.min(carried.firstEvent ?? last + 1, host.successes.firstEvent ?? last + 1)
  if (first <= carried.mark) return
  setMark(host, first)
  carried.setMark(first)
}

/** An event that was not settled at a webhook. */
interface AbandonedEvent extends RecipientKey {
  readonly gatheredBy: number | null
}

/** What the process before this one left. */
export interface Abandoned {
  readonly events: ReadonlyArray<AbandonedEvent>
  /** Where the mark is moved to, if it is far behind. */
  readonly mark: number | undefined
}

/** What is said neither by a recipient nor by a run. A webhook that was not enabled has a recipient: it missed the event. */
function* missing(host: SqliteHost): Iterable<RecipientKey> {
  for (const { recipients } of withRecipients(host, eventsFrom(host, markAt(host)))) {
    for (const [key, recipient] of recipients) if (recipient === undefined) yield key
  }
}

interface KnownWebhook {
  readonly webhook: number
  readonly gathered_by: number | null
}

export const findAbandoned = (host: SqliteHost): Abandoned => {
  const left = [...missing(host)]
  const known = rows<KnownWebhook>(
    host,
    "select w.webhook, w.gathered_by from json_each(?) j join webhook w on w.webhook = j.value",
    JSON.stringify([...new Set(left.map(({ webhook }) => webhook))])
  )
  const gatheredBy = new Map(known.map((one) => [one.webhook, one.gathered_by]))
  // A webhook that was removed has left nothing.
  const events = left.flatMap((one): ReadonlyArray<AbandonedEvent> => {
    const gathered = gatheredBy.get(one.webhook)
    return gathered === undefined ? [] : [{ ...one, gatheredBy: gathered }]
  })
  const next = nextNumber(host)
  return { events, mark: next - markAt(host) < eventsPerMark ? undefined : next }
}

// our choice: how many of them are looked at together, with their payloads.
const recipientsAtOnce = 1024

/** Its events wait from now on. Nothing is carried meanwhile. */
export const takeOver = (host: SqliteHost, { events, mark }: Abandoned, now: number): void => {
  for (let start = 0; start < events.length; start += recipientsAtOnce) {
    const some = events.slice(start, start + recipientsAtOnce)
    const stored = findWholeEvents(host, [...new Set(some.map(({ event }) => event))])
    for (const one of some) {
      const whole = stored.get(one.event)!
      insertWaiting(host, one, [{ ...one, bytes: payloadBytes(whole), dueAt: whole.accepted_at }])
    }
  }
  for (const webhook of new Set(events.map((one) => one.webhook))) wakeLane(host, webhook, now)
  if (mark !== undefined) setMark(host, mark)
}
