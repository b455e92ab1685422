/**
 * Where the events and attempts of an owner are found, page by page.
 *
 * Both are kept in the order of time for each webhook. An owner's are those of its webhooks, merged: a second order, by
 * owner, would be written to with every event and every attempt. But a seller may have had any number of webhooks, so only
 * its first ones are looked at one by one. Records of the others are gathered in an index by owner.
 */
import type { Account, TimePageRequest, WebhookId } from "@sellerkit/core"
import { findAccount } from "./Owners.ts"
import { rows, type SqliteHost } from "./SqliteHost.ts"
import { isWithin, type Ordered, type Place, rangeSql, rangeValues, type TimeRange, timeRange } from "./TimeRange.ts"

/** A range of an index that is ordered by time and sequence: rows whose `column` is `value`. */
export interface RecordRange {
  readonly column: "webhook" | "gathered_by"
  readonly value: number
}

// our choice: webhooks of an account, deleted ones with records among them. Most have fewer.
const mostRanges = 64

/** What a new webhook's records are gathered by: its owner, when enough of the account's have a range of their own. */
export const gatheredBy = (host: SqliteHost, account: number, owner: number): number | null => {
  const [{ ranges }] = rows<{ ranges: number }>(
    host,
    `select count(*) as ranges from owner join webhook using (owner) where account = ? and gathered_by is null`,
    account
  ) as [{ ranges: number }]
  return ranges < mostRanges ? null : owner
}

const gathered = (owners: ReadonlyArray<number>): ReadonlyArray<RecordRange> =>
  owners.map((value) => ({ column: "gathered_by", value }))

const ofWebhooks = (found: ReadonlyArray<{ readonly webhook: number }>): ReadonlyArray<RecordRange> =>
  found.map(({ webhook }) => ({ column: "webhook", value: webhook }))

/** Of an owner, or of one webhook of its own. */
export const rangesOf = (
  host: SqliteHost,
  owner: number,
  webhookId: WebhookId | undefined
): ReadonlyArray<RecordRange> => {
  if (webhookId !== undefined) {
    return ofWebhooks(rows(host, "select webhook from webhook where id = ? and owner = ?", webhookId, owner))
  }
  const own = rows<{ webhook: number }>(
    host,
    "select webhook from webhook where owner = ? and gathered_by is null",
    owner
  )
  return [...ofWebhooks(own), ...gathered([owner])]
}

/** Of all owners of an account, or of one of their webhooks. */
export const rangesOfAccount = (
  host: SqliteHost,
  account: Account,
  webhookId: WebhookId | undefined
): ReadonlyArray<RecordRange> => {
  const number = findAccount(host, account) ?? 0
  if (webhookId !== undefined) {
    const sql = "select webhook from webhook join owner using (owner) where webhook.id = ? and account = ?"
    return ofWebhooks(rows(host, sql, webhookId, number))
  }
  const own = rows<{ webhook: number }>(
    host,
    "select webhook from owner join webhook using (owner) where account = ? and gathered_by is null",
    number
  )
  const owners = rows<{ owner: number }>(host, "select owner from owner where account = ?", number)
  return [...ofWebhooks(own), ...gathered(owners.map(({ owner }) => owner))]
}

/** What is read of each row to begin with: its place, and perhaps more. */
export interface Keys extends Ordered {
  /** Where the ranges are. */
  readonly from: string
  /** Further columns. */
  readonly columns?: string
  /** A further condition, which begins with `and`. */
  readonly condition?: string
}

/** The rows of one range, some at a time. */
function* keysOf<Key extends Place>(
  host: SqliteHost,
  { columns = "", condition = "", from, sequence }: Keys,
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

/** The first rows of a page over several ranges, with one more than the page holds. One that is in several comes once. */
export const firstKeys = <Key extends Place>(
  host: SqliteHost,
  keys: Keys,
  ranges: ReadonlyArray<RecordRange>,
  request: TimePageRequest
): ReadonlyArray<Key> => {
  const range = timeRange(host, request, keys)
  const most = request.limit + 1
  const atOnce = Math.min(most, Math.max(leastAtOnce, Math.ceil(most / Math.max(1, ranges.length - 1))))
  const isNext = range.direction === "older" ? (left: Key, right: Key) => isBefore(right, left) : isBefore
  const sources = ranges.map((one) => keysOf<Key>(host, keys, one, range, atOnce))
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
