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

export interface Written {
  readonly accepted: number
  readonly changed: number
}

interface WrittenRows<Row> extends Written {
  /** Those that were not written. */
  readonly refused: ReadonlyArray<LineProblem & { readonly row: Row }>
}

type RefusedLines = (typeof RecordedLines.Type)["refused"]

// our choice (design: operator inputs): all are counted.
const mostShown = 100

const firstOf = (lines: RefusedLines): RefusedLines =>
  lines.toSorted((one, other) => one.line - other.line).slice(0, mostShown)

/** Refused lines: the first ones are kept, and the others counted. */
const makeRefusals = () => {
  let count = 0
  let kept: Array<RefusedLines[number]> = []
  return {
    add: (line: RefusedLines[number]) => {
      count++
      kept.push(line)
      if (kept.length >= 2 * mostShown) kept = [...firstOf(kept)]
    },
    shown: () => ({ refused: firstOf(kept), more: Math.max(0, count - mostShown) })
  }
}
type Refusals = ReturnType<typeof makeRefusals>

interface ReadLines<Row> {
  readonly good: ReadonlyArray<{ readonly line: number; readonly row: Row }>
  readonly refused: Refusals
}

// our choice: others are served in between.
const linesAtOnce = 250

/** The rows of lines, and what is wrong with the others. Empty lines are none. */
export const readLines = Effect.fnUntraced(function* <Row>(
  text: string,
  read: (text: string) => Result.Result<Row, LineProblem>
) {
  const good: Array<ReadLines<Row>["good"][number]> = []
  const refused = makeRefusals()
  for (const [index, content] of text.split("\n").entries()) {
    if (index % linesAtOnce === linesAtOnce - 1) yield* Effect.yieldNow
    if (content.trim() === "") continue
    const row = read(content)
    if (Result.isSuccess(row)) good.push({ line: index + 1, row: row.success })
    else refused.add({ line: index + 1, ...row.failure })
  }
  const lines: ReadLines<Row> = { good, refused }
  return lines
})

/** The answer to lines. */
export const recordedLines = ({ accepted, changed }: Written, refused: Refusals): typeof RecordedLines.Type => ({
  accepted,
  changed,
  ...refused.shown()
})

export interface LineRecording<Row, E extends { readonly message: string }, Failure> {
  readonly read: (text: string) => Result.Result<Row, LineProblem>
  readonly advertIdOf: (row: Row) => number
  /** Writes rows of one campaign. Succeeds with the error where there is no such campaign. */
  readonly write: (
    advertId: number,
    rows: ReadonlyArray<Row>
  ) => Effect.Effect<Result.Result<WrittenRows<Row>, E>, Failure>
}

/** Those of one campaign together. */
export const recordLines = Effect.fnUntraced(function* <Row, E extends { readonly message: string }, Failure>(
  text: string,
  { advertIdOf, read, write }: LineRecording<Row, E, Failure>
) {
  const lines = yield* readLines(text, read)
  const { refused } = lines
  let [accepted, changed] = [0, 0]
  for (const own of Object.values(Array.groupBy(lines.good, ({ row }) => String(advertIdOf(row))))) {
    const written = yield* write(
      advertIdOf(own[0].row),
      own.map(({ row }) => row)
    )
    if (Result.isSuccess(written)) {
      accepted += written.success.accepted
      changed += written.success.changed
      const lineOf = new Map(own.map(({ line, row }) => [row, line]))
      for (const { field, reason, row } of written.success.refused)
        refused.add({ line: lineOf.get(row)!, field, reason })
    } else {
      const reason = written.failure.message
      for (const { line } of own) refused.add({ line, field: "advertId", reason })
    }
  }
  return recordedLines({ accepted, changed }, refused)
})
