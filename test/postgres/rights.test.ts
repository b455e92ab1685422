/** The role of the service needs no right to make tables, and the role of a publisher needs next to none. */
import { assert, describe, it } from "@effect/vitest"
import { RetentionStore } from "@sellerkit/core"
import * as PgStorage from "@sellerkit/storage-pg"
import { PgClient } from "@effect/sql-pg"
import { DateTime, Duration, Effect, Layer, Record } from "effect"
import { postgresClient, postgresDatabase, serviceClient } from "../targets.ts"
import { makeDatabases } from "./databases.ts"
import type { TestDatabase } from "./TestDatabase.ts"
import { owner } from "./records.ts"

/** Where there are roles: not over PGlite. */
const test = (
  title: string,
  databases: typeof postgresDatabase,
  body: (database: TestDatabase, role: string) => Effect.Effect<void, unknown>
) =>
  it.live(title, () =>
    Effect.scoped(
      Effect.flatMap(databases, (database) =>
        database.service === undefined ? Effect.void : body(database, database.service.role)
      )
    )
  )

const reasonOf = <A, E extends { readonly cause?: unknown }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => {
    let cause: unknown = error
    while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
    return (cause as Error).message
  })

const use = <A, E>(
  client: ReturnType<typeof postgresClient>,
  statement: (sql: PgClient.PgClient) => Effect.Effect<A, E>
) => Effect.provide(Effect.flatMap(PgClient.PgClient, statement), Layer.fresh(client))

const notMigrated = makeDatabases(() => Effect.void)
const ofEighth = makeDatabases((database) => {
  const before = Record.filter(PgStorage.migrations, (_, name) => name < "0009")
  return Effect.provide(PgStorage.migrateWith(before), postgresClient(database))
})
const notGranted = makeDatabases((database) => Effect.provide(PgStorage.migrate, postgresClient(database)))

// The suites of the ports run with these rights as well (test/targets.ts).
describe("the role of a service", () => {
  test("brings a schema up to date that is", postgresDatabase, (database) =>
    Effect.scoped(Layer.build(Layer.provide(PgStorage.layer, serviceClient(database))))
  )

  test("goes on when runs come to a schema that it was granted", ofEighth, (database, role) =>
    Effect.gen(function* () {
      const owns = postgresClient(database)
      yield* Effect.provide(Effect.andThen(PgStorage.grantTo(role), PgStorage.migrate), owns)
      const kept = yield* use(serviceClient(database), (sql) =>
        sql.unsafe(`select has_table_privilege('sellerkit.delivered_run', 'select, insert, delete')
            and has_table_privilege('sellerkit.delivered_run_default', 'select, delete') as tables,
          has_function_privilege('sellerkit.drop_partitions(text, bigint)', 'execute') as functions`)
      )
      assert.deepStrictEqual(kept, [{ tables: true, functions: true }])
    })
  )

  test(
    "may use all that it was granted as far as is known, although it does not write which version the schema has",
    postgresDatabase,
    (database) =>
      Effect.gen(function* () {
        const { notUsable, notWritable } = yield* Effect.provide(PgStorage.inspect, serviceClient(database))
        assert.deepStrictEqual([notUsable, notWritable], [[], []])
      })
  )

  test("is told which sequences and functions it may not use", notGranted, (database, role) =>
    Effect.gen(function* () {
      const owns = postgresClient(database)
      yield* Effect.provide(PgStorage.grantTo(role), owns)
      yield* use(owns, (sql) =>
        Effect.andThen(
          sql.unsafe(`revoke usage on all sequences in schema sellerkit from ${role}`),
          sql.unsafe(`do $$ declare f regprocedure; begin
            for f in select oid from pg_proc where proname = 'append' and pronamespace = 'sellerkit'::regnamespace
            loop execute format('revoke execute on function %s from public, ${role}', f); end loop; end $$`)
        )
      )
      const { notUsable } = yield* Effect.provide(PgStorage.inspect, Layer.fresh(serviceClient(database)))
      assert.deepStrictEqual(notUsable, ["function append", "sequence record_sequence", "sequence record_version"])
    })
  )

  test("makes no tables, and changes nothing of the schema", postgresDatabase, (database) =>
    Effect.gen(function* () {
      for (const statement of [
        "create table sellerkit.other ()",
        "drop table sellerkit.event_default",
        "insert into sellerkit.migration (migration_id, name) values (1000, 'other')"
      ])
        assert.match(
          yield* reasonOf(use(serviceClient(database), (sql) => sql.unsafe(statement))),
          /permission denied|must be owner/
        )
    })
  )

  test("makes partitions and drops them, with the rights of whoever migrated", postgresDatabase, (database) =>
    Effect.gen(function* () {
      const then = DateTime.toEpochMillis(DateTime.subtractDuration(yield* DateTime.now, Duration.days(100)))
      const partitions = (sql: PgClient.PgClient) =>
        Effect.map(sql`select from pg_inherits where inhparent = 'sellerkit.delivery'::regclass`, (rows) => rows.length)
      const [made] = yield* use(serviceClient(database), (sql) =>
        sql.unsafe<{ made: number }>("select sellerkit.ensure_partitions($1) as made", [then])
      )
      assert.isAbove(made!.made, 0)
      const before = yield* use(postgresClient(database), partitions)
      yield* Effect.flatMap(RetentionStore, (store) => store.remove("deliveries", Duration.days(30), 10)).pipe(
        Effect.provide(Layer.provide(PgStorage.layerStores, serviceClient(database)))
      )
      assert.isBelow(yield* use(postgresClient(database), partitions), before)
    })
  )

  test("is told what it lacks", notMigrated, (database) =>
    Effect.gen(function* () {
      const { cause } = yield* Effect.flip(Effect.provide(PgStorage.migrate, serviceClient(database)))
      assert.match((cause as Error).message, /^The database has no schema of this service yet\. Run sellerkit migrate/)
    })
  )

  test("is told that it may not use the schema", notGranted, (database) =>
    Effect.gen(function* () {
      const { cause } = yield* Effect.flip(Effect.provide(PgStorage.migrate, serviceClient(database)))
      assert.match((cause as Error).message, /permission denied for schema sellerkit/)
    })
  )
})

describe("the role of a publisher", () => {
  test("publishes, and reads and drops nothing", notGranted, (database, role) =>
    Effect.gen(function* () {
      yield* use(postgresClient(database), (sql) =>
        Effect.andThen(
          sql.unsafe(`grant usage on schema sellerkit to ${role}`),
          sql`insert into sellerkit.event_type values ('content', 'card_changed') on conflict do nothing`
        )
      )
      const refused = (statement: string) => reasonOf(use(serviceClient(database), (sql) => sql.unsafe(statement)))
      yield* use(serviceClient(database), (sql) =>
        sql.unsafe(`select sellerkit.publish('${owner.sellerId}', 'content', 'card_changed', '{}'::text)`)
      )
      for (const statement of [
        "select secret from sellerkit.webhook",
        "select sellerkit.drop_partitions('event', 0)",
        "select sellerkit.ensure_partitions(0)"
      ])
        assert.include(yield* refused(statement), "permission denied")
    })
  )
})
