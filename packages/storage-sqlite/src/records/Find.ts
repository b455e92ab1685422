/** What is read of an account's records: parts of one read, or of the write that is decided on it. */
import type { Found, FoundPart, FoundRecord, StoredLookup, StoredPart, StoredRange } from "@sellerkit/core"
import { Array } from "effect"
import { boundLimit, row, rows, type SqliteHost, type SqlValue } from "../connection/SqliteHost.ts"

/** The column that has the places of a range: its keys, or its places in an index. */
const columnOf = ({ index }: StoredRange): string => (index === undefined ? "key" : `place_${index}`)

interface RangeQuery {
  readonly sql: string
  readonly values: ReadonlyArray<SqlValue>
}

const rangeQuery = (account: number, range: StoredRange): RangeQuery => {
  const { below, collection, from = "" } = range
  const column = columnOf(range)
  return {
    sql: `from record where account = ? and collection = ? and ${column} >= ?${below === undefined ? "" : ` and ${column} < ?`}`,
    values: [account, collection, from, ...(below === undefined ? [] : [below])]
  }
}

const findRange = (
  host: SqliteHost,
  account: number,
  lookup: StoredLookup & { readonly kind: "range" }
): ReadonlyArray<FoundRecord> => {
  const { contents, descending, limit, offset } = lookup
  const { sql, values } = rangeQuery(account, lookup)
  const column = columnOf(lookup)
  const columns = `${column} as place, ${contents ? "content" : "'' as content"}`
  const select = `select ${columns} ${sql} order by ${column}${descending ? " desc" : ""} ${boundLimit} offset +?`
  return rows(host, select, ...values, limit, offset)
}

const byKey = "select key as place, content from record where account = ? and collection = ? and key = ?"

/** One query for all: most keys of rows that are written have no record yet. */
const byKeys = `select r.key as place, r.content from json_each(?) k
  cross join record r on r.account = ? and r.collection = ? and r.key = k.value`

// our choice: a Durable Object takes no text of more than 2 MB. A key has at most 1,000 bytes, each at most six in JSON.
const keysAtOnce = 250

const findKeys = (
  host: SqliteHost,
  account: number,
  { collection, keys }: StoredLookup & { readonly kind: "keys" }
): ReadonlyArray<FoundRecord> =>
  keys.length === 1
    ? rows(host, byKey, account, collection, keys[0]!)
    : Array.chunksOf(keys, keysAtOnce).flatMap((some) => rows(host, byKeys, JSON.stringify(some), account, collection))

const findOne = (host: SqliteHost, account: number, lookup: StoredLookup): Found => {
  if (lookup.kind === "range") return { records: findRange(host, account, lookup), count: 0 }
  if (lookup.kind === "count") {
    const { sql, values } = rangeQuery(account, lookup)
    return { records: [], count: row<{ count: number }>(host, `select count(*) as count ${sql}`, ...values)!.count }
  }
  return { records: findKeys(host, account, lookup), count: 0 }
}

// our choice: they are read without letting others have their turn.
const mostInPart = 250

const findPart = (host: SqliteHost, account: number, part: StoredPart): FoundPart => {
  const { sql, values } = rangeQuery(account, part)
  const column = columnOf(part)
  const most = Math.min(part.limit, mostInPart)
  const select = `select ${column} as place, content ${sql} order by ${column} ${boundLimit}`
  const found = rows<FoundRecord>(host, select, ...values, most + 1)
  const given = found.slice(0, most)
  return {
    texts: given.map(({ content }) => content),
    places: part.places ? given.map(({ place }) => place) : [],
    next: found[most]?.place
  }
}

/** The parts of ranges. `account` is undefined where it has nothing yet. */
export const findParts = (
  host: SqliteHost,
  account: number | undefined,
  parts: ReadonlyArray<StoredPart>
): ReadonlyArray<FoundPart> => parts.map((part) => findPart(host, account ?? 0, part))

/** What all lookups find. `account` is undefined where it has nothing yet. */
export const findRecords = (
  host: SqliteHost,
  account: number | undefined,
  lookups: ReadonlyArray<StoredLookup>
): ReadonlyArray<Found> => lookups.map((lookup) => findOne(host, account ?? 0, lookup))
