/** What a service of an older schema has written is there after an upgrade, and the cursors that its clients hold lead on. */
import { assert, describe, it } from "@effect/vitest"
import {
  History,
  type HistoryEntry,
  type Owner,
  parseCursor,
  Records,
  RetrySchedules,
  RevokedTokens,
  type StorageError,
  type StoragePorts
} from "@sellerkit/core"
import { createSellerkit } from "@sellerkit/embed"
import * as PgStorage from "@sellerkit/storage-pg"
import * as SqliteStorage from "@sellerkit/storage-sqlite"
import { PgClient } from "@effect/sql-pg"
import { DateTime, Duration, Effect, Layer, Record } from "effect"
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
const postgresOf = (schema: string, next: string) =>
  Effect.map(
    makeDatabases((database) =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* PgStorage.migrateWith(Record.filter(PgStorage.migrations, (_, name) => name < next))
        const statements = written(`${schema}/postgres.sql`).trim().split("\n")
        yield* Effect.forEach(statements, (statement) => sql.unsafe(statement))
      }).pipe(Effect.provide(postgresClient(database)))
    ),
    (database) => Layer.provide(PgStorage.layer, Layer.orDie(postgresClient(database)))
  )

/** The second start finds nothing to do. */
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

describe("an upgrade from the fifth schema", () => {
  it.live("keeps the attempts of a file", () =>
    Effect.scoped(
      Effect.flatMap(Effect.flatMap(sqliteOf("fifth"), upgraded), (storage) =>
        Effect.provide(verifyAttempts(JSON.parse(written("fifth/sqlite.json"))), storage)
      )
    )
  )
})
