/** Events of which one is wrong are refused together, and everything that is wrong is said. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { EventsRejected } from "../../src/events/Event.ts"
import type { EventInput } from "../../src/events/EventIntake.ts"
import { PayloadText } from "../../src/events/Payload.ts"
import { at } from "../fixtures.ts"
import { intake, order, test } from "./orders.ts"

/** The fields that make a call fail. */
const fieldsOf = (inputs: ReadonlyArray<EventInput>) =>
  Effect.map(Effect.flip(intake(inputs)), (error) => {
    assert.instanceOf(error, EventsRejected)
    return error.fields
  })

const locationsOf = (inputs: ReadonlyArray<EventInput>) =>
  Effect.map(fieldsOf(inputs), (fields) => fields.map(({ location }) => location))

describe("an event type that does not exist", () => {
  test(
    "is refused with its place",
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* fieldsOf([order({ type: "lost" })]), [
        { message: "There is no event orders/lost", location: "events.0.type", value: "lost" }
      ])
    })
  )

  test(
    "is refused although its scope and its type exist apart",
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* locationsOf([order({ scope: "placed", type: "orders" })]), ["events.0.type"])
    })
  )
})

describe("a time that no reader could read", () => {
  test(
    "is refused with what it is",
    Effect.gen(function* () {
      const [first, last] = [-62_167_219_200_000, 253_402_300_799_999]
      const message = "Expected a time from the year 0000 to 9999 in UTC"
      assert.deepStrictEqual(yield* fieldsOf([order({ time: at(first - 1) }), order({ time: at(last + 1) })]), [
        { message, location: "events.0.time", value: "-000001-12-31T23:59:59.999Z" },
        { message, location: "events.1.time", value: "+010000-01-01T00:00:00.000Z" }
      ])
      assert.lengthOf(yield* intake([order({ time: at(first) }), order({ time: at(last) })]), 2)
    })
  )
})

describe("a payload that does not fit its type", () => {
  test(
    "is refused with every failing field",
    Effect.gen(function* () {
      const payload = { number: "one", lines: [{ article: "a", count: 1 }, { count: 1.5 }], note: 7 }
      const locations = yield* locationsOf([order({ payload })])
      assert.sameMembers(locations, [
        "events.0.payload.number",
        "events.0.payload.lines.1.article",
        "events.0.payload.lines.1.count",
        "events.0.payload.note"
      ])
    })
  )

  test(
    "is refused with the values that are wrong",
    Effect.gen(function* () {
      const [field] = yield* fieldsOf([order({ payload: { number: "one", lines: [] } })])
      assert.strictEqual(field!.value, "one")
    })
  )

  test(
    "is refused with a failing key beside it",
    Effect.gen(function* () {
      const locations = yield* locationsOf([order({ payload: { number: 1 }, idempotencyKey: "" })])
      assert.sameMembers(locations, ["events.0.payload.lines", "events.0.idempotencyKey"])
    })
  )
})

describe("a payload that cannot be kept", () => {
  const wrong = [
    ["a list", [], "Expected a JSON object"],
    ["absent", undefined, "Expected a value that can be written as JSON"],
    ["text that is no JSON", new PayloadText("{"), "Expected a JSON object"],
    ["too large", { number: 1, lines: [], note: "x".repeat(200) }, "Expected at most 200 bytes of JSON"],
    [
      "nested too deep",
      JSON.parse("[".repeat(64).replace(/^/, '{"a":') + "]".repeat(64) + "}"),
      "Expected at most 64 levels of nesting"
    ]
  ] as const

  for (const [what, payload, message] of wrong) {
    test(
      `because it is ${what} is refused as a whole`,
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* fieldsOf([order({ payload })]), [
          { message, location: "events.0.payload", value: null }
        ])
      })
    )
  }
})

describe("an idempotency key", () => {
  const length = "Expected between 1 and 200 characters"
  const control = "Expected a text without control characters"
  const wrong = [
    ["", length],
    ["k".repeat(201), length],
    ["😀".repeat(201), length],
    ["a\nb", control],
    ["a\u0000", control],
    ["\u007f", control],
    ["\u0085", control],
    ["\ud800", control]
  ] as const
  for (const [key, message] of wrong) {
    test(
      `is refused: ${JSON.stringify(key.slice(0, 10))} at ${[...key].length} characters`,
      Effect.gen(function* () {
        const problems = yield* fieldsOf([order({ idempotencyKey: key })])
        assert.deepStrictEqual(
          problems.map((problem) => [problem.location, problem.message]),
          [["events.0.idempotencyKey", message]]
        )
      })
    )
  }
})

describe("events of which some are wrong", () => {
  const mixed = [order(), order({ type: "lost" }), order(), order({ payload: {} }), order({ idempotencyKey: "" })]

  test(
    "are all refused: none is produced",
    Effect.gen(function* () {
      assert.instanceOf(yield* Effect.flip(intake(mixed)), EventsRejected)
    })
  )

  test(
    "are listed with their index, and those that are right are not",
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* locationsOf(mixed), [
        "events.1.type",
        "events.3.payload.number",
        "events.3.payload.lines",
        "events.4.idempotencyKey"
      ])
    })
  )

  test(
    "are described by the first of them, and how many more there are",
    Effect.gen(function* () {
      const { message } = yield* Effect.flip(intake(mixed))
      assert.match(message, /^Event 1: .*; 2 more events are wrong$/)
    })
  )
})
