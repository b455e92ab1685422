/** Which writes share a commit, and what becomes of the others when one cannot be made. */
import { assert, describe, it } from "@effect/vitest"
import { StorageError } from "@sellerkit/core"
import { Cause, Effect, Exit, Option } from "effect"
import { openNodeHost } from "../src/connection/NodeHost.ts"
import type { SqliteHost } from "../src/connection/SqliteHost.ts"
import { SqliteDatabase } from "../src/database/SqliteDatabase.ts"
import { carryingHost } from "../src/lanes/CarriedLanes.ts"

/** Counts commits; from the first change on they fail with `failure`, where there is one. */
const counting = (failure?: Error) => {
  const host = openNodeHost(":memory:")
  const commits = { made: 0 }
  const counted: SqliteHost = {
    ...host,
    transaction: (change) => {
      commits.made++
      // The first one brings the schema up to date.
      if (failure !== undefined && commits.made > 1) throw failure
      return host.transaction(change)
    }
  }
  return { commits, layer: SqliteDatabase.layer({ host: Effect.succeed(carryingHost(counted)) }) }
}

const write = (change: (host: SqliteHost) => unknown) =>
  Effect.flatMap(SqliteDatabase, (database) => Effect.exit(database.write("test", change)))

const together = (changes: ReadonlyArray<(host: SqliteHost) => unknown>) =>
  Effect.all(changes.map(write), { concurrency: "unbounded" })

const ten = Array.from({ length: 10 }, (_, index) => () => index)

describe("writes that arrive together", () => {
  it.effect("share one commit", () => {
    const { commits, layer } = counting()
    return Effect.gen(function* () {
      const exits = yield* together(ten)
      assert.deepStrictEqual(
        exits,
        ten.map((_, index) => Exit.succeed(index))
      )
      assert.strictEqual(commits.made, 2)
    }).pipe(Effect.provide(layer))
  })

  it.effect("get commits of their own when one of them fails, and only that one fails", () => {
    const { commits, layer } = counting()
    const broken = (host: SqliteHost) => host.run("no SQL")
    return Effect.gen(function* () {
      const exits = yield* together([...ten, broken])
      assert.deepStrictEqual(exits.map(Exit.isSuccess), [...ten.map(() => true), false])
      assert.strictEqual(commits.made, 1 + 1 + 11)
    }).pipe(Effect.provide(layer))
  })

  for (const [where, failure, passes] of [
    ["Node.js", Object.assign(new Error("database is locked"), { errcode: 5 }), true],
    ["Node.js", Object.assign(new Error("NOT NULL constraint failed"), { errcode: 1299 }), false],
    ["a Durable Object", new Error("database or disk is full: SQLITE_FULL"), true],
    ["a Durable Object", new Error("disk I/O error: SQLITE_IOERR (extended: SQLITE_IOERR_WRITE)"), true],
    ["a Durable Object", new Error("not a reason to wait: SQLITE_FULLY"), false],
    ["a Durable Object", new Error("string or blob too big: SQLITE_TOOBIG"), false]
  ] as const) {
    const ending = passes ? "fail together, at once, and may be repeated" : "are tried alone, and not to be repeated"
    it.effect(`${ending}, when ${where} says: ${failure.message}`, () => {
      const { commits, layer } = counting(failure)
      return Effect.gen(function* () {
        const exits = yield* together(ten)
        for (const exit of exits) {
          const error = Exit.isFailure(exit) ? Exit.findErrorOption(exit) : undefined
          assert.isTrue(
            error?._tag === "Some" && error.value instanceof StorageError && error.value.retryable === passes
          )
        }
        assert.strictEqual(commits.made, 2 + (passes ? 0 : ten.length))
      }).pipe(Effect.provide(layer))
    })
  }
})

it.effect("what makes room in a full database is written although something beside it finds none", () => {
  const host = openNodeHost(":memory:")
  const full = Object.assign(new Error("database or disk is full"), { errcode: 13 })
  return Effect.gen(function* () {
    const database = yield* SqliteDatabase
    const exits = yield* Effect.all(
      [
        Effect.exit(
          database.write("test", () => {
            throw full
          })
        ),
        Effect.exit(database.writeApart("test", () => "removed"))
      ],
      { concurrency: "unbounded" }
    )
    assert.deepStrictEqual(exits.map(Exit.isSuccess), [false, true])
  }).pipe(Effect.provide(SqliteDatabase.layer({ host: Effect.succeed(carryingHost(host)) })))
})

describe("a database in which a statement has found damage", () => {
  const ask = (host: SqliteHost) => host.all("select 1 as one")

  /** Reads fail with `failure`, where there is one. */
  const withReads = (failure: { cause: Error | undefined }) => {
    const host = openNodeHost(":memory:")
    return SqliteDatabase.layer({
      host: Effect.succeed(
        carryingHost({
          ...host,
          all: (sql, ...values) => {
            if (sql.startsWith("select 1") && failure.cause !== undefined) throw failure.cause
            return host.all(sql, ...values)
          }
        })
      )
    })
  }

  const kinds = [
    ["Node.js", Object.assign(new Error("database disk image is malformed"), { errcode: 11 })],
    ["Node.js", Object.assign(new Error("index is malformed"), { errcode: 779 })],
    ["Node.js", Object.assign(new Error("file is not a database"), { errcode: 26 })],
    ["Node.js", Object.assign(new Error("disk I/O error"), { errcode: 522 })],
    ["a Durable Object", new Error("database disk image is malformed: SQLITE_CORRUPT")],
    ["a Durable Object", new Error("disk I/O error: SQLITE_IOERR (extended: SQLITE_IOERR_SHORT_READ)")]
  ] as const

  for (const [where, cause] of kinds) {
    it.effect(`is neither read nor written any more, whatever statement it was: ${where}, ${cause.message}`, () => {
      const failure: { cause: Error | undefined } = { cause: undefined }
      return Effect.gen(function* () {
        const database = yield* SqliteDatabase
        yield* database.read("test", ask)
        assert.deepStrictEqual(yield* database.fault, Option.none())
        failure.cause = cause
        const found = yield* Effect.flip(database.read("test", ask))
        assert.include(Cause.pretty(Cause.fail(found)), cause.message)
        failure.cause = undefined
        for (const call of [
          database.read("test", ask),
          database.write("test", ask),
          database.perform("DeliveryQueue.release", { leases: [], now: 0 })
        ]) {
          const { lasting, retryable } = yield* Effect.flip(call)
          assert.deepStrictEqual([retryable, lasting], [true, true])
        }
        assert.deepStrictEqual(yield* database.fault, Option.some("damaged"))
      }).pipe(Effect.provide(withReads(failure)))
    })
  }

  it.effect("fails all that share the commit in which it was found", () => {
    const { commits, layer } = counting(kinds[0][1])
    return Effect.gen(function* () {
      const exits = yield* together(ten)
      assert.isTrue(exits.every(Exit.isFailure))
      assert.strictEqual(commits.made, 2)
      yield* together(ten)
      assert.strictEqual(commits.made, 2, "no further one is tried")
    }).pipe(Effect.provide(layer))
  })

  it.effect("is not taken for damaged because the disk cannot be read once", () => {
    const failure = { cause: Object.assign(new Error("disk I/O error"), { errcode: 266 }) as Error | undefined }
    return Effect.gen(function* () {
      const database = yield* SqliteDatabase
      const { lasting, retryable } = yield* Effect.flip(database.read("test", ask))
      assert.deepStrictEqual([retryable, lasting], [true, undefined])
      failure.cause = undefined
      yield* database.read("test", ask)
    }).pipe(Effect.provide(withReads(failure)))
  })
})
