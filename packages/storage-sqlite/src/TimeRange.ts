/** One page out of rows that are ordered by time and then by insertion. */
import { afterAll, beforeAll, type TimePageRequest } from "@sellerkit/core"
import type { SqlValue } from "./SqliteHost.ts"

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

/** Conditions and order of a page. The cursor's id becomes its row's place in the order. */
export const rangeSql = (request: TimePageRequest, { sequence, table }: Ordered): RangeSql => {
  const { cursor, direction, from, limit, to } = request
  const older = direction === "older"
  const parts: Array<readonly [condition: string, ...values: ReadonlyArray<SqlValue>]> = []
  if (from !== undefined) parts.push(["time >= ?", from])
  if (to !== undefined) parts.push(["time <= ?", to])
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
    order: `order by time ${order}, ${sequence} ${order} limit ?`,
    direction: order,
    parameters: [...parts.flatMap(([, ...values]) => values), limit + 1]
  }
}
