/** What a publisher gives becomes events ready to be stored. */
import { assert, describe } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { PayloadText } from "../../src/events/Payload.ts"
import { at } from "../fixtures.ts"
import { intake, order, test } from "./orders.ts"

describe("an event that is taken in", () => {
  test(
    "has the scope, type, payload, time and key that were given",
    Effect.gen(function* () {
      const [event] = yield* intake([order({ time: at(5000), idempotencyKey: "order-1" })])
      const { id: _id, ...rest } = event!
      assert.deepStrictEqual(rest, {
        idempotencyKey: "order-1",
        time: at(5000),
        timeGiven: true,
        scope: "orders",
        type: "placed",
        payload: '{"number":1,"lines":[]}'
      })
    })
  )

  test(
    "happened now when no time was given",
    Effect.gen(function* () {
      yield* TestClock.setTime(1_768_469_400_125)
      const [event] = yield* intake([order()])
      assert.strictEqual(DateTime.toEpochMillis(event!.time), 1_768_469_400_125)
      assert.isFalse(event!.timeGiven)
    })
  )

  test(
    "has no key of its own when none was given",
    Effect.gen(function* () {
      const [event] = yield* intake([order()])
      assert.isFalse("idempotencyKey" in event!)
    })
  )

  test(
    "keeps fields that its schema does not name",
    Effect.gen(function* () {
      const [event] = yield* intake([order({ payload: { number: 1, lines: [], addedLater: { a: 1 } } })])
      assert.strictEqual(event!.payload, '{"number":1,"lines":[],"addedLater":{"a":1}}')
    })
  )

  test(
    "keeps the very text of a payload that was given as text",
    Effect.gen(function* () {
      const text = '{ "lines" : [],  "number" : 1 }'
      const [event] = yield* intake([order({ payload: new PayloadText(text) })])
      assert.strictEqual(event!.payload, text)
    })
  )

  test(
    "gets an id of its own, and events keep their order",
    Effect.gen(function* () {
      const keys = ["a", "b", "c"]
      const events = yield* intake(keys.map((idempotencyKey) => order({ idempotencyKey })))
      assert.deepStrictEqual(
        events.map(({ idempotencyKey }) => idempotencyKey),
        keys
      )
      assert.strictEqual(new Set(events.map(({ id }) => id)).size, 3)
    })
  )

  test(
    "may be none at all",
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* intake([]), [])
    })
  )

  for (const key of ["k", "k".repeat(200), "😀".repeat(200), " ", "order/1?é"]) {
    test(
      `may have the key ${key.slice(0, 10)} at ${[...key].length} characters`,
      Effect.gen(function* () {
        const [event] = yield* intake([order({ idempotencyKey: key })])
        assert.strictEqual(event!.idempotencyKey, key)
      })
    )
  }
})
