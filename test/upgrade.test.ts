/** What a service of an older schema has written is there after an upgrade, and the cursors that its clients hold lead on. */
import { assert, describe, it } from "@effect/vitest"
import {
  DeliveryQueue,
  EventId,
  History,
  type HistoryEntry,
  type Owner,
  parseCursor,
  Records,
  RetrySchedules,
  RevokedTokens,
  SellerId,
  type StorageError,
  type StoragePorts
} from "@sellerkit/core"
import { createSellerkit } from "@sellerkit/embed"
import * as PgStorage from "@sellerkit/storage-pg"
import * as SqliteStorage from "@sellerkit/storage-sqlite"
import { PgClient } from "@effect/sql-pg"
import { DateTime, Duration, Effect, Layer, Option, Record } from "effect"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { makeDatabases } from "./postgres/databases.ts"
import { postgresClient } from "./targets.ts"
import { verifyAttempts } from "./upgradedAttempts.ts"

const written = (name: string): string => readFileSync(join(import.meta.dirname, "fixtures/upgrade", name), "utf8")

/** What was read before the upgrade. */
interface Read {
  readonly owner: Owner
  readonly first: ReadonlyArray<unknown>
  readonly next: string
  readonly rest: ReadonlyArray<unknown>
  readonly prev: string
}

const shown = (entries: ReadonlyArray<HistoryEntry>) =>
  entries.map(({ owner: _, time, ...entry }) => ({ ...entry, time: DateTime.formatIso(time) }))

const services = Layer.mergeAll(History.layer, RetrySchedules.layer, RevokedTokens.layer).pipe(
  Layer.provideMerge(Records.layer)
)

const verifySecond = (driver: string) =>
  Effect.gen(function* () {
    const history = yield* History
    const read: ReadonlyArray<Read> = JSON.parse(written(`second/${driver}.json`))
    assert.lengthOf(read, 4)
    for (const { first, next, owner, prev, rest } of read) {
      const older = { limit: 2, direction: "older" } as const
      const page = yield* history.page(owner, older)
      assert.deepStrictEqual(shown(page.items), first)
      assert.strictEqual(page.next, next)
      const others = yield* history.page(owner, { ...older, limit: 100, cursor: parseCursor(next)! })
      assert.deepStrictEqual(shown(others.items), rest)
      const back = yield* history.page(owner, { ...older, direction: "newer", cursor: parseCursor(prev)! })
      assert.deepStrictEqual(back.items, page.items)
      for (const entry of page.items) assert.deepStrictEqual(yield* history.get(owner, entry.id), entry)
    }
    const owners = read.map(({ owner }) => owner)
    const schedules = yield* RetrySchedules
    const found = yield* Effect.forEach(owners, (owner) => schedules.of(owner))
    assert.deepStrictEqual(
      found.map(({ isOwn, schedule }) => [isOwn, Duration.toDays(schedule.longestWaitFor) === 3, schedule.factor]),
      [
        [true, true, 2],
        [true, true, 2],
        [true, false, 1.5],
        [false, false, 2]
      ]
    )
    const tokens = yield* RevokedTokens
    const ids = ["a-token", "it's «another»", "a third"]
    assert.deepStrictEqual(yield* Effect.forEach(ids, (id) => tokens.isRevoked(id)), [true, true, false])
    // Both are there until they expire, and all changes are as old as they were.
    const records = yield* Records
    const expiry = Date.parse("2126-01-01T00:00:00Z")
    assert.strictEqual(yield* records.removeOld({ name: "revokedToken" }, expiry, 10), 0)
    assert.strictEqual(yield* records.removeOld({ name: "revokedToken" }, expiry + 1, 10), 1)
    const times = read.flatMap(({ first, rest }) => [...first, ...rest]) as ReadonlyArray<{ readonly time: string }>
    const newest = Math.max(...times.map(({ time }) => Date.parse(time)))
    assert.strictEqual(yield* records.removeOld({ name: "history" }, newest, 100), times.length - 1)
    assert.strictEqual(yield* records.removeOld({ name: "history" }, newest + 1, 100), 1)
  }).pipe(Effect.provide(services))

interface Asked {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly body: unknown
}

/** Everything is answered as it was: each request by a service of its own, so that none has used up its budget. */
const verifyThird = (driver: string) => (storage: Layer.Layer<StoragePorts, StorageError>) =>
  Effect.acquireUseRelease(
    Effect.promise(() => createSellerkit({ storage, dispatcher: false, log: () => {} })),
    ({ handler }) =>
      Effect.promise(async () => {
        const all: ReadonlyArray<Asked> = JSON.parse(written(`third/${driver}.json`))
        assert.lengthOf(all, 12)
        for (const { body, method, path, status } of all) {
          const serviceId = crypto.randomUUID()
          const answer = await handler(new Request(`https://shop.example${path}`, { method }), {
            authenticate: () => ({ sellerId: "00000000-0000-4000-8000-000000000001", serviceId })
          })
          assert.deepStrictEqual({ path, status: answer.status, body: await answer.json() }, { path, status, body })
        }
      }),
    ({ close }) => Effect.promise(() => close())
  )

const sqliteOf = (schema: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = mkdtempSync(join(tmpdir(), "sellerkit-upgrade-"))
      const database = new DatabaseSync(join(folder, "a.db"))
      database.exec(written(`${schema}/sqlite.sql`))
      database.close()
      return folder
    }),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  ).pipe(Effect.map((folder) => SqliteStorage.layer(join(folder, "a.db"))))

/** With the migrations before this one. */
const postgresDatabaseOf = (schema: string, next: string) =>
  makeDatabases((database) =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      yield* PgStorage.migrateWith(Record.filter(PgStorage.migrations, (_, name) => name < next))
      const statements = written(`${schema}/postgres.sql`).trim().split("\n")
      yield* Effect.forEach(statements, (statement) => sql.unsafe(statement))
    }).pipe(Effect.provide(postgresClient(database)))
  )

const postgresOf = (schema: string, next: string) =>
  Effect.map(postgresDatabaseOf(schema, next), (database) =>
    Layer.provide(PgStorage.layer, Layer.orDie(postgresClient(database)))
  )

const uuid = (number: number): string => `01980000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`

/** Statements of a process of the sixth schema, in the middle of its work when the schema was brought up to date. */
const duringSixth = (now: number) => {
  const lane = `sellerkit.lane l join sellerkit.pending p using (seller_id, sandbox, webhook_id)
    where l.lease_until > ${now} and p.event_id = '${uuid(3)}'`
  return {
    /** A publication that offers to lease lanes. */
    publish: `select leased_webhooks is null and wakes as is_claimed from sellerkit.append(${now}, array['${uuid(0xacc001)}'::uuid],
      array[false], array['content'], array['card_changed'], array[1], array['${uuid(6)}'::uuid], array[null::text], array[${now}::bigint],
      array[false], array['{}'], array[null::text], null, 30000, array[4])`,
    /** The end of a request. */
    settle: `select s.places, s.leased from (select * from ${lane}) l cross join lateral sellerkit.settle(${now}, array[l.seller_id],
      array[l.sandbox], array[l.webhook_id], array[l.fence], array['${uuid(903)}'::uuid], array[${now}::bigint], array[true], array[200],
      array[null::text], array[format('{%s}', l.event_id)], array[0], array[false], array[2], array[0::bigint], array[false],
      array[false], array[1], array[l.event_id], array[l.number], array[l.time], array[l.attempts], array[l.due_at], array[1],
      array[0::bigint], '{}'::integer[], '{}'::uuid[], '{}'::boolean[], '{}'::uuid[], '{}'::bigint[], '{}'::text[], '{}'::text[],
      '{}'::text[]) s`,
    /** A lane is given back. */
    release: `select sellerkit.release(${now}, array['${uuid(0xacc001)}'::uuid], array[false], array['${uuid(1)}'::uuid], array[0::bigint])`
  }
}

/** When the sixth schema was written down, while a lane was leased. In milliseconds. */
const sixthAt = 1_795_764_258_345

const verifySixth = Effect.gen(function* () {
  const queue = yield* DeliveryQueue
  const fates = (number: number) =>
    Effect.map(
      queue.fates({ sellerId: SellerId.make(uuid(0xacc001)), sandbox: false }, EventId.make(uuid(number))),
      (found) => Option.getOrThrow(found).webhooks.map(({ attempts, fate }) => [fate, attempts])
    )
  assert.deepStrictEqual(yield* Effect.forEach([1, 2, 3, 4, 5], fates), [
    [["delivered", 1]],
    [["pending", 1]],
    [["delivered", 1]],
    [["held", 0]],
    [["dropped", 0]]
  ])
  const request = {
    lanes: 10,
    lanesPerAccount: 10,
    inFlight: [],
    eventsPerLane: 10,
    eventsPerRequest: 10,
    bytesPerLane: 1000,
    events: 100,
    bytes: 10_000,
    lease: Duration.seconds(30)
  }
  const claimed = yield* queue.claim(request)
  assert.deepStrictEqual(
    claimed.map(({ events }) => events.map(({ attempts, event }) => [event.id, attempts])),
    [
      [
        [uuid(6), 0],
        [uuid(2), 1]
      ]
    ]
  )
})

const upgraded = <E>(storage: Layer.Layer<StoragePorts, E>) =>
  Effect.as(Effect.scoped(Layer.build(Layer.fresh(storage))), storage)

describe("an upgrade from the second schema", () => {
  it.live("keeps what a file holds", () =>
    Effect.scoped(
      Effect.flatMap(Effect.flatMap(sqliteOf("second"), upgraded), (storage) =>
        Effect.provide(verifySecond("sqlite"), storage)
      )
    )
  )

  it.live("keeps what a PostgreSQL database holds", () =>
    Effect.scoped(
      Effect.flatMap(Effect.flatMap(postgresOf("second", "0003"), upgraded), (storage) =>
        Effect.provide(verifySecond("postgres"), storage)
      )
    )
  )
})

describe("an upgrade from the third schema", () => {
  it.live("keeps where records stand in the indexes of a file", () =>
    Effect.scoped(Effect.flatMap(Effect.flatMap(sqliteOf("third"), upgraded), verifyThird("sqlite")))
  )

  it.live("keeps where records stand in the indexes of a PostgreSQL database", () =>
    Effect.scoped(Effect.flatMap(Effect.flatMap(postgresOf("third", "0004"), upgraded), verifyThird("postgres")))
  )
})

describe("an upgrade from the sixth schema", () => {
  it.live("keeps what waits, is held, has failed and was delivered, and lets a process end what it began before", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const client = postgresClient(yield* postgresDatabaseOf("sixth", "0007"))
        const storage = Layer.provide(PgStorage.layer, Layer.orDie(client)).pipe(
          Layer.provide(Layer.succeed(PgStorage.DatabaseTime, Effect.succeed(sixthAt)))
        )
        yield* upgraded(storage)
        const { publish, release, settle } = duringSixth(sixthAt)
        yield* Effect.gen(function* () {
          const sql = yield* PgClient.PgClient
          assert.deepStrictEqual(yield* sql.unsafe(publish), [{ is_claimed: true }])
          assert.deepStrictEqual(yield* sql.unsafe(settle), [{ places: [1], leased: [false] }])
          yield* sql.unsafe(release)
        }).pipe(Effect.provide(client))
        yield* Effect.provide(verifySixth, storage)
      })
    )
  )
})

/** Migrations make functions as they are now. This one gave a column less. */
const settleOfSeventh = `do $do$
  declare
    now record;
  begin
    select p.oid::regprocedure as name, pg_get_function_arguments(p.oid) as given into strict now
      from pg_proc p
      where p.pronamespace = 'sellerkit'::regnamespace and p.proname = 'settle' and p.pronargs = 45;
    execute format('drop function %s', now.name);
    execute format('create function sellerkit.settle(%s) returns table (places integer[], announced_for bigint[], leased boolean[])
      language sql as $$ select null::integer[], null::bigint[], null::boolean[] $$', now.given);
  end
  $do$`

describe("an upgrade from the seventh schema", () => {
  it.live("lets a process that has prepared its statements go on", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const seventh = Record.filter(PgStorage.migrations, (_, name) => name < "0008")
        const database = yield* makeDatabases((database) =>
          Effect.provide(PgStorage.migrateWith(seventh), postgresClient(database))
        )
        yield* Effect.gen(function* () {
          const sql = yield* PgClient.PgClient
          yield* sql.unsafe(settleOfSeventh)
          const settle = sql.unsafe(`select * from sellerkit.settle($1${", '{}'".repeat(43)})`, [sixthAt])
          const settled = yield* settle
          yield* Effect.provide(PgStorage.migrateWith(PgStorage.migrations), postgresClient(database))
          assert.deepStrictEqual(
            yield* settle,
            settled.map((row) => ({ ...row, wakes: false }))
          )
        }).pipe(Effect.provide(postgresClient(database)))
      })
    )
  )
})

describe("an upgrade from the fifth schema", () => {
  it.live("keeps the attempts of a file", () =>
    Effect.scoped(
      Effect.flatMap(Effect.flatMap(sqliteOf("fifth"), upgraded), (storage) =>
        Effect.provide(verifyAttempts(JSON.parse(written("fifth/sqlite.json"))), storage)
      )
    )
  )
})
