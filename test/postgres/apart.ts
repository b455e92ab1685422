/** Tests of what several processes do with one database at the same time. */
import { it } from "@effect/vitest"
import type { StoragePorts } from "@sellerkit/core"
import * as PgStorage from "@sellerkit/storage-pg"
import type { PgClient } from "@effect/sql-pg"
import { Effect, Layer, type Scope } from "effect"
import { postgresClient, postgresDatabase } from "../targets.ts"

export interface Outside {
  /** Over connections of its own, as another process, so that it has no part in a transaction of the test's. */
  apart<A, E>(effect: Effect.Effect<A, E, PgClient.PgClient | StoragePorts>): Effect.Effect<A, E>
}

/** PGlite, which knows no second connection, is left out. */
export const testApart = (
  title: string,
  body: (outside: Outside) => Effect.Effect<void, unknown, PgClient.PgClient | Scope.Scope | StoragePorts>
) =>
  it.live(title, () =>
    Effect.scoped(
      Effect.gen(function* () {
        const database = yield* postgresDatabase
        if (database.maxConnections !== undefined) return
        const client = postgresClient(database)
        const apart = yield* Layer.build(Layer.provideMerge(PgStorage.layerStores, Layer.fresh(client)))
        yield* Effect.provide(
          body({ apart: (effect) => Effect.provide(effect, apart) }),
          Layer.provideMerge(PgStorage.layerStores, client)
        )
      })
    )
  )
