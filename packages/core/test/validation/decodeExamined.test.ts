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

// A schema that is compiled looks at the first wrong value once more.
const few = 4

describe("a wrong input", () => {
  it.effect("is examined whole while it is small", () =>
    Effect.gen(function* () {
      const [some, most] = [yield* examined(wrong(50)), yield* examined(wrong(10_000))]
      assert.deepStrictEqual([some.problems, most.problems], [50, 101])
      assert.isAtMost(most.looked, 10_000 + few)
    })
  )

  it.effect("is examined up to its first problem where it is large, at whichever level", () =>
    Effect.gen(function* () {
      for (const input of [wrong(10_001), wrong(300_000), { lines: wrong(300_000) }]) {
        const { looked, problems } = yield* examined(input)
        assert.strictEqual(problems, 1)
        assert.isAtMost(looked, few)
      }
    })
  )
})
