/** Sends rows as lines, of which the service takes the good ones and names the others. */
import { Effect, Schema } from "effect"
import { refusal } from "../connection/explained.ts"
import type { OperatorAnswer } from "../connection/OperatorClient.ts"
import { nothingSent, type Row, type Sent } from "./Row.ts"

const Answer = Schema.Struct({
  accepted: Schema.Int,
  refused: Schema.Array(Schema.Struct({ line: Schema.Int, field: Schema.String, reason: Schema.String })),
  more: Schema.Int
})

/** `post` sends the lines. */
export const sendLines = Effect.fnUntraced(function* <E, R>(
  post: (lines: string) => Effect.Effect<OperatorAnswer, E, R>,
  rows: ReadonlyArray<Row>
) {
  if (rows.length === 0) return nothingSent
  const { body, status } = yield* post(rows.map(({ text }) => text).join("\n"))
  if (status >= 300 || !Schema.is(Answer)(body)) return yield* refusal(body, status)
  const { accepted, more, refused } = body
  const sent: Sent = { accepted, more, refused: refused.map((row) => ({ ...row, line: rows[row.line - 1]!.line })) }
  return sent
})
