/**
 * Changes of an account's records: parts of one write. A record's entries in indexes are written only where they have changed.
 */
import type { StoredChanges, StoredRecord } from "@sellerkit/core"
import { boundLimit, row, rows, type SqliteHost } from "../SqliteHost.ts"

type RecordKey = Pick<StoredRecord, "collection" | "key">

type Indexed = StoredRecord["indexed"]

/** The columns of a record besides its content. */
interface Known {
  readonly indexed: Indexed
  readonly dueAt: number | undefined
}

const nothing: Known = { indexed: {}, dueAt: undefined }

interface KnownRow {
  readonly indexed: string
  readonly due_at: number | null
}

const toKnown = ({ due_at, indexed }: KnownRow): Known => ({
  indexed: JSON.parse(indexed) as Indexed,
  dueAt: due_at ?? undefined
})

const findKnown = (host: SqliteHost, account: number, { collection, key }: RecordKey): Known => {
  const sql = "select indexed, due_at from record where account = ? and collection = ? and key = ?"
  const found = row<KnownRow>(host, sql, account, collection, key)
  return found === undefined ? nothing : toKnown(found)
}

const changeIndexes = (
  host: SqliteHost,
  account: number,
  { collection, key }: RecordKey,
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
    const sql = "insert into record_index (account, collection, name, place, key) values (?, ?, ?, ?, ?)"
    host.run(sql, account, collection, name, value + key, key)
  }
}

/** Gives whether it is due at another time than before. */
const replace = (host: SqliteHost, account: number, record: StoredRecord): boolean => {
  const { collection, content, dueAt, indexed, key, since } = record
  const known = findKnown(host, account, record)
  host.run(
    `insert into record (account, collection, key, due_at, since, indexed, content) values (?, ?, ?, ?, ?, ?, ?)
     on conflict (account, collection, key) do update set
       due_at = excluded.due_at, since = excluded.since, indexed = excluded.indexed, content = excluded.content`,
    account,
    collection,
    key,
    dueAt ?? null,
    since ?? null,
    JSON.stringify(indexed),
    content
  )
  changeIndexes(host, account, record, known.indexed, indexed)
  return known.dueAt !== dueAt
}

/** Gives whether it was due at some time. */
const removeKnown = (host: SqliteHost, account: number, record: RecordKey, { dueAt, indexed }: Known): boolean => {
  const { collection, key } = record
  host.run("delete from record where account = ? and collection = ? and key = ?", account, collection, key)
  changeIndexes(host, account, record, indexed, {})
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
    `select account, key, indexed, due_at from record where collection = ? and since < ? order by since ${boundLimit}`,
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
