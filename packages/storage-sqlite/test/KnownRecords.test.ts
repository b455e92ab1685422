/** What is remembered of records is what the database says. */
import { assert, describe, it } from "@effect/vitest"
import { encodeKey, RecordStore, SellerId, type StoredLookup, type StoredRecord } from "@sellerkit/core"
import { Effect, Exit, Result } from "effect"
import { remembering } from "./queryPlans.ts"

const account = { sellerId: SellerId.make("01980000-0000-7000-8000-000000000001"), sandbox: false }

const record = (content: string): StoredRecord => ({
  collection: "note",
  key: encodeKey(["a"]),
  content,
  places: [],
  dueAt: undefined,
  since: 0
})

const byKey: StoredLookup = { kind: "keys", collection: "note", keys: [encodeKey(["a"])] }

const contents = Effect.gen(function* () {
  const [found] = yield* (yield* RecordStore).find(account, [byKey])
  return found!.records.map(({ content }) => content)
})

const put = Effect.fnUntraced(function* (content: string) {
  const changes = { puts: [record(content)], removes: [], events: [] }
  yield* (yield* RecordStore).transact(account, [], () => Result.succeed({ answer: undefined, changes }))
})

describe("a record that is looked up by its key", () => {
  it.effect("is read once for as long as nothing is written, whether there is one or not", () => {
    const { layer, plansOf } = remembering()
    const reads = () => plansOf(/from record where/).length
    return Effect.gen(function* () {
      for (const written of ["first", "second"]) {
        yield* put(written)
        const before = reads()
        assert.deepStrictEqual([yield* contents, yield* contents], [[written], [written]])
        assert.strictEqual(reads() - before, 1)
      }
      yield* (yield* RecordStore).removeOld("note", 1, 10)
      assert.deepStrictEqual([yield* contents, yield* contents], [[], []])
    }).pipe(Effect.provide(layer))
  })

  it.effect(
    "is read anew after writes whose common commit failed: nobody reads between those that are made instead",
    () => {
      const { layer } = remembering()
      const broken = Effect.gen(function* () {
        const invalid = { ...record("x"), collection: null as unknown as string }
        const changes = { puts: [invalid], removes: [], events: [] }
        yield* (yield* RecordStore).transact(account, [], () => Result.succeed({ answer: undefined, changes }))
      })
      return Effect.gen(function* () {
        // The first one goes on as soon as it is written.
        const ends = yield* Effect.all(
          [Effect.andThen(put("first"), contents), put("second"), broken].map(
            Effect.exit<unknown, unknown, RecordStore>
          ),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(ends.map(Exit.isSuccess), [true, true, false])
        assert.deepStrictEqual(yield* contents, ["second"])
      }).pipe(Effect.provide(layer))
    }
  )

  it.effect("is read each time where it is long", () => {
    const { layer, plansOf } = remembering()
    return Effect.gen(function* () {
      yield* put("x".repeat(1001))
      const before = plansOf(/from record where/).length
      yield* Effect.andThen(contents, contents)
      assert.strictEqual(plansOf(/from record where/).length - before, 2)
    }).pipe(Effect.provide(layer))
  })
})
