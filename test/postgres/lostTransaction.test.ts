/** A transaction whose connection is lost fails as the database does, and not as if the program were wrong. */
import { assert, describe, it } from "@effect/vitest"
import { StorageError, WebhookStore } from "@sellerkit/core"
import * as PgStorage from "@sellerkit/storage-pg"
import { PgClient } from "@effect/sql-pg"
import { Effect, Fiber, Result } from "effect"
import { postgresClient, postgresDatabase } from "../targets.ts"
import { owner, webhookWrite } from "./records.ts"

const write = Effect.flatMap(WebhookStore, (store) => store.insert(owner, () => Result.succeed(webhookWrite)))

const works = {
  "a write of a port": Effect.provide(write, PgStorage.layerStores),
  // There is something to change, so that it takes the lock.
  "bringing the schema up to date": PgStorage.migrateWith({ ...PgStorage.migrations, "9999_later": Effect.void })
}

const waiting = "pid <> pg_backend_pid() and datname = current_database() and wait_event_type = 'Lock'"

/** Ends connections that wait for a lock, as soon as there is one. */
const cut = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  for (;;) {
    const ended = yield* sql.unsafe(`select pg_terminate_backend(pid) from pg_stat_activity where ${waiting}`)
    if (ended.length > 0) return
    yield* Effect.sleep("10 millis")
  }
})

describe("a transaction whose connection is lost", () => {
  for (const [name, work] of Object.entries(works)) {
    it.live(`fails with a storage error: ${name}`, () =>
      Effect.gen(function* () {
        const database = yield* postgresDatabase
        // PGlite has one connection, which cannot be ended.
        if (database.maxConnections !== undefined) return
        yield* Effect.gen(function* () {
          const sql = yield* PgClient.PgClient
          // Each of the two waits for one of these locks.
          yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`lock table sellerkit.webhook, sellerkit.owner in access exclusive mode`
              yield* sql`select pg_advisory_xact_lock(x'73656c6c65726b69'::bit(64)::bigint)`
              const running = yield* Effect.forkChild(Effect.flip(Effect.provide(work, postgresClient(database))))
              // Within this transaction the list of sessions would never change.
              yield* Effect.provide(cut, postgresClient(database))
              assert.instanceOf(yield* Fiber.join(running), StorageError)
            })
          )
        }).pipe(Effect.provide(postgresClient(database)))
      }).pipe(Effect.scoped)
    )
  }
})
