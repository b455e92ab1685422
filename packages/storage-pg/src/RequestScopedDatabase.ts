/**
 * A database whose connections are scoped to one piece of work, for platforms where no connection outlives the request that made
 * it. What is built over the database stays, and uses the connections of the current work.
 */
import type { PgClient } from "@effect/sql-pg"
import { StorageError } from "@sellerkit/core"
import { Context, Effect, Layer, Scope } from "effect"
import type { SqlClient } from "effect/sql"
import { DatabaseTime, PgDatabase } from "./connection/PgDatabase.ts"
import * as EventTypes from "./events/EventTypes.ts"
import { checkServer } from "./schema/Server.ts"

type Database = PgDatabase["Service"]
type Client = Layer.Layer<PgClient.PgClient | SqlClient.SqlClient, StorageError>

/** For a fiber that goes on after the work has ended. */
const ended = Effect.fail(
  new StorageError({
    operation: "connect",
    retryable: true,
    cause: new Error("The work that the connections were made for has ended")
  })
)

/** The server and its schema are checked until the check has succeeded once. */
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

export interface RequestScopedDatabase {
  readonly layer: Layer.Layer<PgDatabase>
  /** Work may use the database until it ends, one piece at a time. The first statement connects. */
  during<A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R>
}

export const makeRequestScopedDatabase = (client: Client): RequestScopedDatabase => {
  const connect = makeConnect(client)
  let current: Effect.Effect<Database, StorageError> = ended
  /** What the host has provided to all that is built over the database, such as its catalog. */
  let decisions = Context.empty()
  const use = <A, E>(act: (database: Database) => Effect.Effect<A, E>) =>
    Effect.flatMap(
      Effect.suspend(() => current),
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
          lookAt: (operation, look) => use(({ lookAt }) => lookAt(operation, look)),
          // Nobody but the service has these connections.
          isAlone: Effect.succeed(true),
          fullAt: Effect.undefined
        })
      })
    ),
    during: (work) =>
      Effect.scopedWith((scope) =>
        Effect.flatMap(Effect.cached(connect.pipe(Scope.provide(scope), Effect.provideContext(decisions))), (made) => {
          current = made
          return Effect.ensuring(
            work,
            Effect.sync(() => {
              current = ended
            })
          )
        })
      )
  }
}
