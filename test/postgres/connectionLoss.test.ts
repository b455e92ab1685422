/**
 * Connections that are cut and servers that go away under a running service: it says so, loses nothing, and goes on by itself.
 */
import { assert, describe, it } from "@effect/vitest"
import { EventStore, WebhookStore } from "@sellerkit/core"
import * as PgStorage from "@sellerkit/storage-pg"
import { PgClient } from "@effect/sql-pg"
import { Array, Cause, Effect, Exit, Fiber, identity, Layer, Option, Predicate, Redacted, Result, Scope } from "effect"
import { vi } from "vitest"
import { postgresClient, postgresDatabase } from "../targets.ts"
import { startPrivateServer } from "./privateServer.ts"
import { type Answer, makeSeller, type RunningProcess, startProcess, startReceiver } from "./processes.ts"
import { newEvents, owner, webhookWrite } from "./records.ts"

const ready = (process: RunningProcess) => process.call("GET", "/health/ready")

/** What is done to the server and its connections, and what undoes it. */
interface Fleet {
  readonly api: RunningProcess
  readonly dispatcher: RunningProcess
  publish(idempotencyKey: string): Promise<Answer>
  /** Idempotency keys of what has arrived. */
  readonly arrived: () => ReadonlyArray<string>
}

const withFleet = (url: string, body: (fleet: Fleet) => Promise<void>) =>
  Effect.promise(async () => {
    const receiver = await startReceiver()
    const [api, dispatcher] = await Promise.all([startProcess("api", url), startProcess("dispatcher", url)])
    const seller = await makeSeller(api, receiver.url)
    try {
      await body({
        api,
        dispatcher,
        publish: (key) => seller.publish(api, key),
        arrived: () => receiver.received.flatMap(({ events }) => events.map((event: any) => event.idempotencyKey))
      })
    } finally {
      await Promise.all([api.stop(), dispatcher.stop()])
      receiver.close()
    }
  })

/** As a publisher does: with the same key, until it is taken. */
const publishUntilTaken = (fleet: Fleet, key: string) =>
  vi.waitFor(async () => assert.strictEqual((await fleet.publish(key)).status, 202))

/** All that a process has logged: that it began and that it ended, whatever failed in between. */
const isBack = (fleet: Fleet) =>
  vi.waitFor(async () => {
    for (const process of [fleet.api, fleet.dispatcher]) {
      assert.strictEqual((await ready(process)).status, 200)
      assert.deepStrictEqual(
        process.logged.map((text) => text.split(",")[0]),
        ["The database cannot be used", "The database can be used again"]
      )
    }
  })

/**
 * What is published now arrives by notification, sooner than by looking. Afterwards nothing is under way: a claim whose answer
 * is lost with its connection would wait until its lease runs out.
 */
const arrivesAtOnce = async (fleet: Fleet, key: string) => {
  await publishUntilTaken(fleet, key)
  await vi.waitFor(() => assert.include(fleet.arrived(), key), { timeout: 4000, interval: 5 })
}

const cutAll = (url: string) =>
  Effect.provide(
    Effect.flatMap(
      PgClient.PgClient,
      (sql) =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`
    ),
    Layer.fresh(postgresClient({ url }))
  )

describe("a running service", () => {
  it.live("goes on when all of its connections are cut", () =>
    Effect.gen(function* () {
      const { maxConnections, url } = yield* postgresDatabase
      if (maxConnections !== undefined) return
      yield* withFleet(url, async (fleet) => {
        await arrivesAtOnce(fleet, "before")
        await Effect.runPromise(cutAll(url))
        for (let number = 0; number < 10; number++) await publishUntilTaken(fleet, `cut-${number}`)
        await isBack(fleet)
        await arrivesAtOnce(fleet, "after")
        await vi.waitFor(() => assert.includeMembers([...fleet.arrived()], ["before", "cut-0", "cut-9"]))
      })
    })
  )

  it.live(
    "says that the server is away, and goes on when it is back",
    () =>
      Effect.gen(function* () {
        const started = yield* Effect.option(startPrivateServer({ settings: {} }))
        // Where none can run. Its settings are those of an ordinary one, which forgets nothing.
        if (started._tag === "None") return
        const server = started.value
        yield* withFleet(server.url, async (fleet) => {
          await arrivesAtOnce(fleet, "before")
          await Effect.runPromise(server.crash)
          await vi.waitFor(async () => {
            const answers = await Promise.all([ready(fleet.api), ready(fleet.dispatcher)])
            for (const { body, status } of answers) {
              assert.deepStrictEqual([status, body.status], [503, "not ready"])
              assert.match(body.database.problem, /^The database does not answer/)
            }
          })
          const begun = performance.now()
          const { body, status } = await fleet.publish("while-away")
          assert.deepStrictEqual([status, body.title], [503, "Service unavailable"])
          // Callers are told rather than kept waiting: a service gives up a connection after five seconds.
          assert.isBelow(performance.now() - begun, 6000)
          assert.strictEqual((await fleet.api.call("GET", "/health/live")).status, 200)
          await Effect.runPromise(server.start)
          await isBack(fleet)
          await publishUntilTaken(fleet, "while-away")
          await arrivesAtOnce(fleet, "after")
          await vi.waitFor(() => assert.includeMembers([...fleet.arrived()], ["before", "while-away"]))
        })
      }),
    180_000
  )
})

/** Sessions that begin from now on have it. */
const setDatabase = (url: string, change: string) =>
  Effect.flatMap(PgClient.PgClient, (sql) =>
    Effect.andThen(
      sql.unsafe("set default_transaction_read_only = off"),
      sql.unsafe(`do $$ begin execute format('alter database %I ${change}', current_database()); end $$`)
    )
  ).pipe(Effect.provide(Layer.fresh(PgClient.layer({ url: Redacted.make(url), maxConnections: 1 }))))

describe("a database that was set to be read only, and takes writes again", () => {
  for (const noticing of ["a write", "a look at its health"] as const) {
    it.live(`is written to without a restart: ${noticing} ends a session that stays read only`, () =>
      Effect.gen(function* () {
        const { maxConnections, url } = yield* postgresDatabase
        if (maxConnections !== undefined) return
        const connection = PgClient.layer({ url: Redacted.make(url), maxConnections: 1 })
        const service = Layer.merge(
          Layer.provide(PgStorage.layerStores, Layer.succeed(PgStorage.WorkSource, "look")),
          PgStorage.layerHealth
        )
        yield* Effect.gen(function* () {
          const { problem } = yield* PgStorage.PgHealth
          const write = Effect.flatMap(WebhookStore, (store) => store.insert(owner, () => Result.succeed(webhookWrite)))
          yield* setDatabase(url, "set default_transaction_read_only = on")
          yield* cutAll(url)
          const begins = Effect.flatMap(PgClient.PgClient, (sql) => sql`select 1`)
          yield* Effect.retry(begins, { times: 3 })
          yield* setDatabase(url, "reset default_transaction_read_only")
          if (noticing === "a write") assert.include(Cause.pretty(Cause.fail(yield* Effect.flip(write))), "read-only")
          else assert.deepStrictEqual(yield* problem, Option.some("readOnly"))
          yield* write
          yield* Effect.sleep("1.1 seconds")
          assert.deepStrictEqual(yield* problem, Option.none())
        }).pipe(Effect.provide(Layer.provideMerge(service, connection)))
      }).pipe(Effect.scoped)
    )
  }
})

describe("a publication that waits for others while the storage closes", () => {
  for (const after of [0, 5, 50]) {
    it.live(`is answered with what became of it, ${after} ms after it came`, () =>
      Effect.gen(function* () {
        const database = yield* postgresDatabase
        const connection = PgStorage.connectionLayer({
          url: Redacted.make(database.url),
          maxConnections: database.maxConnections ?? 4
        })
        const scope = yield* Scope.make()
        const ports = yield* Layer.buildWithScope(Layer.provide(PgStorage.layerStores, connection), scope)
        // Events without a receiver are not stored.
        const insert = Effect.flatMap(WebhookStore, (store) => store.insert(owner, () => Result.succeed(webhookWrite)))
        yield* Effect.provide(insert, ports)
        const publish = (number: number) =>
          Effect.flatMap(EventStore, (events) => events.append(owner, newEvents(1, number))).pipe(
            Effect.provide(ports),
            Effect.forkDetach({ startImmediately: true })
          )
        const waiting = yield* Effect.forEach(Array.makeBy(2000, identity), publish)
        yield* Effect.sleep(after)
        yield* Scope.close(scope, Exit.void)
        const late = yield* publish(2000)
        const exits = yield* Effect.timeout(Effect.forEach([...waiting, late], Fiber.await), "10 seconds")
        for (const exit of exits.filter(Exit.isFailure)) {
          assert.isTrue(Predicate.isTagged(Cause.squash(exit.cause), "StorageError"))
        }
        assert.isTrue(Exit.isFailure(exits[2000]!))
        const [counted] = yield* Effect.provide(
          Effect.flatMap(PgClient.PgClient, (sql) => sql`select count(*)::integer as events from sellerkit.event`),
          postgresClient(database)
        )
        assert.strictEqual(counted!.events, exits.filter(Exit.isSuccess).length)
      })
    )
  }
})
