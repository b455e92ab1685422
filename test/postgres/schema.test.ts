/** What the migrations make is what is written down, from whatever released schema they set out. */
import { assert, describe, it } from "@effect/vitest"
import * as PgStorage from "@sellerkit/storage-pg"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { postgresClient } from "../targets.ts"
import { makeDatabases } from "./databases.ts"
import { manifestFolder, schemaManifest } from "./schemaManifest.ts"

const names = Object.keys(PgStorage.migrations) as ReadonlyArray<keyof typeof PgStorage.migrations>

const through = (last: number) =>
  PgStorage.migrateWith(Object.fromEntries(names.slice(0, last + 1).map((name) => [name, PgStorage.migrations[name]])))

const committed = (name: string): unknown => JSON.parse(readFileSync(join(manifestFolder, `${name}.json`), "utf8"))

const emptyDatabase = makeDatabases(() => Effect.void)

const over = <A, E>(effect: Effect.Effect<A, E, PgClient.PgClient | SqlClient.SqlClient>) =>
  Effect.scoped(Effect.flatMap(emptyDatabase, (database) => Effect.provide(effect, postgresClient(database))))

const schema = Effect.map(schemaManifest, (text): unknown => JSON.parse(text))

const applied = Effect.flatMap(
  PgClient.PgClient,
  (sql) => sql<{ name: string }>`select name from sellerkit.migration order by migration_id`
)

describe("the schema", () => {
  it("is written down for each migration", () => {
    assert.deepStrictEqual(
      readdirSync(manifestFolder).sort(),
      names.map((name) => `${name}.json`)
    )
  })

  for (const [index, name] of names.entries()) {
    it.live(`of ${name} is what is written down, and leads to the newest: \`npm run schema\` writes it`, () =>
      over(
        Effect.gen(function* () {
          yield* through(index)
          assert.deepStrictEqual(yield* schema, committed(name))
          yield* PgStorage.migrate
          assert.deepStrictEqual(yield* schema, committed(names.at(-1)!))
        })
      )
    )
  }

  it.live("stays as it is when it is brought up to date again", () =>
    over(
      Effect.gen(function* () {
        yield* PgStorage.migrate
        const before = [yield* schema, yield* applied]
        yield* PgStorage.migrate
        assert.deepStrictEqual([yield* schema, yield* applied], before)
      })
    )
  )

  it.live("is brought up to date once when several processes do it at the same time", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const database = yield* emptyDatabase
        // PGlite has one connection: its processes take turns anyway.
        const processes = Array.from({ length: database.maxConnections ?? 4 }, () =>
          Effect.provide(PgStorage.migrate, Layer.fresh(postgresClient(database)))
        )
        yield* Effect.all(processes, { concurrency: "unbounded" })
        const result = Effect.all([schema, applied])
        const [found, made] = yield* Effect.provide(result, postgresClient(database))
        assert.deepStrictEqual(found, committed(names.at(-1)!))
        assert.lengthOf(made, names.length)
      })
    )
  )

  it.live("waits for nobody who uses the table of what is carried: its lists stay compressed then", () =>
    Effect.scoped(
      Effect.flatMap(emptyDatabase, (database) =>
        Effect.gen(function* () {
          // PGlite has one connection: nobody else can use anything.
          if (database.maxConnections !== undefined) return
          const sql = yield* PgClient.PgClient
          yield* through(names.indexOf("0012_plainLists") - 1)
          yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`lock table sellerkit.carried in row exclusive mode`
              yield* Effect.provide(PgStorage.migrate, Layer.fresh(postgresClient(database)))
            })
          )
          const lists = yield* sql<{ storage: string }>`select distinct attstorage::text as storage from pg_attribute
            where attrelid = 'sellerkit.carried'::regclass and atttypid::regtype::text like '%[]'`
          assert.deepStrictEqual(lists, [{ storage: "x" }])
          assert.lengthOf(yield* applied, names.length)
        }).pipe(Effect.provide(postgresClient(database)))
      )
    )
  )

  it.live("is refused when it is one of a newer version", () =>
    over(
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* PgStorage.migrate
        yield* sql`insert into sellerkit.migration (migration_id, name) values (${names.length + 1}, 'newer')`
        const { cause } = yield* Effect.flip(PgStorage.migrate)
        assert.match(
          (cause as Error).message,
          /^A newer version has changed the schema \(it is \d+, and this version knows \d+\)/
        )
      })
    )
  )

  it.live("differs when somebody changes it by hand", () =>
    over(
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* PgStorage.migrate
        const before = yield* schema
        for (const change of [
          "alter table sellerkit.lane set (fillfactor = 90)",
          "create index other on sellerkit.wake (at)",
          "alter table sellerkit.webhook alter name drop not null",
          "alter table sellerkit.carried alter event_ids set storage extended",
          "create or replace function sellerkit.milliseconds(given bigint) returns bigint language sql as 'select given'"
        ])
          yield* sql
            .withTransaction(
              Effect.gen(function* () {
                yield* sql.unsafe(change)
                assert.notDeepEqual(yield* schema, before)
                return yield* Effect.fail("undone")
              })
            )
            .pipe(Effect.flip)
      })
    )
  )
})
