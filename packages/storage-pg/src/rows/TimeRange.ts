/** Pages of records in the order of time, and of ids within one time. */
import { afterAll, beforeAll, type Position, type TimePageRequest } from "@sellerkit/core"

type Direction = TimePageRequest["direction"]

const earliest = Number.MIN_SAFE_INTEGER
const latest = Number.MAX_SAFE_INTEGER

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A made-up cursor gives a page too, but not from the place of a record. */
const known = (id: string): string => (uuid.test(id) ? id : beforeAll)

const isBefore = (one: Position, other: Position): boolean =>
  one.time < other.time || (one.time === other.time && one.id < other.id)

/**
 * Five parameters: the position after which the page's records begin, and the one before which they end, each a time and an id;
 * and how many records to look for. A cursor replaces one of the two positions: a scan from the original one would go through all
 * pages before.
 */
export const rangeValues = ({ cursor, direction, from, limit, to }: TimePageRequest) => {
  let low: Position = { time: from ?? earliest, id: beforeAll }
  let high: Position = { time: to ?? latest, id: afterAll }
  const position = cursor && { time: cursor.time, id: known(cursor.id) }
  if (position !== undefined && direction === "older" && isBefore(position, high)) high = position
  if (position !== undefined && direction === "newer" && isBefore(low, position)) low = position
  return [low.time, low.id, high.time, high.id, limit + 1] as const
}

/** The condition that a row is between two positions, given as four parameters. */
export const pageRange = (columns: string, [lowTime, lowId, highTime, highId]: RangeParameters): string =>
  `(${columns}) > (${lowTime}, ${lowId}) and (${columns}) < (${highTime}, ${highId})`

export type RangeParameters = readonly [lowTime: string, lowId: string, highTime: string, highId: string]

export const pageOrder = (direction: Direction, ...columns: ReadonlyArray<string>): string =>
  columns.map((column) => (direction === "older" ? `${column} desc` : column)).join(", ")
