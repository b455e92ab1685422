/** Sends each row in a call of its own, whose path names it. */
import { Effect, Predicate } from "effect"
import { refusal } from "../connection/explained.ts"
import type { OperatorAnswer } from "../connection/OperatorClient.ts"
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

/** `put` takes what names the row: its field `key`. */
export const sendEach = <E, R>(
  put: (name: string, body: string) => Effect.Effect<OperatorAnswer, E, R>,
  key: string,
  rows: ReadonlyArray<Row>
) =>
  Effect.map(
    Effect.forEach(
      rows,
      Effect.fnUntraced(function* (row) {
        const answer = yield* put(named(row, key), row.text)
        const { status } = answer
        if (status < 300) return { ...nothingSent, accepted: 1 }
        const failure = refusal(answer.body, status)
        return status === 400 || status === 413 ? refusedRow(row, answer, failure.message) : yield* failure
      }),
      // our choice: a few calls on their way hide how long each takes.
      { concurrency: 4 }
    ),
    (sent) => sent.reduce(plus, nothingSent)
  )
