/** What is read of an account's records: parts of one read, or of the write that is decided on it. */
import type { Found, FoundRecord, StoredLookup, StoredRange } from "@sellerkit/core"
import { boundLimit, row, rows, type SqliteHost, type SqlValue } from "../SqliteHost.ts"

/** Rows of a range, behind `from`. */
interface RangeQuery {
  readonly sql: string
  readonly values: ReadonlyArray<SqlValue>
}

const inRange = (place: string, { below, from }: StoredRange): RangeQuery => ({
  sql: `and ${place} >= ?${below === undefined ? "" : ` and ${place} < ?`}`,
  values: below === undefined ? [from ?? ""] : [from ?? "", below]
})

const ofKeys = (account: number, range: StoredRange): RangeQuery => {
  const { sql, values } = inRange("key", range)
  return {
    sql: `from record where account = ? and collection = ? ${sql}`,
    values: [account, range.collection, ...values]
  }
}

const ofIndex = (account: number, index: string, range: StoredRange): RangeQuery => {
  const { sql, values } = inRange("place", range)
  return {
    sql: `from record_index where account = ? and collection = ? and name = ? ${sql}`,
    values: [account, range.collection, index, ...values]
  }
}

const rangeQuery = (account: number, range: StoredRange): RangeQuery =>
  range.index === undefined ? ofKeys(account, range) : ofIndex(account, range.index, range)

/** With an index, the limit is applied to its entries before the records are looked up, so that no record is read in vain. */
const findRange = (
  host: SqliteHost,
  account: number,
  lookup: StoredLookup & { readonly kind: "range" }
): ReadonlyArray<FoundRecord> => {
  const { contents, descending, index, limit, offset } = lookup
  const { sql, values } = rangeQuery(account, lookup)
  const order = (place: string) => `order by ${place}${descending ? " desc" : ""}`
  if (!contents) {
    const place = index === undefined ? "key" : "place"
    const select = `select ${place} as place, '' as content ${sql} ${order(place)} ${boundLimit} offset +?`
    return rows(host, select, ...values, limit, offset)
  }
  if (index === undefined) {
    const select = `select key as place, content ${sql} ${order("key")} ${boundLimit} offset +?`
    return rows(host, select, ...values, limit, offset)
  }
  return rows(
    host,
    `select i.place, r.content from (select place, record ${sql} ${order("place")} ${boundLimit} offset +?) i
       cross join record r on r.record = i.record
     ${order("i.place")}`,
    ...values,
    limit,
    offset
  )
}

const byKey = "select key as place, content from record where account = ? and collection = ? and key = ?"

/** One query for all: most keys of rows that are written have no record yet. */
const byKeys = `select r.key as place, r.content from json_each(?) k
  cross join record r on r.account = ? and r.collection = ? and r.key = k.value`

const findKeys = (
  host: SqliteHost,
  account: number,
  { collection, keys }: StoredLookup & { readonly kind: "keys" }
): ReadonlyArray<FoundRecord> =>
  keys.length === 1
    ? rows(host, byKey, account, collection, keys[0]!)
    : rows(host, byKeys, JSON.stringify(keys), account, collection)

const findOne = (host: SqliteHost, account: number, lookup: StoredLookup): Found => {
  if (lookup.kind === "range") return { records: findRange(host, account, lookup), count: 0 }
  if (lookup.kind === "count") {
    const { sql, values } = rangeQuery(account, lookup)
    return { records: [], count: row<{ count: number }>(host, `select count(*) as count ${sql}`, ...values)!.count }
  }
  return { records: findKeys(host, account, lookup), count: 0 }
}

/** What all lookups find. `account` is undefined where it has nothing yet. */
export const findRecords = (
  host: SqliteHost,
  account: number | undefined,
  lookups: ReadonlyArray<StoredLookup>
): ReadonlyArray<Found> => lookups.map((lookup) => findOne(host, account ?? 0, lookup))
