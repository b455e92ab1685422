/**
 * One write, decided on what was read. The write checks whether that has changed meanwhile. If it has, all is read and decided
 * again.
 */
import {
  type Account,
  type Found,
  recordDropped,
  type StorageError,
  type StoredChanges,
  type StoredDecision,
  type StoredLookup,
  WorkSignal
} from "@sellerkit/core"
import { Effect, Result } from "effect"
import { PgDatabase } from "../connection/PgDatabase.ts"
import { AccountLocks } from "./AccountLocks.ts"
import { readAccount, type Rows, writeRecords, type WrittenRow } from "./statements.ts"

const operation = "RecordStore.transact"

// our choice: after so many writes of other processes in between, the next attempt locks the account first.
const mostConflicts = 3

const nothing: StoredChanges = { puts: [], removes: [], events: [] }

const isEmpty = ({ events, puts, removes }: StoredChanges): boolean =>
  puts.length === 0 && removes.length === 0 && events.length === 0

interface Transaction<A, E> {
  readonly account: Account
  readonly lookups: ReadonlyArray<StoredLookup>
  readonly decide: (found: ReadonlyArray<Found>) => Result.Result<StoredDecision<A>, E>
  readonly now: number | null
}

interface Attempt<A, E> {
  readonly result: Result.Result<A, E>
  /** Undefined where nothing was to be written. */
  readonly row: WrittenRow | undefined
}

const attempt = Effect.fnUntraced(function* <A, E, E2>(
  rows: Rows<E2>,
  { account, decide, lookups, now }: Transaction<A, E>
): Effect.fn.Return<Attempt<A, E>, E2> {
  const { found, version } = yield* readAccount(rows, account, lookups)
  const decided = decide(found)
  if (Result.isFailure(decided)) return { result: Result.fail(decided.failure), row: undefined }
  const { answer, changes } = decided.success
  const row = isEmpty(changes) ? undefined : yield* writeRecords(rows, { account, version, changes, now })
  return { result: Result.succeed(answer), row }
})

export const makeTransact = Effect.gen(function* () {
  const database = yield* PgDatabase
  const signal = yield* WorkSignal
  const locks = new AccountLocks()

  const inOneStatement: Rows<StorageError> = (text, ...parameters) => database.rows(operation, text, ...parameters)

  /** An empty write locks the account first, so that no other write comes in between. */
  const attemptLocked = <A, E>(transaction: Transaction<A, E>) =>
    database.write(operation, ({ rows }) =>
      Effect.andThen(
        writeRecords(rows, { ...transaction, version: null, changes: nothing }),
        attempt(rows, transaction)
      )
    )

  const attemptAll = Effect.fnUntraced(function* <A, E>(transaction: Transaction<A, E>) {
    for (let conflicts = 0; ; conflicts++) {
      const { result, row } = yield* conflicts < mostConflicts
        ? attempt(inOneStatement, transaction)
        : attemptLocked(transaction)
      if (row?.written === false) continue
      if (row?.wakes === true) yield* signal.send
      if (row !== undefined && row.missed > 0) yield* recordDropped([{ reason: "webhookDisabled", events: row.missed }])
      return yield* Effect.fromResult(result)
    }
  })

  return <A, E>(account: Account, lookups: Transaction<A, E>["lookups"], decide: Transaction<A, E>["decide"]) =>
    Effect.gen(function* () {
      const all = attemptAll({ account, lookups, decide, now: yield* database.now })
      // In the caller's transaction the database keeps the account locked until that ends. The holder of the lock here would wait
      // for it, while the caller's next write waited for the lock here: a deadlock.
      return yield* (yield* database.isAlone) ? all : locks.withLock(account, all)
    })
})
