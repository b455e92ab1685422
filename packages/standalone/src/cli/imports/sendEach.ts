/** Sends each row in a call of its own, whose path names it. */
import { Effect, Predicate } from "effect"
import { refusal } from "../connection/explained.ts"
import type { OperatorAnswer } from "../connection/OperatorClient.ts"
import { InOrder } from "./InOrder.ts"
import { problemsIn } from "./problems.ts"
import { nothingSent, plus, type Row, type Sent } from "./Row.ts"

/** What the row has in the field, as a path shows it. */
const named = ({ text }: Row, key: string): string => {
  const value: unknown = JSON.parse(text)
  return Predicate.hasProperty(value, key) ? encodeURIComponent(String(value[key])) : "none"
}

const refusedRow = ({ line }: Row, { body }: OperatorAnswer, otherwise: string): Sent => {
  const problems = problemsIn(body)
  const refused = problems.map(({ path: [_, ...field], reason }) => ({ line, field: field.join("."), reason }))
  return { ...nothingSent, refused: problems.length > 0 ? refused : [{ line, field: "", reason: otherwise }] }
}

/** `put` takes what names the row: its field `key`. Of rows with the same name the later one counts. */
export const sendEach = <E, R>(
  put: (name: string, body: string) => Effect.Effect<OperatorAnswer, E, R>,
  key: string,
  rows: ReadonlyArray<Row>
) => {
  const inOrder = new InOrder()
  const sendOne = Effect.fnUntraced(function* (row: Row, name: string) {
    const answer = yield* put(name, row.text)
    const { status } = answer
    if (status < 300) return { ...nothingSent, accepted: 1 }
    const failure = refusal(answer.body, status)
    return status === 400 || status === 413 ? refusedRow(row, answer, failure.message) : yield* failure
  })
  const calls = rows.map((row) => {
    const name = named(row, key)
    return inOrder.after([name], sendOne(row, name))
  })
  // our choice: a few calls on their way hide how long each takes.
  return Effect.map(Effect.all(calls, { concurrency: 4 }), (sent) => sent.reduce(plus, nothingSent))
}
