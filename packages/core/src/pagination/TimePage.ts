/**
 * Pages of records that are ordered by time, newest first: events, deliveries and change history
 * (Seller Webhooks Service, Endpoints, query parameters).
 */
import { DateTime, Effect, Schema } from "effect"
import { QueryEnd, QueryStart } from "../time/Timestamp.ts"
import { afterAll, beforeAll, Cursor, formatCursor, parseCursor, type Position } from "./Cursor.ts"

/** Records of one page (Seller Webhooks Service, Limits). */
export const pageLimits = { minimum: 1, maximum: 1000, default: 100 } as const

export const PageLimit = Schema.Int.check(Schema.isBetween(pageLimits)).pipe(
  Schema.withDecodingDefaultKey(Effect.succeed(pageLimits.default))
)

/** Query parameters of every operation that pages by time. */
export const timePageQuery = {
  limit: PageLimit,
  next: Schema.optionalKey(Cursor),
  prev: Schema.optionalKey(Cursor),
  from: Schema.optionalKey(QueryStart),
  to: Schema.optionalKey(QueryEnd)
}

const TimePageQuery = Schema.Struct(timePageQuery)

/**
 * What a storage port is asked for: at most `limit` records between `from` and `to` (milliseconds, both included), beyond
 * `cursor` when there is one. Records of one time stand in an order that the driver chooses and never changes. `older` walks back
 * in time, as `next` does; `newer` walks forward, as `prev`.
 */
export interface TimePageRequest {
  readonly limit: number
  readonly direction: "older" | "newer"
  readonly cursor?: Position
  readonly from?: number
  readonly to?: number
}

export const toPageRequest = (query: typeof TimePageQuery.Type): TimePageRequest => {
  const { from, limit, next = "", prev = "", to } = query
  const cursor = parseCursor(prev === "" ? next : prev)
  return {
    limit,
    direction: prev === "" ? "older" : "newer",
    ...(cursor === undefined ? undefined : { cursor }),
    ...(from === undefined ? undefined : { from: DateTime.toEpochMillis(from) }),
    ...(to === undefined ? undefined : { to: DateTime.toEpochMillis(to) })
  }
}

/** A page, newest record first, and the cursors of its neighbours: empty where there is none. */
export interface TimePage<A> {
  readonly items: ReadonlyArray<A>
  readonly next: string
  readonly prev: string
}

/**
 * Makes the page from what a driver found. `found` stands in the order of travel and holds one record more than the limit when
 * there are more. On the other side there is at least the record that the cursor came from.
 */
export const toPage = <A>(
  request: TimePageRequest,
  found: ReadonlyArray<A>,
  positionOf: (record: A) => Position
): TimePage<A> => {
  const older = request.direction === "older"
  const travelled = found.slice(0, request.limit)
  const items = older ? travelled : travelled.toReversed()
  const ahead = found.length > request.limit
  const oldest = items.at(-1)
  const newest = items.at(0)
  const { cursor } = request
  const next = oldest !== undefined ? positionOf(oldest) : cursor && { time: cursor.time, id: afterAll }
  const prev = newest !== undefined ? positionOf(newest) : cursor && { time: cursor.time, id: beforeAll }
  return {
    items,
    next: next !== undefined && (older ? ahead : cursor !== undefined) ? formatCursor(next) : "",
    prev: prev !== undefined && (older ? cursor !== undefined : ahead) ? formatCursor(prev) : ""
  }
}
