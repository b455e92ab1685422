/** A line of statistics as it comes from outside: a row, or what is wrong with it. */
import { Predicate, Result } from "effect"
import { type LineProblem, rowOf, valueOf } from "../../operator/recordLines.ts"
import { KeywordRow, StatisticsRow } from "../StatisticsRow.ts"

const keywordRow = rowOf(KeywordRow)
const productRow = rowOf(StatisticsRow)

export const isKeyword = (row: KeywordRow | StatisticsRow): row is KeywordRow => "keyword" in row

export const isProduct = (row: KeywordRow | StatisticsRow): row is StatisticsRow => !isKeyword(row)

export const readLine = (text: string): Result.Result<KeywordRow | StatisticsRow, LineProblem> =>
  Result.flatMap(valueOf(text), (value): Result.Result<KeywordRow | StatisticsRow, LineProblem> =>
    Predicate.hasProperty(value, "keyword") ? keywordRow(value) : productRow(value)
  )
