/**
 * Connections that are a process's for one transaction at a time: nothing of a session is left from one to the next. Without
 * PgBouncer, each transaction gets a connection of its own.
 */
import { assert, describe, it } from "@effect/vitest"
import { DeliveryQueue, EventStore, WebhookStore } from "@sellerkit/core"
import * as PgStorage from "@sellerkit/storage-pg"
import { type DurableStorageTarget, durableStorageSuite, storageSuite } from "@sellerkit/testing"
import type { PgClient } from "@effect/sql-pg"
import { Clock, Duration, Effect, Layer, Option, Redacted, Result } from "effect"
import { postgresDatabase } from "../targets.ts"
import type { TestDatabase } from "./TestDatabase.ts"
import { hasPooler, startPooler } from "./pooler.ts"
import { newEvents, owner, webhookWrite } from "./records.ts"

const patience = { connectTimeout: Duration.infinity, idleTimeout: Duration.infinity }

const poolOf = (url: string, options: PgClient.PgPoolConfig = {}) =>
  PgStorage.pooledConnectionLayer({ url: Redacted.make(url), ...patience, ...options })

/** By the test's clock, which is what the suites of storages want. */
const storesOver = <E>(client: Layer.Layer<PgClient.PgClient, E>) =>
  PgStorage.layerStores.pipe(
    Layer.provide(client),
    Layer.provide(Layer.succeed(PgStorage.DatabaseTime, Clock.currentTimeMillis)),
    Layer.provide(Layer.succeed(PgStorage.WorkSource, "look"))
  )

const urlOf = ({ service, url }: TestDatabase): string => service?.url ?? url

const forOneTransaction: DurableStorageTarget = {
  name: "PostgreSQL, with a connection for each transaction",
  isShared: true,
  make: Effect.map(Effect.orDie(postgresDatabase), (database) =>
    storesOver(
      poolOf(urlOf(database), {
        connectionTTL: 0,
        ...(database.maxConnections === undefined ? undefined : { maxConnections: database.maxConnections })
      })
    )
  )
}

durableStorageSuite(forOneTransaction)

describe("a process that nobody wakes", () => {
  it.live("finds by looking what others published", () =>
    Effect.gen(function* () {
      const database = yield* postgresDatabase
      const client = poolOf(urlOf(database), { maxConnections: database.maxConnections ?? 3 })
      yield* Effect.gen(function* () {
        const queue = yield* DeliveryQueue
        yield* (yield* WebhookStore).insert(owner, () => Result.succeed(webhookWrite))
        yield* queue.awaitWork
        yield* Effect.provide(
          Effect.flatMap(EventStore, (store) => store.append(owner, newEvents(1, 1))),
          Layer.fresh(storesOver(client))
        )
        yield* Effect.timeout(queue.awaitWork, Duration.seconds(5))
        assert.isTrue(Option.isSome(yield* queue.nextDue([])))
      }).pipe(Effect.provide(storesOver(client)))
    }).pipe(Effect.scoped)
  )
})

if (hasPooler) {
  const pooled = Effect.gen(function* () {
    const database = yield* postgresDatabase
    return storesOver(poolOf(yield* startPooler(urlOf(database))))
  })
  storageSuite({ name: "PostgreSQL, behind PgBouncer", layer: Layer.unwrap(pooled), leasesOnArrival: true })
  durableStorageSuite({ name: "PostgreSQL, behind PgBouncer", make: Effect.orDie(pooled), isShared: true })
}
