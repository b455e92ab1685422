/** Looks into a database file from outside, without changing what is in it, whether a service uses it or not. */
import { historyEntries, StorageError, type StoredSecret } from "@sellerkit/core"
import { DateTime, Effect, Predicate } from "effect"
import { DatabaseSync } from "../connection/nodeSqlite.ts"
import { isLocked } from "../files/FileLock.ts"
import { migrations } from "../schema/migrations/index.ts"
import { everySecret, type SecretRow, toStoredSecret } from "../webhooks/StoredSecrets.ts"

export interface Inspection {
  /** Whether a process serves it. */
  readonly isInUse: boolean
  /** The number of the file's schema; 0 where nothing has been written to it yet. A lower one than ours is brought up to date. */
  readonly schema: number
  /** The newest that this version knows. */
  readonly newestSchema: number
  /** The time of the last write, by the clock of the writer. Of files of the newest schema. */
  readonly newestRecordAt: DateTime.Utc | undefined
}

const hasTables = (database: DatabaseSync): boolean =>
  database.prepare("select 1 from sqlite_schema where name = 'migration'").get() !== undefined

// Each part reads only the end of an order, however many rows there are: events are numbered as they are inserted, and the ids of
// attempts grow with time.
const newestRecord = `select max(at) as at from (
  select * from (select accepted_at as at from event order by event desc limit 1)
  union all select * from (select accepted_at as at from event_block order by last desc limit 1)
  union all select * from (select time as at from delivery order by id desc limit 1)
  union all select * from (select at from success_log order by number desc limit 1)
  union all select * from (
    select since as at from record where collection = '${historyEntries.name}' and since is not null order by since desc limit 1)
)`

const numberOf = (database: DatabaseSync, sql: string, column: string): number | undefined => {
  const value = database.prepare(sql).get()?.[column]
  return Predicate.isNumber(value) ? value : undefined
}

// our choice: milliseconds; a service that begins or ends has the file to itself for a moment.
const patience = 1000

const withFile = <A>(operation: string, file: string, look: (database: DatabaseSync) => A) =>
  Effect.try({
    try: () => {
      const database = new DatabaseSync(file, { readOnly: true, timeout: patience })
      try {
        return look(database)
      } finally {
        database.close()
      }
    },
    catch: (cause) => new StorageError({ operation, retryable: false, cause })
  })

/** Fails when the file is no database, or cannot be read. */
export const inspect = (file: string): Effect.Effect<Inspection, StorageError> =>
  withFile(`inspect ${file}`, file, (database) => {
    const schema = hasTables(database)
      ? numberOf(database, "select max(version) as version from migration", "version")
      : 0
    // Other schemas have other tables.
    const isKnown = schema === migrations.length
    const at = isKnown ? numberOf(database, newestRecord, "at") : undefined
    return {
      isInUse: isLocked(file),
      schema: schema ?? 0,
      newestSchema: migrations.length,
      newestRecordAt: at === undefined ? undefined : DateTime.makeUnsafe(at)
    }
  })

/** The sealed secrets of all webhooks that have not been deleted. For files of the newest schema. */
export const storedSecrets = (file: string): Effect.Effect<ReadonlyArray<StoredSecret>, StorageError> =>
  withFile(`read secrets of ${file}`, file, (database) =>
    (database.prepare(everySecret).all() as unknown as ReadonlyArray<SecretRow>).map(toStoredSecret)
  )

// our choice: enough to see what kind of damage it is.
const mostDamages = 5

// SQLITE_CORRUPT: too much is damaged for the check to go on.
const corrupt = 11

const isCorrupt = (cause: unknown): cause is Error =>
  cause instanceof Error && Predicate.hasProperty(cause, "errcode") && cause.errcode === corrupt

const quickCheck = (database: DatabaseSync): ReadonlyArray<string> => {
  try {
    const lines = database.prepare(`pragma quick_check(${mostDamages})`).all()
    return lines.map(({ quick_check: line }) => String(line)).filter((line) => line !== "ok")
  } catch (cause) {
    if (isCorrupt(cause)) return [cause.message]
    throw cause
  }
}

/** What is damaged in the file, in SQLite's words; empty when nothing is. Reads the whole file, so a large one takes long. */
export const findDamage = (file: string): Effect.Effect<ReadonlyArray<string>, StorageError> =>
  withFile(`check ${file}`, file, quickCheck)
