/** A line of statistics as it comes from outside: a row, or what is wrong with it. */
import { Predicate, Result, Schema } from "effect"
import { fieldProblems } from "../../validation/FieldProblem.ts"
import { excessIn } from "../../validation/JsonBounds.ts"
import { KeywordRow, StatisticsRow } from "../StatisticsRow.ts"

export type StatisticsLine =
  | { readonly of: "keyword"; readonly row: KeywordRow }
  | { readonly of: "product"; readonly row: StatisticsRow }

/** `field` is empty where it is about the whole line. */
export interface LineProblem {
  readonly field: string
  readonly reason: string
}

const rowOf = <Row>(schema: Schema.Codec<Row, unknown>) => {
  const decode = Schema.decodeUnknownResult(schema, { reportInput: true })
  return (value: unknown): Result.Result<Row, LineProblem> =>
    Result.mapError(decode(value), ({ issue }) => {
      const [problem] = fieldProblems("", issue, value)
      return { field: problem?.location.replace(/^\./, "") ?? "", reason: problem?.message ?? "Expected a row" }
    })
}

const keywordRow = rowOf(KeywordRow)
const productRow = rowOf(StatisticsRow)

const valueOf = (text: string): Result.Result<unknown, LineProblem> => {
  const excess = excessIn(text)
  return excess === undefined
    ? Result.try({ try: () => JSON.parse(text) as unknown, catch: () => ({ field: "", reason: "Expected JSON" }) })
    : Result.fail({ field: "", reason: excess })
}

export const readLine = (text: string): Result.Result<StatisticsLine, LineProblem> =>
  Result.flatMap(valueOf(text), (value): Result.Result<StatisticsLine, LineProblem> =>
    Predicate.hasProperty(value, "keyword")
      ? Result.map(keywordRow(value), (row) => ({ of: "keyword", row }))
      : Result.map(productRow(value), (row) => ({ of: "product", row }))
  )
