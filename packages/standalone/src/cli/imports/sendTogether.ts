/** Sends rows that the service takes together or not at all: rows that it names as wrong are left out. */
import { Effect } from "effect"
import { refusal } from "../connection/explained.ts"
import type { OperatorAnswer } from "../connection/OperatorClient.ts"
import { problemsIn } from "./problems.ts"
import { type RefusedRow, type Row, nothingSent, plus, type Sent } from "./Row.ts"

/** `body.products.17.title`: the title of the eighteenth row. */
const refusedRows = (body: unknown, field: string, rows: ReadonlyArray<Row>): ReadonlyArray<RefusedRow> =>
  problemsIn(body).flatMap(({ path: [part, array, index = "", ...path], reason }) => {
    const row = part === "body" && array === field ? rows[Number(index)] : undefined
    return row === undefined ? [] : [{ line: row.line, field: path.join("."), reason }]
  })

/** The body is wrong, or too large. */
const isOfBody = (status: number): boolean => status === 400 || status === 413

/** `field` holds the rows in the body that `put` sends. */
export const sendTogether = <E, R>(
  put: (body: string) => Effect.Effect<OperatorAnswer, E, R>,
  field: string,
  rows: ReadonlyArray<Row>
): Effect.Effect<Sent, E | ReturnType<typeof refusal>, R> =>
  Effect.gen(function* () {
    if (rows.length === 0) return nothingSent
    const { body, status } = yield* put(`{"${field}":[${rows.map(({ text }) => text).join(",")}]}`)
    if (status < 300) return { ...nothingSent, accepted: rows.length }
    const failure = refusal(body, status)
    if (!isOfBody(status)) return yield* failure
    const refused = refusedRows(body, field, rows)
    const lines = new Set(refused.map(({ line }) => line))
    if (lines.size > 0) {
      const rest = yield* sendTogether(
        put,
        field,
        rows.filter(({ line }) => !lines.has(line))
      )
      return plus({ ...nothingSent, refused }, rest)
    }
    const [first] = rows
    if (rows.length === 1)
      return { ...nothingSent, refused: [{ line: first!.line, field: "", reason: failure.message }] }
    // It names none: it cannot read the body, or stopped before the end. One of the halves is the smaller part of the problem.
    const half = Math.ceil(rows.length / 2)
    const parts = yield* Effect.forEach([rows.slice(0, half), rows.slice(half)], (part) =>
      sendTogether(put, field, part)
    )
    return parts.reduce(plus)
  })
