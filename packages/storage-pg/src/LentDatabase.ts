/**
 * The database over connections that end with what they were made for, on platforms where none outlives the request that it
 * was made in. What is built over it stays, and is lent connections for one piece of work after the other.
 */
import type { PgClient } from "@effect/sql-pg"
import { StorageError } from "@sellerkit/core"
import { Context, Effect, Layer, Scope } from "effect"
import type { SqlClient } from "effect/sql"
import * as EventTypes from "./EventTypes.ts"
import { DatabaseTime, PgDatabase } from "./PgDatabase.ts"
import { checkServer } from "./Server.ts"

type Database = PgDatabase["Service"]
type Client = Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, StorageError>

/** For what goes on although nobody waits for it. */
const ended = Effect.fail(
  new StorageError({
    operation: "connect",
    retryable: true,
    cause: new Error("The work that the connections were made for has ended")
  })
)

/** Whether the server and its schema are right is looked at until they were once. */
const makeConnect = (client: Client): Effect.Effect<Database, StorageError, Scope.Scope> => {
  const checks = Layer.merge(Layer.effectDiscard(checkServer), EventTypes.layer)
  let isChecked = false
  return Effect.gen(function* () {
    const made = yield* Layer.build(Layer.provideMerge(PgDatabase.layer, client))
    if (!isChecked) yield* Effect.provideContext(Layer.build(checks), made)
    isChecked = true
    return Context.get(made, PgDatabase)
  })
}

export interface LentDatabase {
  readonly layer: Layer.Layer<PgDatabase>
  /** What may use the database until it ends; one at a time. Nothing is connected before the first statement. */
  during<A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
}

export const makeLentDatabase = (client: Client): LentDatabase => {
  const connect = makeConnect(client)
  let lent: Effect.Effect<Database, StorageError> = ended
  /** What the host has decided for all that is built over the database: its catalog, say. */
  let decisions = Context.empty()
  const use = <A, E>(act: (database: Database) => Effect.Effect<A, E>) =>
    Effect.flatMap(
      Effect.suspend(() => lent),
      act
    )
  return {
    layer: Layer.effect(
      PgDatabase,
      Effect.gen(function* () {
        decisions = yield* Effect.context<never>()
        return PgDatabase.of({
          now: yield* DatabaseTime,
          rows: (...statement) => use(({ rows }) => rows(...statement)),
          write: (operation, change) => use(({ write }) => write(operation, change)),
          lookAt: (...statement) => use(({ lookAt }) => lookAt(...statement)),
          isAlone: Effect.succeed(true),
          fullAt: Effect.undefined
        })
      })
    ),
    during: (work) =>
      Effect.scopedWith((scope) =>
        Effect.flatMap(Effect.cached(connect.pipe(Scope.provide(scope), Effect.provideContext(decisions))), (made) => {
          lent = made
          return Effect.ensuring(
            work,
            Effect.sync(() => {
              lent = ended
            })
          )
        })
      )
  }
}
