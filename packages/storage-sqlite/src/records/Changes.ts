/**
 * Changes of an account's records: parts of one write. Indexes are written only where a record's places or times have changed.
 */
import type { StoredChanges, StoredRecord } from "@sellerkit/core"
import { boundLimit, row, rows, type SqliteHost, type SqlValue } from "../connection/SqliteHost.ts"

type RecordKey = Pick<StoredRecord, "collection" | "key">

/** Where a record stands in orders. */
interface Standing {
  readonly place_0: string | null
  readonly place_1: string | null
  readonly place_2: string | null
  readonly due_at: number | null
  readonly since: number | null
}

interface Known extends Standing {
  readonly record: number
}

const standingOf = ({ dueAt, places, since }: StoredRecord): Standing => {
  const [place_0 = null, place_1 = null, place_2 = null] = places
  return { place_0, place_1, place_2, due_at: dueAt ?? null, since: since ?? null }
}

const standsAs = (one: Standing, other: Standing): boolean =>
  one.place_0 === other.place_0 &&
  one.place_1 === other.place_1 &&
  one.place_2 === other.place_2 &&
  one.due_at === other.due_at &&
  one.since === other.since

const valuesOf = ({ due_at, place_0, place_1, place_2, since }: Standing): ReadonlyArray<SqlValue> => [
  place_0,
  place_1,
  place_2,
  due_at,
  since
]

const findKnown = (host: SqliteHost, account: number, { collection, key }: RecordKey): Known | undefined => {
  const sql = `select record, place_0, place_1, place_2, due_at, since from record
    where account = ? and collection = ? and key = ?`
  return row<Known>(host, sql, account, collection, key)
}

/** Gives whether there was none with this key. */
const insert = (host: SqliteHost, account: number, { collection, content, key }: StoredRecord, standing: Standing) => {
  const sql = `insert into record (account, collection, key, place_0, place_1, place_2, due_at, since, content)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (account, collection, key) do nothing`
  return host.insert(sql, account, collection, key, ...valuesOf(standing), content) !== undefined
}

/** Gives whether it is due at another time than before. Most records are new, so that none is looked for first. */
const replace = (host: SqliteHost, account: number, put: StoredRecord): boolean => {
  const standing = standingOf(put)
  if (insert(host, account, put, standing)) return standing.due_at !== null
  const known = findKnown(host, account, put)!
  if (standsAs(known, standing)) {
    host.run("update record set content = ? where record = ?", put.content, known.record)
    return false
  }
  const sql = `update record set place_0 = ?, place_1 = ?, place_2 = ?, due_at = ?, since = ?, content = ? where record = ?`
  host.run(sql, ...valuesOf(standing), put.content, known.record)
  return known.due_at !== standing.due_at
}

/** Gives whether it was due at some time. */
const remove = (host: SqliteHost, account: number, removed: RecordKey): boolean => {
  const known = findKnown(host, account, removed)
  if (known === undefined) return false
  host.run("delete from record where record = ?", known.record)
  return known.due_at !== null
}

/** Notes when the first record of a collection is due now. */
const noteFirstDue = (host: SqliteHost, account: number, collection: string): void => {
  host.run("delete from record_due where collection = ? and account = ?", collection, account)
  host.run(
    `insert into record_due (collection, account, due_at)
     select collection, account, due_at from record
     where account = ? and collection = ? and due_at is not null order by due_at limit 1`,
    account,
    collection
  )
}

export const changeRecords = (
  host: SqliteHost,
  account: number,
  { puts, removes }: Pick<StoredChanges, "puts" | "removes">
): void => {
  const moved = new Set<string>()
  for (const record of puts) if (replace(host, account, record)) moved.add(record.collection)
  for (const record of removes) if (remove(host, account, record)) moved.add(record.collection)
  for (const collection of moved) noteFirstDue(host, account, collection)
}

/** Writes a record about another write, as part of it. */
export const putRecord = (host: SqliteHost, account: number, record: StoredRecord): void =>
  changeRecords(host, account, { puts: [record], removes: [] })

interface OldRow {
  readonly record: number
  readonly account: number
  readonly due_at: number | null
}

/** Gives how many records it removed. */
export const removeOldRecords = (host: SqliteHost, collection: string, before: number, most: number): number => {
  const sql = `select record, account, due_at from record where collection = ? and since < ? order by since ${boundLimit}`
  const old = rows<OldRow>(host, sql, collection, before, most)
  for (const { record } of old) host.run("delete from record where record = ?", record)
  const moved = new Set(old.flatMap(({ account, due_at }) => (due_at === null ? [] : [account])))
  for (const account of moved) noteFirstDue(host, account, collection)
  return old.length
}
