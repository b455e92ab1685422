/** Each test that asks for a database has an empty one to itself. */
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Redacted, Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import type { SqlClient } from "effect/sql"
import { makeDatabases } from "./databases.ts"
import type { TestDatabase } from "./TestDatabase.ts"

const connected = <A, E>(
  { maxConnections, url }: TestDatabase,
  use: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>
) =>
  PgClient.make({ url: Redacted.make(url), maxConnections: maxConnections ?? 2 }).pipe(
    Effect.flatMap(use),
    Effect.scoped,
    Effect.provide(Reactivity.layer)
  )

const migrations = { count: 0 }

const migrate = (database: TestDatabase) =>
  connected(database, (sql) =>
    Effect.gen(function* () {
      migrations.count++
      yield* sql`create schema sellerkit`
      yield* sql`create table sellerkit.migration (version integer primary key)`
      yield* sql`insert into sellerkit.migration values (1)`
      yield* sql`create table sellerkit.webhook (id bigint generated always as identity primary key, name text not null)`
      yield* sql`create table sellerkit.event (webhook bigint not null references sellerkit.webhook)`
    })
  )

const write = (database: TestDatabase, name: string) =>
  connected(database, (sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`insert into sellerkit.webhook (name) values (${name})`
        yield* sql`insert into sellerkit.event select id from sellerkit.webhook`
      })
    )
  )

const content = (database: TestDatabase) =>
  connected(
    database,
    (sql) => sql<{ name: string }>`
      select name from sellerkit.webhook join sellerkit.event on webhook = webhook.id
      union all select 'version ' || version from sellerkit.migration order by name`
  ).pipe(Effect.map((rows) => rows.map(({ name }) => name)))

const empty = ["version 1"]

describe("A database of a test", () => {
  const database = makeDatabases(migrate)

  for (const time of ["at first", "and again"]) {
    it.effect(`is empty ${time}`, () =>
      Effect.gen(function* () {
        const own = yield* database
        assert.deepStrictEqual(yield* content(own), empty)
        yield* write(own, "a webhook")
        assert.deepStrictEqual(yield* content(own), ["a webhook", ...empty])
      })
    )
  }

  it.effect("is not another test's at the same time", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* database, yield* database]
      yield* write(one, "one")
      yield* write(other, "other")
      assert.deepStrictEqual(yield* content(one), ["one", ...empty])
      assert.deepStrictEqual(yield* content(other), ["other", ...empty])
    })
  )

  it.effect("is used again", () =>
    Effect.gen(function* () {
      const before = migrations.count
      for (let test = 0; test < 5; test++) yield* Effect.scoped(Effect.tap(database, (own) => write(own, "a webhook")))
      assert.strictEqual(migrations.count, before)
    })
  )

  const changes = [
    "create table sellerkit.more ()",
    "alter table sellerkit.webhook alter name set default 'none'",
    "drop table sellerkit.event",
    "create schema other",
    "insert into sellerkit.migration values (2)",
    "update sellerkit.migration set version = 0",
    "insert into sellerkit.webhook (name) select repeat(md5(i::text), 64) from generate_series(1, 40000) i"
  ]
  for (const change of changes) {
    it.effect(`is a new one after: ${change}`, () =>
      Effect.gen(function* () {
        const fresh = makeDatabases(migrate)
        const url = yield* Effect.scoped(
          Effect.map(
            Effect.tap(fresh, (own) => connected(own, (sql) => sql.unsafe(change))),
            ({ url }) => url
          )
        )
        const next = yield* fresh
        assert.notStrictEqual(next.url, url)
        assert.deepStrictEqual(yield* content(next), empty)
      })
    )
  }

  it.effect("is a new one while somebody is still connected to the last", () =>
    Effect.gen(function* () {
      const fresh = makeDatabases(migrate)
      const scope = yield* Scope.make()
      const used = yield* Scope.provide(fresh, scope)
      // PGlite does not know who is connected.
      if (used.maxConnections !== undefined) return
      yield* connected(used, (sql) =>
        Effect.gen(function* () {
          yield* sql`select 1`
          yield* Scope.close(scope, Exit.void)
          const next = yield* Effect.scoped(fresh)
          assert.notStrictEqual(next.url, used.url)
        })
      )
    })
  )
})
