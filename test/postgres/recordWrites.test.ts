/** Records that several connections write at the same time, and in transactions of a host's. */
import { assert, describe } from "@effect/vitest"
import { type Account, RecordStore, SellerId, type StoredChanges } from "@sellerkit/core"
import { PgClient } from "@effect/sql-pg"
import { Effect, Fiber, Latch, Result } from "effect"
import { testApart } from "./apart.ts"
import { untilWaiting } from "./lockWaits.ts"
import { owner, uuid } from "./records.ts"

const other: Account = { sellerId: SellerId.make(uuid(9)), sandbox: false }
const collection = "counter"
const key = "one"

const changes = (given: Partial<StoredChanges>): StoredChanges => ({ puts: [], removes: [], events: [], ...given })
const record = (content: string, since?: number) => ({
  collection,
  key,
  content,
  places: [],
  dueAt: since,
  since
})

/** Adds one to a number, and gives how often that was decided. */
const count = Effect.fnUntraced(function* (account: Account = owner) {
  let decided = 0
  yield* (yield* RecordStore).transact(account, [{ kind: "keys", collection, keys: [key] }], ([found]) => {
    decided++
    const before = Number(found!.records[0]?.content ?? 0)
    return Result.succeed({ answer: undefined, changes: changes({ puts: [record(String(before + 1))] }) })
  })
  return decided
})

const counted = Effect.map(
  Effect.flatMap(RecordStore, (store) => store.find(owner, [{ kind: "keys", collection, keys: [key] }])),
  ([found]) => Number(found!.records[0]?.content ?? 0)
)

const write = (account: Account, given: Partial<StoredChanges>) =>
  Effect.flatMap(RecordStore, (store) =>
    store.transact(account, [], () => Result.succeed({ answer: undefined, changes: changes(given) }))
  )

/** Runs in a transaction of the host's, which goes on after `then`. */
const inTransaction = Effect.fnUntraced(function* <A, E, R, A2, E2, R2>(
  first: Effect.Effect<A, E, R>,
  then: Effect.Effect<A2, E2, R2>
) {
  const sql = yield* PgClient.PgClient
  return yield* sql.withTransaction(Effect.andThen(first, then))
})

const rowsOf = (table: string) =>
  Effect.flatMap(PgClient.PgClient, (sql) => sql.unsafe<object>(`select * from sellerkit.${table}`))

describe("writers of one account", () => {
  testApart("lose nothing, in one process or in several", ({ apart }) =>
    Effect.gen(function* () {
      const times = Array.from({ length: 50 }, () => [count(), apart(count())])
      yield* Effect.all(times.flat(), { concurrency: "unbounded" })
      assert.strictEqual(yield* counted, 100)
    })
  )

  testApart("decide again where another one has written since they read", ({ apart }) =>
    Effect.gen(function* () {
      yield* count()
      const isWritten = yield* Latch.make(false)
      const mayCommit = yield* Latch.make(false)
      const first = yield* Effect.forkChild(
        apart(inTransaction(count(), Effect.andThen(isWritten.open, mayCommit.await)))
      )
      yield* isWritten.await
      const second = yield* Effect.forkChild(count())
      yield* untilWaiting(1)
      yield* mayCommit.open
      yield* Fiber.join(first)
      assert.strictEqual(yield* Fiber.join(second), 2)
      assert.strictEqual(yield* counted, 3)
    })
  )

  testApart("end however often others write meanwhile", ({ apart }) =>
    Effect.gen(function* () {
      const others = yield* Effect.forkChild(
        Effect.all([apart(Effect.forever(count())), apart(Effect.forever(count()))], { concurrency: "unbounded" })
      )
      for (let time = 0; time < 20; time++) assert.isAtMost(yield* count(), 4)
      yield* Fiber.interrupt(others)
    })
  )
})

describe("a write of records in a transaction of the host's", () => {
  testApart("is undone with it", () =>
    Effect.gen(function* () {
      yield* count()
      yield* Effect.flip(inTransaction(Effect.andThen(count(), count()), Effect.fail("undone")))
      assert.strictEqual(yield* counted, 1)
    })
  )

  testApart("does not wait for one that waits for it", ({ apart }) =>
    Effect.gen(function* () {
      const isWritten = yield* Latch.make(false)
      const waiting = yield* Effect.forkChild(Effect.andThen(isWritten.await, count()))
      yield* inTransaction(Effect.andThen(count(), isWritten.open), Effect.andThen(apart(untilWaiting(1)), count()))
      yield* Fiber.join(waiting)
      assert.strictEqual(yield* counted, 3)
    })
  )
})

describe("an account without records", () => {
  testApart("leaves nothing", () =>
    Effect.gen(function* () {
      yield* count()
      yield* write(owner, { puts: [{ ...record("", 1), places: ["a"] }] })
      yield* write(owner, { removes: [{ collection, key }] })
      yield* write(owner, { removes: [{ collection, key }] })
      for (const table of ["record", "record_due", "record_account"]) {
        assert.isEmpty(yield* rowsOf(table), table)
      }
    })
  )

  testApart("leaves nothing where its last records were old", () =>
    Effect.gen(function* () {
      yield* write(owner, { puts: [{ ...record("", 1), places: ["a"] }] })
      assert.strictEqual(yield* (yield* RecordStore).removeOld(collection, 2, 10), 1)
      for (const table of ["record", "record_due", "record_account"]) {
        assert.isEmpty(yield* rowsOf(table), table)
      }
    })
  )
})

describe("old records", () => {
  testApart("of an account that somebody is writing to are left for the next time", ({ apart }) =>
    Effect.gen(function* () {
      const store = yield* RecordStore
      yield* write(owner, { puts: [record("", 1)] })
      yield* write(other, { puts: [record("", 2)] })
      const removed = yield* inTransaction(
        count(),
        apart(Effect.flatMap(RecordStore, (s) => s.removeOld(collection, 3, 10)))
      )
      assert.strictEqual(removed, 1)
      assert.isEmpty((yield* store.find(other, [{ kind: "keys", collection, keys: [key] }]))[0]!.records)
      assert.strictEqual(yield* counted, 1)
      yield* write(owner, { puts: [record("", 1)] })
      assert.strictEqual(yield* store.removeOld(collection, 3, 10), 1)
    })
  )
})
