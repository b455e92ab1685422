/** Statements of the ports: each is one round trip, unless a decision of the caller lies between reading and writing. */
import { PgClient, type PgTypes } from "@effect/sql-pg"
import { StorageError } from "@sellerkit/core"
import { Clock, Context, Data, Effect, Layer, Option } from "effect"
import type { SqlError } from "effect/sql"
import { AnswerLimit, makeAnswerLimit, type NoAnswer } from "./AnswerLimit.ts"
import { diskFull, explained, passes, stateOf } from "./Fault.ts"
import { endReadOnlyText, readOnly } from "./readOnlySessions.ts"
import { inTransaction } from "./transaction.ts"

/**
 * The current time for every statement, in milliseconds; null for the database's own clock, which all processes share. Tests give
 * another time.
 */
export const DatabaseTime = Context.Reference<Effect.Effect<number | null>>("@sellerkit/storage-pg/DatabaseTime", {
  defaultValue: () => Effect.succeed(null)
})

/** Ends the transaction of a look, so that its change is undone. */
class LookedAt<A> extends Data.TaggedError("LookedAt")<{ readonly found: A }> {}

/** Lists are made by `lists.ts`. */
export type Parameter = PgTypes.Parameter | bigint | boolean | number | string | null

type Failure = NoAnswer | SqlError.SqlError

const storageError = (operation: string, cause: Failure) =>
  new StorageError({
    operation,
    retryable: cause._tag === "NoAnswer" || cause.isRetryable || passes(cause),
    cause: explained(cause)
  })

/** Statements within a transaction. They fail only where the database does; what the caller decides comes as a value. */
export interface Statements {
  rows<Row extends object>(
    text: string,
    ...parameters: ReadonlyArray<Parameter>
  ): Effect.Effect<ReadonlyArray<Row>, SqlError.SqlError>
}

export class PgDatabase extends Context.Service<
  PgDatabase,
  {
    /** The parameter for the current time. */
    readonly now: Effect.Effect<number | null>
    rows<Row extends object>(
      operation: string,
      text: string,
      ...parameters: ReadonlyArray<Parameter>
    ): Effect.Effect<ReadonlyArray<Row>, StorageError>
    /** All or nothing; part of the caller's transaction, where there is one. */
    write<A>(
      operation: string,
      change: (statements: Statements) => Effect.Effect<A, SqlError.SqlError>
    ): Effect.Effect<A, StorageError>
    /** What `look` finds, although it changes something on the way: that is undone. */
    lookAt<A>(operation: string, look: Effect.Effect<A, StorageError>): Effect.Effect<A, StorageError>
    /** Whether the caller shares its statements with nobody: it has a transaction, or connections of its own. */
    readonly isAlone: Effect.Effect<boolean>
    /** When the server last said that its disk is full, in milliseconds of this process's clock. */
    readonly fullAt: Effect.Effect<number | undefined>
  }
>()("@sellerkit/storage-pg/PgDatabase") {
  static readonly layer: Layer.Layer<PgDatabase, never, PgClient.PgClient> = Layer.effect(
    PgDatabase,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const now = yield* DatabaseTime
      const answered = makeAnswerLimit(yield* AnswerLimit)
      let fullAt: number | undefined
      const isInTransaction = Effect.map(Effect.serviceOption(sql.transactionService), Option.isSome)
      // A caller's transaction is the caller's to end.
      const endReadOnly = Effect.flatMap(isInTransaction, (isTheirs) =>
        isTheirs ? Effect.void : Effect.ignore(answered(sql.unsafe(endReadOnlyText)))
      )
      const failed = (operation: string) =>
        Effect.fnUntraced(function* (cause: Failure) {
          const state = cause._tag === "SqlError" ? stateOf(cause) : undefined
          if (state === diskFull) fullAt = yield* Clock.currentTimeMillis
          if (state === readOnly) yield* endReadOnly
          return yield* Effect.fail(storageError(operation, cause))
        })
      const lookAt = <A>(operation: string, look: Effect.Effect<A, StorageError>): Effect.Effect<A, StorageError> =>
        answered(
          inTransaction(
            sql,
            Effect.flatMap(look, (found) => Effect.fail(new LookedAt({ found })))
          )
        ).pipe(
          Effect.catchTags({
            LookedAt: ({ found }) => Effect.succeed(found),
            NoAnswer: failed(operation),
            SqlError: failed(operation)
          })
        )
      const statements: Statements = { rows: (text, ...parameters) => sql.unsafe(text, parameters) }
      return PgDatabase.of({
        now,
        rows: (operation, text, ...parameters) =>
          Effect.catch(answered(sql.unsafe(text, parameters)), failed(operation)) as never,
        write: (operation, change) =>
          Effect.catch(
            answered(
              inTransaction(
                sql,
                Effect.suspend(() => change(statements))
              )
            ),
            failed(operation)
          ),
        lookAt,
        isAlone: isInTransaction,
        fullAt: Effect.sync(() => fullAt)
      })
    })
  )
}
