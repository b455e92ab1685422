/** Which rows a page is of, where rows are ordered by time and then by insertion. */
import { afterAll, beforeAll, type TimePageRequest } from "@sellerkit/core"
import { boundLimit, type SqliteHost, type SqlValue } from "../connection/SqliteHost.ts"

/** The records that a page is of, and how they are told apart where times are equal. */
export interface Ordered {
  /** Events are in the order of insertion, by their numbers, and attempts in that of their ids. */
  readonly sequence: "event" | "id"
  /** Where the record with an id stands among those of its time; undefined where that is not known any more. */
  readonly placeOf: (host: SqliteHost, id: string) => Place["sequence"] | undefined
}

export interface Place {
  readonly time: number
  readonly sequence: number | string
}

/** The rows that come after `start` in `direction`, up to those of the time `end`. */
export interface TimeRange {
  readonly direction: TimePageRequest["direction"]
  readonly start: Place
  readonly end: number
}

// Before and behind every row: the integers that a number holds exactly.
const first = Number.MIN_SAFE_INTEGER
const last = Number.MAX_SAFE_INTEGER

/**
 * Where the cursor stands among the rows of its time when no row has its id. The id may stand before or after all others, which
 * leads back from an empty page, or be that of a row that retention has removed.
 */
const placeOfUnknown = (id: string, older: boolean): number => {
  if (id === afterAll) return last
  if (id === beforeAll) return first
  return older ? first : last
}

/** Before or behind all rows of a time. */
const endOf = ({ sequence }: Ordered, behind: boolean): Place["sequence"] => {
  if (sequence === "id") return behind ? afterAll : beforeAll
  return behind ? last : first
}

/** The cursor, or the bound of the period where the cursor lies outside: whichever comes later in the direction of the page. */
const startOf = (host: SqliteHost, { cursor, direction, from, to }: TimePageRequest, ordered: Ordered): Place => {
  const older = direction === "older"
  const bound = older ? (to ?? last) : (from ?? first)
  if (cursor === undefined || (older ? bound < cursor.time : bound > cursor.time)) {
    return { time: bound, sequence: endOf(ordered, older) }
  }
  return { time: cursor.time, sequence: ordered.placeOf(host, cursor.id) ?? placeOfUnknown(cursor.id, older) }
}

export const timeRange = (host: SqliteHost, request: TimePageRequest, ordered: Ordered): TimeRange => ({
  direction: request.direction,
  start: startOf(host, request, ordered),
  end: request.direction === "older" ? (request.from ?? first) : (request.to ?? last)
})

/**
 * The condition, the order and the limit of the rows behind the start. SQLite is not asked where they end, because it would then
 * find the start by its time alone, and go through every row of that time: publishers may give a million events the same time.
 */
export const rangeSql = (direction: TimeRange["direction"], sequence: Ordered["sequence"]): string =>
  direction === "older"
    ? `(time, ${sequence}) < (?, ?) order by time desc, ${sequence} desc ${boundLimit}`
    : `(time, ${sequence}) > (?, ?) order by time, ${sequence} ${boundLimit}`

/** For the placeholders of `rangeSql`. */
export const rangeValues = ({ time, sequence }: Place, most: number): ReadonlyArray<SqlValue> => [time, sequence, most]

/** Whether a row is of the range, given that it is behind the start. */
export const isWithin = ({ direction, end }: TimeRange, time: number): boolean =>
  direction === "older" ? time >= end : time <= end
