/** A storage whose connections end with each piece of work. */
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { EventStore, publishedCatalog, WebhookStore } from "@sellerkit/core"
import * as PgStorage from "@sellerkit/storage-pg"
import { Context, Effect, Layer, Redacted, Result, Schedule } from "effect"
import { postgresClient, postgresDatabase } from "../targets.ts"
import { makeDatabases } from "./databases.ts"
import type { TestDatabase } from "./TestDatabase.ts"
import { newEvents, owner, webhookWrite } from "./records.ts"

const emptyDatabase = makeDatabases(() => Effect.void)

const open = Effect.fnUntraced(function* ({ service, url }: TestDatabase) {
  const { during, layer } = PgStorage.makeRequestScopedStorage(Redacted.make(service?.url ?? url))
  return { during, ports: yield* Layer.build(layer) }
})

const list = Effect.flatMap(WebhookStore, (webhooks) => webhooks.list(owner))

/** Connections of the storage, seen from outside. */
const connections = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  const [found] = yield* sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and application_name = 'sellerkit'`
  return found!.count
})

const areClosed = (sql: PgClient.PgClient) =>
  connections(sql).pipe(
    Effect.repeat({ until: (count) => count === 0, schedule: Schedule.spaced("20 millis") }),
    Effect.timeout("5 seconds")
  )

describe("a storage whose connections are scoped to a request", () => {
  it.live("connects when the first statement is made, and not beyond the work", () =>
    Effect.gen(function* () {
      const database = yield* postgresDatabase
      const sql = Context.get(yield* Layer.build(postgresClient(database)), PgClient.PgClient)
      const { during, ports } = yield* open(database)
      const looked = Effect.andThen(list, connections(sql))
      for (let work = 0; work < 2; work++) {
        assert.strictEqual(yield* during(connections(sql)), 0)
        assert.strictEqual(yield* during(looked).pipe(Effect.provideContext(ports)), 1)
        yield* areClosed(sql)
      }
      const late = yield* Effect.flip(Effect.provideContext(list, ports))
      assert.deepInclude(late, { operation: "connect", retryable: true })
      assert.match(String(late.cause), /has ended/)
    }).pipe(Effect.scoped)
  )

  it.live("publishes at once, over the connection of the work", () =>
    Effect.gen(function* () {
      const { during, ports } = yield* open(yield* postgresDatabase)
      const store = Context.get(ports, EventStore)
      yield* during(
        Effect.flatMap(WebhookStore, (webhooks) => webhooks.insert(owner, () => Result.succeed(webhookWrite)))
      ).pipe(Effect.provideContext(ports))
      for (let work = 0; work < 2; work++) {
        const published = yield* during(store.append(owner, newEvents(2, work)))
        assert.deepStrictEqual(
          published.map(({ deliveries }) => deliveries),
          [1, 1]
        )
      }
    }).pipe(Effect.scoped)
  )

  it.live("looks whether the schema is there until it is, and tells it of the catalog", () =>
    Effect.gen(function* () {
      const database = yield* emptyDatabase
      const { during, layer } = PgStorage.makeRequestScopedStorage(Redacted.make(database.url))
      const ports = yield* Layer.build(layer)
      const look = Effect.provideContext(during(list), ports)
      for (let work = 0; work < 2; work++) {
        const refused = yield* Effect.flip(look)
        assert.match(String(refused.cause), /no schema of this service yet.*Run sellerkit migrate/)
      }
      const sql = yield* Layer.build(postgresClient(database))
      yield* Effect.provideContext(PgStorage.migrate, sql)
      assert.deepStrictEqual(yield* look, [])
      const told = yield* Context.get(sql, PgClient.PgClient)`select from sellerkit.event_type`
      assert.lengthOf(
        told,
        publishedCatalog.scopes.reduce((sum, { eventTypes }) => sum + eventTypes.length, 0)
      )
    }).pipe(Effect.scoped)
  )
})
