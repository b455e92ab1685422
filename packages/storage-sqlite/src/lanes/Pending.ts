/** What waits in a lane, in the order in which it is sent: part of the write that claims. */
import type { ClaimRequest } from "@sellerkit/core"
import { makeBatchLimit, overdueAfter, testDueAt } from "@sellerkit/core/queue-rules"
import * as Duration from "effect/Duration"
import { boundLimit, rows, type SqliteHost } from "../connection/SqliteHost.ts"
import { recipientState } from "../stored/RecipientState.ts"

// How many events of a lane are read at a time, at most.
const mostAtOnce = 64

interface PendingLane {
  readonly webhook: number
  readonly failures: number
  readonly wait_until: number
  readonly batch_size: number
  /** 0 when surely no pending event has failed before. */
  readonly has_retries: number
}

/** A pending event without its payload: it is decided first which events are sent. */
export interface PendingKey {
  readonly event: number
  readonly attempts: number
  readonly due_at: number
  readonly resent_at: number | null
  readonly bytes: number
}

type Place = Pick<PendingKey, "attempts" | "due_at" | "event">

/** Before every event with so many attempts. */
const startOf = (attempts: number): Place => ({ attempts, due_at: -1, event: -1 })

/** Fewest attempts first, then by when they are due, then oldest. */
const pendingAfter = `select event, attempts, due_at, resent_at, bytes from recipient
  where webhook = ? and state = ${recipientState.pending} and (attempts, due_at, event) > (?, ?, ?)
  order by attempts, due_at, event ${boundLimit}`

const keysAfter = (host: SqliteHost, webhook: number, { attempts, due_at, event }: Place, most: number) =>
  rows<PendingKey>(host, pendingAfter, webhook, attempts, due_at, event, most)

/** An event that was never tried is always due, even when the clock has been set back since. */
const isDue = ({ attempts, due_at }: PendingKey, now: number): boolean => attempts === 0 || due_at <= now

/** Due events from a place on. Where one is not due yet, neither are those behind it with as many attempts. */
function* dueKeys(host: SqliteHost, webhook: number, start: Place, now: number, atOnce: number): Iterable<PendingKey> {
  let place = start
  let found: ReadonlyArray<PendingKey>
  do {
    found = keysAfter(host, webhook, place, atOnce)
    for (const key of found) {
      const due = isDue(key, now)
      place = due ? key : startOf(key.attempts + 1)
      if (!due) break
      yield key
    }
  } while (found.length > 0 && (found.length === atOnce || place.event === -1))
}

/** For each number of attempts, from `least` on: the event that is due first. */
export function* earliestKeys(host: SqliteHost, webhook: number, least: number): Iterable<PendingKey> {
  let [key] = keysAfter(host, webhook, startOf(least), 1)
  while (key !== undefined) {
    yield key
    ;[key] = keysAfter(host, webhook, startOf(key.attempts + 1), 1)
  }
}

/** For each number of failed attempts: the event that is due first. */
const earliestRetries = (host: SqliteHost, { has_retries, webhook }: PendingLane): ReadonlyArray<PendingKey> => {
  if (has_retries === 0) return []
  const retries = [...earliestKeys(host, webhook, 1)]
  if (retries.length === 0) host.run("update lane set has_retries = 0 where webhook = ?", webhook)
  return retries
}

/** Where a lane's batch begins: at events that have failed before, when fresh ones have overtaken them for too long. */
const batchStart = (retries: ReadonlyArray<PendingKey>, now: number): Place => {
  const first = retries.reduce((one, other) => (other.due_at < one.due_at ? other : one), retries[0]!)
  const isOverdue = first !== undefined && first.due_at <= now - Duration.toMillis(overdueAfter)
  return startOf(isOverdue ? first.attempts : 0)
}

/** Test events that were never tried: all that is sent of a lane while it pauses. */
const testKeys = (host: SqliteHost, webhook: number, most: number): ReadonlyArray<PendingKey> =>
  keysAfter(host, webhook, startOf(0), most).filter(({ attempts, due_at }) => attempts === 0 && due_at === testDueAt)

type Limits = Pick<ClaimRequest, "bytesPerLane" | "eventsPerLane" | "eventsPerRequest">

/** The events of a lane that are claimed at once. */
export const gather = (
  host: SqliteHost,
  lane: PendingLane,
  { bytesPerLane, eventsPerLane, eventsPerRequest }: Limits,
  now: number
): ReadonlyArray<PendingKey> => {
  const isPaused = lane.wait_until > now
  const retries = isPaused ? [] : earliestRetries(host, lane)
  const isSound = lane.failures === 0 && retries.length === 0
  const mostEvents = isSound ? eventsPerLane : Math.min(lane.batch_size, eventsPerRequest)
  const goesAlong = makeBatchLimit({ events: mostEvents, bytes: bytesPerLane })
  const keys: Array<PendingKey> = []
  // One more than fit shows that the batch is full.
  const atOnce = Math.min(mostEvents + 1, mostAtOnce)
  const due = isPaused
    ? testKeys(host, lane.webhook, atOnce)
    : dueKeys(host, lane.webhook, batchStart(retries, now), now, atOnce)
  for (const key of due) {
    if (!goesAlong(key.attempts, key.bytes)) break
    keys.push(key)
  }
  return keys
}
