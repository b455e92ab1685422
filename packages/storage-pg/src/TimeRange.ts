/** Pages of records in the order of time, and of ids within one time. */
import { afterAll, beforeAll, type TimePageRequest } from "@sellerkit/core"

type Direction = TimePageRequest["direction"]

const earliest = Number.MIN_SAFE_INTEGER
const latest = Number.MAX_SAFE_INTEGER

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whoever makes up a cursor gets a page as well, only not one of a record's own. */
const known = (id: string): string => (uuid.test(id) ? id : beforeAll)

/** For four parameters: from, to, the time and id that the page begins behind; and how many records to look for. */
export const rangeValues = ({ cursor, direction, from, limit, to }: TimePageRequest) => {
  const start = direction === "older" ? { time: latest, id: afterAll } : { time: earliest, id: beforeAll }
  const { id, time } = cursor ?? start
  return [from ?? earliest, to ?? latest, time, known(id), limit + 1] as const
}

export const pageRange = (direction: Direction, columns: string, parameters: string): string =>
  `(${columns}) ${direction === "older" ? "<" : ">"} (${parameters})`

export const pageOrder = (direction: Direction, ...columns: ReadonlyArray<string>): string =>
  columns.map((column) => (direction === "older" ? `${column} desc` : column)).join(", ")
