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
  places: [encodeKey(["a", number])],
  dueAt: number,
  since: number
})

const bounds = { collection: "note", from: encodeKey([1]), below: encodeKey([9]) }
const page = { kind: "range", limit: 2, offset: 1, contents: true, ...bounds } as const

const lookups: ReadonlyArray<StoredLookup> = [
  { kind: "keys", collection: "note", keys: [encodeKey([1])] },
  { ...page, index: undefined, descending: false },
  { ...page, index: undefined, descending: true },
  { ...page, index: 0, descending: false },
  { ...page, index: 0, descending: true },
  { ...page, index: 0, descending: true, contents: false },
  { kind: "count", ...bounds, index: undefined },
  { kind: "count", ...bounds, index: 0 }
]

describe("the way to records", () => {
  it.effect("goes along the keys, or along an index", () => {
    const { layer, plansOf } = remembering()
    return Effect.gen(function* () {
      yield* (yield* RecordStore).find(account, lookups)
      const plans = plansOf(/from record\b/)
      assert.strictEqual(plans.length, lookups.length)
      const [byKey, ascending, descending, indexUp, indexDown, places, count, indexCount] = plans
      assert.strictEqual(byKey, "SEARCH record USING INDEX record_by_key (account=? AND collection=? AND key=?)")
      const range = "INDEX record_by_key (account=? AND collection=? AND key>? AND key<?)"
      assert.deepStrictEqual([ascending, descending], [`SEARCH record USING ${range}`, `SEARCH record USING ${range}`])
      assert.strictEqual(count, `SEARCH record USING COVERING ${range}`)
      const indexRange = "INDEX record_by_place_0 (account=? AND collection=? AND place_0>? AND place_0<?)"
      assert.deepStrictEqual(
        [indexUp, indexDown],
        [`SEARCH record USING ${indexRange}`, `SEARCH record USING ${indexRange}`]
      )
      const covering = `SEARCH record USING COVERING ${indexRange}`
      assert.deepStrictEqual([places, indexCount], [covering, covering])
    }).pipe(Effect.provide(layer))
  })

  it.effect("goes along the keys, or along an index, part by part", () => {
    const { layer, plansOf } = remembering()
    const part = { ...bounds, limit: 2, places: false }
    return Effect.gen(function* () {
      yield* (yield* RecordStore).parts(account, [
        { ...part, index: undefined },
        { ...part, index: 0 }
      ])
      assert.deepStrictEqual(plansOf(/from record\b/), [
        "SEARCH record USING INDEX record_by_key (account=? AND collection=? AND key>? AND key<?)",
        "SEARCH record USING INDEX record_by_place_0 (account=? AND collection=? AND place_0>? AND place_0<?)"
      ])
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
      // A trigger of a column runs for statements that name it, and these write to its index.
      host.run("create table move (place text)")
      host.run(
        "create trigger moves after update of place_0 on record begin insert into move values (new.place_0); end"
      )
      const put = (...puts: ReadonlyArray<StoredRecord>) =>
        store.transact(account, [], () =>
          Result.succeed({ answer: undefined, changes: { puts, removes: [], events: [] } })
        )
      const moves = () => host.all("select place from move").map((row) => row["place"])
      yield* put(record(1))
      yield* put({ ...record(1), content: "other" })
      assert.deepStrictEqual(moves(), [])
      yield* put({ ...record(1), places: ["b"] })
      assert.deepStrictEqual(moves(), ["b"])
    }).pipe(Effect.provide(layer))
  })
})
