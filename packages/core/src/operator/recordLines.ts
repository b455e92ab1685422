/** Rows that an operator sends as lines of JSON: good ones are stored, and each other one is named with what is wrong with it. */
import { Array, Effect, Result, Schema } from "effect"
import { fieldProblems } from "../validation/FieldProblem.ts"
import { excessIn } from "../validation/JsonBounds.ts"
import type { RecordedLines } from "./RecordedLines.ts"

/** `field` is empty where it is about the whole line. */
export interface LineProblem {
  readonly field: string
  readonly reason: string
}

/** Reads a value as a row. */
export const rowOf = <Row>(schema: Schema.Codec<Row, unknown>) => {
  const decode = Schema.decodeUnknownResult(schema, { reportInput: true })
  return (value: unknown): Result.Result<Row, LineProblem> =>
    Result.mapError(decode(value), ({ issue }) => {
      const [problem] = fieldProblems("", issue, value)
      return { field: problem?.location.replace(/^\./, "") ?? "", reason: problem?.message ?? "Expected a row" }
    })
}

/** The value of a line. */
export const valueOf = (text: string): Result.Result<unknown, LineProblem> => {
  const excess = excessIn(text)
  return excess === undefined
    ? Result.try({ try: () => JSON.parse(text) as unknown, catch: () => ({ field: "", reason: "Expected JSON" }) })
    : Result.fail({ field: "", reason: excess })
}

interface Written {
  readonly accepted: number
  readonly changed: number
}

export interface LineRecording<Row, E extends { readonly message: string }, Failure> {
  readonly read: (text: string) => Result.Result<Row, LineProblem>
  readonly advertIdOf: (row: Row) => number
  /** Writes rows of one campaign. Succeeds with the error where there is no such campaign. */
  readonly write: (advertId: number, rows: ReadonlyArray<Row>) => Effect.Effect<Result.Result<Written, E>, Failure>
}

// our choice (design: operator inputs): all are counted.
const mostShown = 100

/** Those of one campaign together. */
export const recordLines = Effect.fnUntraced(function* <Row, E extends { readonly message: string }, Failure>(
  text: string,
  { advertIdOf, read, write }: LineRecording<Row, E, Failure>
) {
  const good: Array<{ readonly line: number; readonly row: Row }> = []
  const refused: Array<(typeof RecordedLines.Type)["refused"][number]> = []
  for (const [index, content] of text.split("\n").entries()) {
    if (content.trim() === "") continue
    const row = read(content)
    if (Result.isSuccess(row)) good.push({ line: index + 1, row: row.success })
    else refused.push({ line: index + 1, ...row.failure })
  }
  let [accepted, changed] = [0, 0]
  for (const lines of Object.values(Array.groupBy(good, ({ row }) => String(advertIdOf(row))))) {
    const written = yield* write(
      advertIdOf(lines[0].row),
      lines.map(({ row }) => row)
    )
    if (Result.isSuccess(written)) {
      accepted += written.success.accepted
      changed += written.success.changed
    } else {
      const reason = written.failure.message
      refused.push(...lines.map(({ line }) => ({ line, field: "advertId", reason })))
    }
  }
  const all = refused.toSorted((one, other) => one.line - other.line)
  return { accepted, changed, refused: all.slice(0, mostShown), more: Math.max(0, all.length - mostShown) }
})
