/** What is said when the database cannot be used, or not as it is. */
import { assert, describe, it } from "@effect/vitest"
import * as PgStorage from "@sellerkit/storage-pg"
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted, type Scope } from "effect"
import { randomBytes } from "node:crypto"
import { vi } from "vitest"
import { run } from "../fixtures/command.ts"
import { program } from "../fixtures/program.ts"
import { postgresClient, postgresDatabase } from "../targets.ts"
import type { TestDatabase } from "./TestDatabase.ts"
import { makeSeller, startProcess, startReceiver } from "./processes.ts"

/** PGlite knows neither users nor a second connection. */
const test = (
  title: string,
  body: (database: TestDatabase) => Effect.Effect<void, unknown, PgClient.PgClient | Scope.Scope>
) =>
  it.live(title, () =>
    Effect.scoped(
      Effect.flatMap(postgresDatabase, (given) =>
        given.maxConnections === undefined
          ? Effect.provide(Effect.scoped(body(given)), postgresClient(given))
          : Effect.void
      )
    )
  )

/** The URL of a database that was not migrated. */
const notMigrated = (url: string) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const name = `${new URL(url).pathname.slice(1)}_empty`
    yield* Effect.acquireRelease(sql.unsafe(`create database ${name} template template0`), () =>
      Effect.ignore(sql.unsafe(`drop database ${name} with (force)`))
    )
    return changed(url, (other) => (other.pathname = `/${name}`))
  })

const secret = "secret-password"

const reasonOf = (layer: Layer.Layer<any, any>) =>
  Effect.map(Effect.flip(Effect.scoped(Layer.build(layer))), ({ cause, message }) => {
    assert.instanceOf(cause, Error)
    assert.notInclude(`${message} ${cause.message}`, secret)
    return cause.message as string
  })

/** Why a service that brings the schema up to date cannot start, and why one that does not cannot. */
const starting = (url: string) => {
  const connection = PgStorage.connectionLayer({ url: Redacted.make(url) })
  return {
    service: reasonOf(Layer.provide(PgStorage.layer, connection)),
    stores: reasonOf(Layer.provide(PgStorage.layerStores, connection))
  }
}

const changed = (url: string, change: (url: URL) => void): string => {
  const other = new URL(url)
  change(other)
  return other.href
}

/** The URL of a user of its own, who may connect and nothing else. */
const withUser = (url: string) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const user = `sellerkit_test_${randomBytes(6).toString("hex")}`
    yield* Effect.acquireRelease(sql.unsafe(`create role ${user} login password '${secret}'`), () =>
      Effect.ignore(Effect.andThen(sql.unsafe(`drop owned by ${user}`), sql.unsafe(`drop role ${user}`)))
    )
    return changed(url, (other) => {
      other.username = user
      other.password = secret
    })
  })

describe("a database that cannot be used", () => {
  test("does not exist", ({ url }) =>
    Effect.gen(function* () {
      const { service } = starting(changed(url, (other) => (other.pathname = "/no_such_database")))
      assert.match(
        yield* service,
        /"no_such_database" does not exist. Create the database, or name another in the URL$/
      )
    }))

  test("is not there", ({ url }) =>
    Effect.gen(function* () {
      const { service } = starting(changed(url, (other) => (other.port = "1")))
      assert.match(yield* service, /ECONNREFUSED.*\. Check that the server runs and can be reached$/)
    }))

  test("takes another password", ({ url }) =>
    Effect.gen(function* () {
      const { service } = starting(changed(url, (other) => (other.password = secret)))
      assert.match(yield* service, /password authentication failed.*\. Check the user and the password/)
    }))

  test("is a replica", ({ url }) =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const name = new URL(url).pathname.slice(1)
      yield* Effect.acquireRelease(sql.unsafe(`alter database ${name} set default_transaction_read_only = on`), () =>
        Effect.orDie(sql.unsafe(`alter database ${name} reset default_transaction_read_only`))
      )
      const { service, stores } = starting(url)
      for (const reason of [service, stores]) {
        assert.match(yield* reason, /takes nothing that is written: it is a replica.* Give the address of the primary$/)
      }
    }))

  test("has a schema that a newer version has changed", ({ url }) =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      yield* sql`insert into sellerkit.migration (migration_id, name) values (999, 'later')`
      const { service, stores } = starting(url)
      for (const reason of [service, stores]) {
        assert.match(
          yield* reason,
          /^A newer version has changed the schema \(it is 999, and this version knows \d+\)\. Use/
        )
      }
    }))

  test("has no schema, and the user may not make one", ({ url }) =>
    Effect.gen(function* () {
      const { service, stores } = starting(yield* Effect.flatMap(notMigrated(url), withUser))
      for (const reason of [service, stores]) {
        assert.match(
          yield* reason,
          /^The database has no schema of this service yet\. Run sellerkit migrate, as a user/
        )
      }
    }))

  test("has a schema that the user may not use", ({ url }) =>
    Effect.gen(function* () {
      const { service, stores } = starting(yield* withUser(url))
      for (const reason of [service, stores]) {
        assert.match(yield* reason, /^permission denied for schema sellerkit\. Grant this user what it lacks/)
      }
    }))

  it("is too old, or has an older schema", () => {
    const server = { version: 180_003, isReadOnly: false, schema: 2 }
    assert.isUndefined(PgStorage.judgeServer(server, 2))
    assert.isUndefined(PgStorage.judgeServer({ ...server, version: 140_000 }, 2))
    assert.deepStrictEqual(PgStorage.judgeServer({ ...server, version: 130_023 }, 2), {
      message: "The server is PostgreSQL 13, which is too old",
      advice: "Use PostgreSQL 14 or newer"
    })
    assert.isUndefined(PgStorage.judgeSchema(server, 2))
    assert.strictEqual(
      PgStorage.judgeSchema(server, 3)?.message,
      "The schema is older than this version (it is 2, and 3 is needed)"
    )
  })
})

describe("a server whose disk is full", () => {
  test("is said to be so by publications and health, and takes what is repeated once there is room", ({ url }) =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const receiver = yield* Effect.promise(startReceiver)
      const process = yield* Effect.promise(() => startProcess("whole", url))
      const seller = yield* Effect.promise(() => makeSeller(process, receiver.url))
      yield* sql.unsafe(`create function refuse() returns trigger language plpgsql as $$ begin
        raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
      yield* sql.unsafe(
        "create trigger full_disk before insert on sellerkit.event for each row execute function refuse()"
      )
      const { body, status } = yield* Effect.promise(() => seller.publish(process, "order-1"))
      assert.deepStrictEqual([status, body.title], [503, "Service unavailable"])
      assert.notInclude(JSON.stringify(body), "No space")
      const health = yield* Effect.promise(() => process.call("GET", "/health/ready"))
      assert.deepStrictEqual([health.status, health.body.database.problem], [503, "The disk of the database is full"])
      yield* sql.unsafe("drop trigger full_disk on sellerkit.event")
      const again = yield* Effect.promise(() => seller.publish(process, "order-1"))
      assert.strictEqual(again.status, 202)
      yield* Effect.promise(() => vi.waitFor(() => assert.lengthOf(receiver.received, 1)))
      yield* Effect.promise(() => process.stop())
      receiver.close()
    }))
})

describe("commands", () => {
  test("say what is wrong, with the database's name and without its password", ({ url }) =>
    Effect.gen(function* () {
      const limited = yield* Effect.flatMap(notMigrated(url), withUser)
      const { host, pathname } = new URL(limited)
      const env = { ...process.env, PORT: "0", SELLERKIT_DATABASE: limited }
      for (const [command, beginning] of [
        ["migrate", "The schema of"],
        ["serve", "The database"]
      ] as const) {
        const { out, status } = yield* Effect.promise(() => run(process.execPath, [program, command], { env }))
        assert.strictEqual(status, 1)
        assert.include(out, `${beginning} postgresql://${host}${pathname} cannot be`)
        assert.include(out, "Run sellerkit migrate, as a user who may create tables there")
        assert.notInclude(out, secret)
      }
    }))
})
