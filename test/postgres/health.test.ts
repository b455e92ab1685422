/** What probes are told of a database. */
import { assert, describe, it } from "@effect/vitest"
import { PgClient } from "@effect/sql-pg"
import * as PgStorage from "@sellerkit/storage-pg"
import { Effect, Layer, Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { postgresDatabase } from "../targets.ts"

describe("the health of a database", () => {
  it.effect("is looked at again although the clock was set back", () =>
    Effect.gen(function* () {
      const { maxConnections, url } = yield* postgresDatabase
      // PGlite has no settings of a session.
      if (maxConnections !== undefined) return
      const connection = PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })
      yield* Effect.gen(function* () {
        const { problem } = yield* PgStorage.PgHealth
        const sql = yield* PgClient.PgClient
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual(yield* problem, Option.none())
        yield* sql.unsafe("set default_transaction_read_only = on")
        // A second ago it was well.
        assert.deepStrictEqual(yield* problem, Option.none())
        yield* TestClock.setTime(0)
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(yield* problem, Option.some("readOnly"))
        // Only that session was read only, and it is not kept.
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(yield* problem, Option.none())
      }).pipe(Effect.provide(Layer.provideMerge(PgStorage.layerHealth, connection)))
    }).pipe(Effect.scoped)
  )
})
