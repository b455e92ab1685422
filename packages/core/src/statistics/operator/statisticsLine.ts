/** A line of statistics as it comes from outside: a row, or what is wrong with it. */
import { Predicate, Result } from "effect"
import { type LineProblem, rowOf, valueOf } from "../../operator/recordLines.ts"
import { KeywordRow, StatisticsRow } from "../StatisticsRow.ts"

export type StatisticsLine =
  | { readonly of: "keyword"; readonly row: KeywordRow }
  | { readonly of: "product"; readonly row: StatisticsRow }

const keywordRow = rowOf(KeywordRow)
const productRow = rowOf(StatisticsRow)

export const readLine = (text: string): Result.Result<StatisticsLine, LineProblem> =>
  Result.flatMap(valueOf(text), (value): Result.Result<StatisticsLine, LineProblem> =>
    Predicate.hasProperty(value, "keyword")
      ? Result.map(keywordRow(value), (row) => ({ of: "keyword", row }))
      : Result.map(productRow(value), (row) => ({ of: "product", row }))
  )
