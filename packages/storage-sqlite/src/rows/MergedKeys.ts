/** The first rows of a page that is spread over several ranges of an index: their keys alone, merged. */
import type { TimePageRequest } from "@sellerkit/core"
import { rows, type SqliteHost } from "../connection/SqliteHost.ts"
import type { RecordRange } from "./RecordRanges.ts"
import { isWithin, type Ordered, type Place, rangeSql, rangeValues, type TimeRange, timeRange } from "./TimeRange.ts"

/** What is read of each row to begin with: its place, and perhaps more. */
export interface Keys<Key extends Place> extends Ordered {
  /** Where the ranges are. */
  readonly from: string
  /** Further columns. */
  readonly columns?: string
  /** A further condition, which begins with `and`. */
  readonly condition?: string
  /** What a range has besides its rows, in the same order. */
  readonly otherSource?: (host: SqliteHost, range: RecordRange, timeRange: TimeRange) => Iterator<Key, undefined>
}

/** The rows of one range, some at a time. */
function* keysOf<Key extends Place>(
  host: SqliteHost,
  { columns = "", condition = "", from, sequence }: Keys<Key>,
  { column, value }: RecordRange,
  range: TimeRange,
  atOnce: number
): Generator<Key, undefined> {
  const sql = `select time, ${sequence} as sequence ${columns} from ${from}
    where ${column} = ? ${condition} and ${rangeSql(range.direction, sequence)}`
  let place = range.start
  for (;;) {
    const found = rows<Key>(host, sql, value, ...rangeValues(place, atOnce))
    for (const key of found) {
      if (!isWithin(range, key.time)) return undefined
      yield key
      place = key
    }
    if (found.length < atOnce) return undefined
  }
}

const isBefore = (left: Place, right: Place): boolean =>
  left.time < right.time || (left.time === right.time && left.sequence < right.sequence)

// our choice: where many ranges are merged, one that gives more than its part is asked again.
const leastAtOnce = 8

/**
 * The first rows of a page over several ranges, with one more than the page holds. A row that is in several ranges comes once.
 */
export const firstKeys = <Key extends Place>(
  host: SqliteHost,
  keys: Keys<Key>,
  ranges: ReadonlyArray<RecordRange>,
  request: TimePageRequest
): ReadonlyArray<Key> => {
  const range = timeRange(host, request, keys)
  const most = request.limit + 1
  // Each range gives its part of the page, as if the last range, that of the gathered records, were empty.
  const atOnce = Math.min(most, Math.max(leastAtOnce, Math.ceil(most / Math.max(1, ranges.length - 1))))
  const isNext = range.direction === "older" ? (left: Key, right: Key) => isBefore(right, left) : isBefore
  const sources = ranges.flatMap((one) => {
    const ofRows = keysOf<Key>(host, keys, one, range, atOnce)
    const others = keys.otherSource?.(host, one, range)
    return others === undefined ? [ofRows] : [ofRows, others]
  })
  const heads = sources.map((source) => source.next().value)
  const found: Array<Key> = []
  while (found.length < most) {
    let next: number | undefined
    for (const [index, head] of heads.entries()) {
      if (head !== undefined && (next === undefined || isNext(head, heads[next]!))) next = index
    }
    if (next === undefined) break
    const key = heads[next]!
    heads[next] = sources[next]!.next().value
    const before = found.at(-1)
    if (before?.sequence !== key.sequence) found.push(key)
  }
  return found
}
