/** Where events stand in the order of time: at each of their webhooks, as recipients and in runs. */
import type { SqliteHost } from "../connection/SqliteHost.ts"
import type { RecordRange } from "../rows/RecordRanges.ts"
import { isWithin, type Place, type TimeRange } from "../rows/TimeRange.ts"
import { deliveredAfter, deliveredBefore } from "./DeliveredRuns.ts"
import { findEvent } from "./StoredEvents.ts"

/** `sequence` is the event's number. `bytes`: of its payload. */
export interface EventPlace extends Place {
  readonly sequence: number
  readonly bytes: number
}

/** Runs are of one webhook each, and never of those whose records are gathered. */
function* inRuns(host: SqliteHost, { column, value }: RecordRange, range: TimeRange): Generator<EventPlace, undefined> {
  if (column !== "webhook") return undefined
  const { direction, start } = range
  const place = { time: start.time, event: Number(start.sequence) }
  const found = direction === "older" ? deliveredBefore(host, value, place) : deliveredAfter(host, value, place)
  for (const { bytes, event, time } of found) {
    if (!isWithin(range, time)) return undefined
    yield { time, sequence: event, bytes }
  }
  return undefined
}

export const eventPlaces = {
  sequence: "event",
  from: "recipient",
  columns: ", bytes",
  otherSource: inRuns,
  placeOf: (host: SqliteHost, id: string): number | undefined => findEvent(host, id)?.event
} as const
