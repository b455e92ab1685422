/** How much work wrong inputs make: all that is wrong is named, except where there is too much of it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { decodeExamined } from "../../src/validation/decodeExamined.ts"
import { fieldProblems } from "../../src/validation/FieldProblem.ts"

/** How many problems of an input are named, and how many of its values were looked at. */
const examined = Effect.fnUntraced(function* (input: unknown) {
  let looked = 0
  const Wrong = Schema.Unknown.check(
    Schema.makeFilter(() => {
      looked++
      return "Expected something else"
    })
  )
  const decode = decodeExamined(Schema.Union([Schema.Array(Wrong), Schema.Struct({ lines: Schema.Array(Wrong) })]))
  const decoded = yield* Effect.result(decode(input))
  const problems = Result.isFailure(decoded) ? fieldProblems("body", decoded.failure.issue, input) : []
  return { looked, problems: problems.length }
})

const wrong = (count: number) => Array.from({ length: count }, () => -1)

describe("a wrong input", () => {
  it.effect("is examined whole while it is small", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* examined(wrong(50)), { looked: 51, problems: 50 })
      assert.deepStrictEqual(yield* examined(wrong(10_000)), { looked: 10_001, problems: 101 })
    })
  )

  it.effect("is examined up to its first problem where it is large, at whichever level", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* examined(wrong(10_001)), { looked: 1, problems: 1 })
      assert.deepStrictEqual(yield* examined(wrong(300_000)), { looked: 1, problems: 1 })
      assert.deepStrictEqual(yield* examined({ lines: wrong(300_000) }), { looked: 1, problems: 1 })
    })
  )
})
