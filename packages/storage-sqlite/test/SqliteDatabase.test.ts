/** Which writes share a commit, and what becomes of the others when one cannot be made. */
import { assert, describe, it } from "@effect/vitest"
import { StorageError } from "@sellerkit/core"
import { Effect, Exit } from "effect"
import { openNodeHost } from "../src/NodeHost.ts"
import { SqliteDatabase } from "../src/SqliteDatabase.ts"
import type { SqliteHost } from "../src/SqliteHost.ts"

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
  return { commits, layer: SqliteDatabase.layer(Effect.succeed(counted)) }
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
