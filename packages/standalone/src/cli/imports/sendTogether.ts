/** Sends rows that the service takes together or not at all: rows that it names as wrong are left out. */
import { Effect } from "effect"
import { refusal } from "../connection/explained.ts"
import type { OperatorAnswer } from "../connection/OperatorClient.ts"
import { problemsIn } from "./problems.ts"
import { type RefusedRow, type Row, nothingSent, plus, type Sent } from "./Row.ts"

interface RefusedAt extends RefusedRow {
  /** Which of the rows that were sent. Several may begin in one line. */
  readonly place: number
}

/** `body.products.17.title`: the title of the eighteenth row. */
const refusedRows = (body: unknown, field: string, rows: ReadonlyArray<Row>): ReadonlyArray<RefusedAt> =>
  problemsIn(body).flatMap(({ path: [part, array, index = "", ...path], reason }) => {
    const place = Number(index)
    const row = part === "body" && array === field ? rows[place] : undefined
    return row === undefined ? [] : [{ place, line: row.line, field: path.join("."), reason }]
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
    const places = new Set(refused.map(({ place }) => place))
    if (places.size > 0) {
      const rest = yield* sendTogether(
        put,
        field,
        rows.filter((_, place) => !places.has(place))
      )
      return plus({ ...nothingSent, refused: refused.map(({ place: _, ...row }) => row) }, rest)
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
