/** Records that are due, of all accounts in turn: the records of one account do not delay those of the others. */
import { type DueRecord, inTurn } from "@sellerkit/core"
import { boundLimit, row, rows, type SqliteHost } from "../connection/SqliteHost.ts"
import { type AccountColumns, toAccount } from "../rows/Owners.ts"

interface DueRow {
  readonly content: string
  readonly due_at: number
}

interface DueAccount extends AccountColumns {
  readonly account: number
}

/** Accounts whose first records are due, in the order of time. */
const dueAccounts = (host: SqliteHost, collection: string, now: number, most: number): ReadonlyArray<DueAccount> =>
  rows(
    host,
    `select account, seller_id, sandbox from record_due join account using (account)
     where collection = ? and due_at <= ? order by due_at ${boundLimit}`,
    collection,
    now,
    most
  )

const firstOf = (host: SqliteHost, { account }: DueAccount, collection: string, now: number, most: number) =>
  rows<DueRow>(
    host,
    `select content, due_at from record
     where account = ? and collection = ? and due_at <= ? order by due_at ${boundLimit}`,
    account,
    collection,
    now,
    most
  )

export const dueRecords = (
  host: SqliteHost,
  collection: string,
  now: number,
  most: number
): ReadonlyArray<DueRecord> => {
  const accounts = dueAccounts(host, collection, now, most)
  if (accounts.length === 0) return []
  // Where all accounts have this many, it is enough of each; where some have fewer, others make up for them.
  for (let ofEach = Math.ceil(most / accounts.length); ; ofEach *= 2) {
    const found = accounts.map((account) => ({ account, due: firstOf(host, account, collection, now, ofEach) }))
    const count = found.reduce((sum, { due }) => sum + due.length, 0)
    if (count < most && found.some(({ due }) => due.length === ofEach)) continue
    const due = found.map((one) =>
      one.due.map(({ content, due_at }) => ({ account: toAccount(one.account), content, dueAt: due_at }))
    )
    return inTurn(due, most).map(({ account, content }) => ({ account, content }))
  }
}

export const nextDueOf = (host: SqliteHost, collections: ReadonlyArray<string>): number | undefined => {
  const sql = "select due_at from record_due where collection = ? order by due_at limit 1"
  const times = collections.flatMap((collection) => row<{ due_at: number }>(host, sql, collection)?.due_at ?? [])
  return times.length === 0 ? undefined : Math.min(...times)
}

interface Oldest {
  readonly collection: string
  readonly since: number
}

/** By collection: the time from which the age of its oldest record counts, among those that have an age. */
export const oldestOf = (host: SqliteHost): ReadonlyMap<string, number> => {
  const sql = `select collection, since from record where since is not null and collection > ?
    order by collection, since limit 1`
  const all = new Map<string, number>()
  // One step in the index for each collection that has any.
  for (let next = row<Oldest>(host, sql, ""); next !== undefined; next = row<Oldest>(host, sql, next.collection)) {
    all.set(next.collection, next.since)
  }
  return all
}
