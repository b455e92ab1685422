/** An answer about several campaigns. What it costs is bounded, however many are asked for, and however often the same one. */
import { Effect } from "effect"
import { refused } from "../../http/refusals/orRefused.ts"
import { mostAnswerRows } from "../mostAnswerRows.ts"
import { refusals } from "./statisticsRefusals.ts"

export interface Answered<Answer> {
  readonly answer: Answer
  /** How many rows were read for it. */
  readonly rowCount: number
}

/** Each item is answered in its place. Items that are the same are read once, and count as often as they are asked for. */
export const answerEach = Effect.fnUntraced(function* <Item, Answer, E, R>(
  items: ReadonlyArray<Item>,
  answerTo: (item: Item) => Effect.Effect<Answered<Answer>, E, R>
) {
  const known = new Map<string, Answered<Answer>>()
  const answers: Array<Answer> = []
  let rowCount = 0
  for (const item of items) {
    const key = JSON.stringify(item)
    const answered = known.get(key) ?? (yield* answerTo(item))
    known.set(key, answered)
    rowCount += answered.rowCount
    if (rowCount > mostAnswerRows) return yield* refused(refusals.tooManyRows)
    answers.push(answered.answer)
    // A storage in the process reads without waiting: others have their turn before the next item.
    yield* Effect.yieldNow
  }
  return answers
})
