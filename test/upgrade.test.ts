/** What a service of the second schema has written is there after an upgrade, and the cursors that its clients hold lead on. */
import { assert, describe, it } from "@effect/vitest"
import {
  History,
  type HistoryEntry,
  type Owner,
  parseCursor,
  Records,
  RetrySchedules,
  RevokedTokens,
  type StoragePorts
} from "@sellerkit/core"
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

const verify = (name: string) =>
  Effect.gen(function* () {
    const history = yield* History
    const read: ReadonlyArray<Read> = JSON.parse(written(name))
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

const sqlite = Effect.acquireRelease(
  Effect.sync(() => {
    const folder = mkdtempSync(join(tmpdir(), "sellerkit-upgrade-"))
    const database = new DatabaseSync(join(folder, "a.db"))
    database.exec(written("sqlite.sql"))
    database.close()
    return folder
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

const secondSchema = Record.filter(PgStorage.migrations, (_, name) => name < "0003")

const postgres = makeDatabases((database) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    yield* PgStorage.migrateWith(secondSchema)
    yield* Effect.forEach(written("postgres.sql").trim().split("\n"), (statement) => sql.unsafe(statement))
  }).pipe(Effect.provide(postgresClient(database)))
)

const upgraded = <A, E>(storage: Layer.Layer<StoragePorts, E>, body: Effect.Effect<void, A, StoragePorts>) =>
  // The second start finds nothing to do.
  Effect.andThen(Effect.scoped(Layer.build(Layer.fresh(storage))), Effect.provide(body, storage))

describe("an upgrade from the second schema", () => {
  it.live("keeps what a file holds", () =>
    Effect.scoped(
      Effect.flatMap(sqlite, (folder) => upgraded(SqliteStorage.layer(join(folder, "a.db")), verify("sqlite.json")))
    )
  )

  it.live("keeps what a PostgreSQL database holds", () =>
    Effect.scoped(
      Effect.flatMap(postgres, (database) =>
        upgraded(Layer.provide(PgStorage.layer, postgresClient(database)), verify("postgres.json"))
      )
    )
  )
})
