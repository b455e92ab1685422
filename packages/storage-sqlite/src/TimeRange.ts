/** One page out of rows that are ordered by time and then by insertion. */
import { afterAll, beforeAll, type TimePageRequest } from "@sellerkit/core"
import { boundLimit, type SqlValue } from "./SqliteHost.ts"

/** The table that a page is read from: what its rows are, and how they are told apart where times are equal. */
export interface Ordered {
  /** The integer that grows with insertion: `event`, `delivery` or `entry`. */
  readonly sequence: string
  /** The table in which a cursor's id is looked up. */
  readonly table: string
}

export interface RangeSql {
  /** Begins with `and`, or is empty. */
  readonly conditions: string
  /** `order by … limit …` */
  readonly order: string
  readonly direction: "asc" | "desc"
  readonly parameters: ReadonlyArray<SqlValue>
}

/** Beyond every row: SQLite's largest integer that a number holds exactly. */
const last = Number.MAX_SAFE_INTEGER

/**
 * Where the cursor stands among the rows of its time when its id is no row's: such as the ids that stand before or after
 * all others, which lead back from an empty page, or the id of a row that retention has removed.
 */
const placeOfUnknown = (id: string, older: boolean): number => {
  if (id === afterAll) return last
  if (id === beforeAll) return 0
  return older ? 0 : last
}

/**
 * One bound on the side that the page starts from: SQLite begins at either of two, and from the wider one it would go
 * through every row up to the cursor.
 */
const nearest = ({ cursor, direction, from, to }: TimePageRequest) => {
  const start = direction === "older" ? to : from
  const bounded = cursor !== undefined && start !== undefined
  const isBeyond = bounded && (direction === "older" ? start < cursor.time : start > cursor.time)
  return { cursor: isBeyond ? undefined : cursor, start: bounded && !isBeyond ? undefined : start }
}

/** Conditions and order of a page. The cursor's id becomes its row's place in the order. */
export const rangeSql = (request: TimePageRequest, { sequence, table }: Ordered): RangeSql => {
  const { direction, from, limit, to } = request
  const older = direction === "older"
  const { cursor, start } = nearest(request)
  const parts: Array<readonly [condition: string, ...values: ReadonlyArray<SqlValue>]> = []
  const [lower, upper] = older ? [from, start] : [start, to]
  if (lower !== undefined) parts.push(["time >= ?", lower])
  if (upper !== undefined) parts.push(["time <= ?", upper])
  if (cursor !== undefined) {
    const place = `coalesce((select ${sequence} from ${table} where id = ?), ?)`
    parts.push([
      `(time, ${sequence}) ${older ? "<" : ">"} (?, ${place})`,
      cursor.time,
      cursor.id,
      placeOfUnknown(cursor.id, older)
    ])
  }
  const order = older ? "desc" : "asc"
  return {
    conditions: parts.map(([condition]) => `and ${condition}`).join(" "),
    order: `order by time ${order}, ${sequence} ${order} ${boundLimit}`,
    direction: order,
    parameters: [...parts.flatMap(([, ...values]) => values), limit + 1]
  }
}
