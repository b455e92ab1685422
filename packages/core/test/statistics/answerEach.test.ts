/** What an answer about several campaigns costs: no more than is bounded, and others are answered meanwhile. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { answerEach } from "../../src/statistics/http/answerEach.ts"
import { mostAnswerRows } from "../../src/statistics/mostAnswerRows.ts"

const items = (count: number, idOf: (index: number) => number = (index) => index) =>
  Array.from({ length: count }, (_, index) => ({ id: idOf(index) }))

/** Answers with the id, and remembers whom it was asked for. */
const answering = (rowCount: number) => {
  const asked: Array<number> = []
  const answerTo = ({ id }: { readonly id: number }) =>
    Effect.sync(() => {
      asked.push(id)
      return { answer: id, rowCount }
    })
  return { asked, answerTo }
}

describe("an answer about several campaigns", () => {
  it.effect(
    "reads once what is asked for several times, and shows it in each place",
    Effect.fnUntraced(function* () {
      const { answerTo, asked } = answering(1)
      const answers = yield* answerEach(
        items(100, (index) => index % 2),
        answerTo
      )
      assert.deepStrictEqual(asked, [0, 1])
      assert.deepStrictEqual(answers.slice(0, 4), [0, 1, 0, 1])
      assert.lengthOf(answers, 100)
    })
  )

  it.effect(
    "reads no further once it has too many rows, and says what to do",
    Effect.fnUntraced(function* () {
      const many = answering(mostAnswerRows / 2)
      assert.lengthOf(yield* answerEach(items(2), many.answerTo), 2)
      const more = answering(mostAnswerRows / 2)
      const { status, text } = yield* Effect.flip(answerEach(items(100), more.answerTo))
      assert.deepStrictEqual(more.asked, [0, 1, 2])
      assert.strictEqual(status, 400)
      assert.include(text, `${mostAnswerRows}`)
      // What is asked for again is read once, but shown again.
      const same = answering(mostAnswerRows / 2)
      yield* Effect.flip(
        answerEach(
          items(3, () => 0),
          same.answerTo
        )
      )
      assert.deepStrictEqual(same.asked, [0])
    })
  )

  it.effect(
    "gives others a turn after each item",
    Effect.fnUntraced(function* () {
      let turns = 0
      const others = yield* Effect.forkChild(Effect.forever(Effect.sync(() => turns++)))
      const before = yield* answerEach(items(10), () => Effect.sync(() => ({ answer: turns, rowCount: 1 })))
      assert.lengthOf(new Set(before), 10)
      yield* Fiber.interrupt(others)
    })
  )
})
