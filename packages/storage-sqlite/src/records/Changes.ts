/**
 * Changes of an account's records: parts of one write. A record's entries in indexes are written only where they have changed.
 */
import type { StoredChanges, StoredRecord } from "@sellerkit/core"
import { boundLimit, row, rows, type SqliteHost } from "../SqliteHost.ts"

type RecordKey = Pick<StoredRecord, "collection" | "key">

type Indexed = StoredRecord["indexed"]

/** The columns of a record besides its content. */
interface Known {
  readonly record: number
  readonly indexed: Indexed
  readonly dueAt: number | undefined
}

interface KnownRow {
  readonly record: number
  readonly indexed: string
  readonly due_at: number | null
}

const toKnown = ({ due_at, indexed, record }: KnownRow): Known => ({
  record,
  indexed: JSON.parse(indexed) as Indexed,
  dueAt: due_at ?? undefined
})

const findKnown = (host: SqliteHost, account: number, { collection, key }: RecordKey): Known | undefined => {
  const sql = "select record, indexed, due_at from record where account = ? and collection = ? and key = ?"
  const found = row<KnownRow>(host, sql, account, collection, key)
  return found && toKnown(found)
}

const changeIndexes = (
  host: SqliteHost,
  account: number,
  { collection, key }: RecordKey,
  record: number,
  before: Indexed,
  after: Indexed
): void => {
  for (const [name, value] of Object.entries(before)) {
    if (after[name] === value) continue
    const sql = "delete from record_index where account = ? and collection = ? and name = ? and place = ?"
    host.run(sql, account, collection, name, value + key)
  }
  for (const [name, value] of Object.entries(after)) {
    if (before[name] === value) continue
    const sql = "insert into record_index (account, collection, name, place, record) values (?, ?, ?, ?, ?)"
    host.run(sql, account, collection, name, value + key, record)
  }
}

/** Gives its number; undefined where there is a record with this key. */
const insert = (host: SqliteHost, account: number, put: StoredRecord): number | undefined => {
  const { collection, content, dueAt = null, indexed, key, since = null } = put
  return host.insert(
    `insert into record (account, collection, key, due_at, since, indexed, content) values (?, ?, ?, ?, ?, ?, ?)
     on conflict (account, collection, key) do nothing`,
    account,
    collection,
    key,
    dueAt,
    since,
    JSON.stringify(indexed),
    content
  )
}

/** Gives whether it is due at another time than before. Most records are new, so that none is looked for first. */
const replace = (host: SqliteHost, account: number, put: StoredRecord): boolean => {
  const inserted = insert(host, account, put)
  if (inserted !== undefined) {
    changeIndexes(host, account, put, inserted, {}, put.indexed)
    return put.dueAt !== undefined
  }
  const { content, dueAt, indexed, since = null } = put
  const known = findKnown(host, account, put)!
  const sql = "update record set due_at = ?, since = ?, indexed = ?, content = ? where record = ?"
  host.run(sql, dueAt ?? null, since, JSON.stringify(indexed), content, known.record)
  changeIndexes(host, account, put, known.record, known.indexed, indexed)
  return known.dueAt !== dueAt
}

/** Gives whether it was due at some time. */
const removeKnown = (host: SqliteHost, account: number, removed: RecordKey, known: Known | undefined): boolean => {
  if (known === undefined) return false
  const { dueAt, indexed, record } = known
  host.run("delete from record where record = ?", record)
  changeIndexes(host, account, removed, record, indexed, {})
  return dueAt !== undefined
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
  for (const record of removes) {
    if (removeKnown(host, account, record, findKnown(host, account, record))) moved.add(record.collection)
  }
  for (const collection of moved) noteFirstDue(host, account, collection)
}

/** Writes a record about another write, as part of it. */
export const putRecord = (host: SqliteHost, account: number, record: StoredRecord): void =>
  changeRecords(host, account, { puts: [record], removes: [] })

/** Gives how many records it removed. */
export const removeOldRecords = (host: SqliteHost, collection: string, before: number, most: number): number => {
  const old = rows<KnownRow & { readonly account: number; readonly key: string }>(
    host,
    `select record, account, key, indexed, due_at from record where collection = ? and since < ? order by since ${boundLimit}`,
    collection,
    before,
    most
  )
  const moved = new Set<number>()
  for (const found of old) {
    const { account, key } = found
    if (removeKnown(host, account, { collection, key }, toKnown(found))) moved.add(account)
  }
  for (const account of moved) noteFirstDue(host, account, collection)
  return old.length
}
