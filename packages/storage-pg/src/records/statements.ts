/** What is asked of the database about records of one account, and what it answers. */
import {
  type Account,
  type Found,
  type FoundRecord,
  onlyKey,
  type StoredChanges,
  type StoredLookup,
  type StoredRecord
} from "@sellerkit/core"
import { Effect } from "effect"
import { bigints, texts } from "../connection/lists.ts"
import type { Parameter } from "../connection/PgDatabase.ts"
import { appendValues } from "../lanes/AppendStatement.ts"
import { accountValues } from "../rows/Rows.ts"

/** Runs a statement, within a transaction or in one of its own. */
export type Rows<E> = <Row extends object>(
  text: string,
  ...parameters: ReadonlyArray<Parameter>
) => Effect.Effect<ReadonlyArray<Row>, E>

const findText = "select * from sellerkit.find_records($1, $2, $3)"

interface FoundRow {
  readonly lookup: number
  readonly place: string | null
  readonly content: string
}

type Lookup = StoredLookup | { readonly kind: "version" }

const ask = <E>(rows: Rows<E>, account: Account, lookups: ReadonlyArray<Lookup>) =>
  rows<FoundRow>(findText, ...accountValues(account), JSON.stringify(lookups))

const toFound = (lookups: ReadonlyArray<StoredLookup>, rows: ReadonlyArray<FoundRow>): ReadonlyArray<Found> => {
  const records = lookups.map((): Array<FoundRecord> => [])
  const counts = lookups.map(() => 0)
  for (const { content, lookup, place } of rows) {
    if (place === null) counts[lookup] = Number(content)
    else records[lookup]!.push({ place, content })
  }
  return lookups.map((_, index) => ({ records: records[index]!, count: counts[index]! }))
}

// The lookup of every request. Without the function it takes half the time.
const byKeyText = `select 0 as lookup, key as place, content from sellerkit.record
  where seller_id = $1 and sandbox = $2 and collection = $3 and key = $4`

const askForFound = <E>(rows: Rows<E>, account: Account, lookups: ReadonlyArray<StoredLookup>) => {
  const one = onlyKey(lookups)
  return one === undefined
    ? ask(rows, account, lookups)
    : rows<FoundRow>(byKeyText, ...accountValues(account), one.collection, one.key)
}

export const findRecords = <E>(
  rows: Rows<E>,
  account: Account,
  lookups: ReadonlyArray<StoredLookup>
): Effect.Effect<ReadonlyArray<Found>, E> =>
  lookups.length === 0
    ? Effect.succeed([])
    : Effect.map(askForFound(rows, account, lookups), (found) => toFound(lookups, found))

/** The state of an account that a write is decided on. */
export interface AccountState {
  readonly found: ReadonlyArray<Found>
  /** Changes with each write; null where nothing was read, so that any version will do. */
  readonly version: bigint | null
}

export const readAccount = <E>(
  rows: Rows<E>,
  account: Account,
  lookups: ReadonlyArray<StoredLookup>
): Effect.Effect<AccountState, E> =>
  lookups.length === 0
    ? Effect.succeed({ found: [], version: null })
    : Effect.map(ask(rows, account, [...lookups, { kind: "version" }]), (found) => ({
        found: toFound(lookups, found.slice(0, -1)),
        version: BigInt(found.at(-1)!.content)
      }))

/** The last parameters are those of events. */
const writeText = (parameters: number): string =>
  `select * from sellerkit.write_records(${Array.from({ length: parameters }, (_, index) => `$${index + 1}`).join(", ")})`

const recordsText = writeText(12)
const eventsText = writeText(23)

export interface WrittenRow {
  /** Whether the account was as it was read. */
  readonly written: boolean
  /** Whether there is something to claim. */
  readonly wakes: boolean
  /** How often an event was dropped at once, because a webhook is not enabled. */
  readonly missed: number
}

const recordValues = ({ puts, removes }: StoredChanges) => {
  const nothing = removes.map(() => null)
  return [
    texts([...puts, ...removes].map(({ collection }) => collection)),
    texts([...puts, ...removes].map(({ key }) => key)),
    texts([...puts.map(({ content }) => content), ...nothing]),
    ...[0, 1, 2].map((index) => texts([...puts.map(({ places }) => places[index] ?? null), ...nothing])),
    bigints([...puts.map(({ dueAt = null }) => dueAt), ...nothing]),
    bigints([...puts.map(({ since = null }) => since), ...nothing])
  ] as const
}

export interface AccountWrite {
  readonly account: Account
  /** Of the account as it was read. */
  readonly version: bigint | null
  readonly changes: StoredChanges
  readonly now: number | null
}

/** All or nothing. */
export const writeRecords = <E>(
  rows: Rows<E>,
  { account, changes, now, version }: AccountWrite
): Effect.Effect<WrittenRow, E> => {
  const values = [now, ...accountValues(account), version, ...recordValues(changes)] as const
  if (changes.events.length === 0) return Effect.map(rows<WrittenRow>(recordsText, ...values), ([row]) => row!)
  const [, ...events] = appendValues(now, [{ account, distinct: changes.events }])
  return Effect.map(rows<WrittenRow>(eventsText, ...values, ...events.slice(0, -1)), ([row]) => row!)
}

/**
 * Writes a record about another write, as part of it. The account stays locked until that write ends, so this comes as late as it can,
 * but before a lane is locked: a transaction of a host may have the account, and claims and settlements of everybody wait for lanes.
 * Other records of the account wait meanwhile.
 */
export const putRecord = <E>(rows: Rows<E>, account: Account, record: StoredRecord) =>
  writeRecords(rows, {
    account,
    version: null,
    changes: { puts: [record], removes: [], events: [] },
    now: null
  })
