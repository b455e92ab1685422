/** Records are found along an order that SQLite has, however many there are: nothing is sorted but what was found. */
import { assert, describe, it } from "@effect/vitest"
import { encodeKey, RecordStore, SellerId, type StoredLookup, type StoredRecord } from "@sellerkit/core"
import { Effect, Result } from "effect"
import { remembering } from "./queryPlans.ts"

const account = { sellerId: SellerId.make("01980000-0000-7000-8000-000000000001"), sandbox: false }

const record = (number: number): StoredRecord => ({
  collection: "note",
  key: encodeKey([number]),
  content: "{}",
  indexed: { byText: encodeKey(["a"]) },
  dueAt: number,
  since: number
})

const bounds = { collection: "note", from: encodeKey([1]), below: encodeKey([9]) }
const page = { kind: "range", limit: 2, offset: 1, contents: true, ...bounds } as const

const lookups: ReadonlyArray<StoredLookup> = [
  { kind: "keys", collection: "note", keys: [encodeKey([1])] },
  { ...page, index: undefined, descending: false },
  { ...page, index: undefined, descending: true },
  { ...page, index: "byText", descending: false },
  { ...page, index: "byText", descending: true },
  { ...page, index: "byText", descending: true, contents: false },
  { kind: "count", ...bounds, index: undefined },
  { kind: "count", ...bounds, index: "byText" }
]

describe("the way to records", () => {
  it.effect("goes along the keys, or along an index", () => {
    const { layer, plansOf } = remembering()
    return Effect.gen(function* () {
      yield* (yield* RecordStore).find(account, lookups)
      const plans = plansOf(/from record\b|from record_index\b/)
      assert.strictEqual(plans.length, lookups.length)
      const [byKey, ascending, descending, indexUp, indexDown, places, count, indexCount] = plans
      assert.strictEqual(
        byKey,
        "SEARCH record USING INDEX record_in_order_of_keys (account=? AND collection=? AND key=?)"
      )
      const range = "INDEX record_in_order_of_keys (account=? AND collection=? AND key>? AND key<?)"
      for (const plan of [ascending, descending]) assert.strictEqual(plan, `SEARCH record USING ${range}`)
      assert.strictEqual(count, `SEARCH record USING COVERING ${range}`)
      const indexRange =
        "SEARCH record_index USING PRIMARY KEY (account=? AND collection=? AND name=? AND place>? AND place<?)"
      assert.deepStrictEqual([places, indexCount], [indexRange, indexRange])
      for (const plan of [indexUp!, indexDown!]) {
        assert.include(plan, indexRange)
        assert.include(plan, "SEARCH r USING INTEGER PRIMARY KEY (rowid=?)")
      }
    }).pipe(Effect.provide(layer))
  })

  it.effect("goes along the times where they are due or old", () => {
    const { layer, plansOf } = remembering()
    return Effect.gen(function* () {
      const store = yield* RecordStore
      const changes = { puts: [record(1), record(2)], removes: [], events: [] }
      yield* store.transact(account, [], () => Result.succeed({ answer: undefined, changes }))
      yield* store.due("note", 5, 10)
      yield* store.nextDue(["note"])
      yield* store.removeOld("note", 0, 10)
      const [accounts, nextDue] = plansOf(/from record_due/)
      assert.include(accounts, "SEARCH record_due USING COVERING INDEX record_due_by_time (collection=? AND due_at<?)")
      assert.notInclude(accounts, "TEMP B-TREE")
      assert.strictEqual(nextDue, "SEARCH record_due USING COVERING INDEX record_due_by_time (collection=?)")
      assert.deepStrictEqual(plansOf(/due_at <= \? order by due_at/).slice(1), [
        "SEARCH record USING INDEX record_by_due (account=? AND collection=? AND due_at<?)"
      ])
      assert.deepStrictEqual(plansOf(/since < \?/), [
        "SEARCH record USING INDEX record_by_age (collection=? AND since<?)"
      ])
    }).pipe(Effect.provide(layer))
  })

  it.effect("writes to no index where a record stands as it stood", () => {
    const { host, layer } = remembering()
    return Effect.gen(function* () {
      const store = yield* RecordStore
      const put = (...puts: ReadonlyArray<StoredRecord>) =>
        store.transact(account, [], () =>
          Result.succeed({ answer: undefined, changes: { puts, removes: [], events: [] } })
        )
      yield* put(record(1))
      const numbers = () => host.all("select record from record_index").map((row) => row["record"])
      const [number] = numbers()
      // A row that is written again would have this number no more.
      host.run("update record_index set record = 77")
      yield* put({ ...record(1), content: "other" })
      assert.deepStrictEqual(numbers(), [77])
      yield* put({ ...record(1), indexed: { byText: encodeKey(["b"]) } })
      assert.deepStrictEqual(numbers(), [number])
    }).pipe(Effect.provide(layer))
  })
})
