/**
 * Rows of reports as they are kept. A row has one record, which is replaced with the row. A version that was visible when it was
 * replaced is kept beside it until it is not shown any more, so that an answer has each row once, however long it takes.
 */
import { DateTime } from "effect"
import { type Collection, series } from "../records/Collection.ts"
import type { KeyParts } from "../records/Key.ts"
import { codeAt, type RawText, stringOf, textFrom } from "../storage/RawText.ts"
import { ReportKind, reportKinds, type ReportRows } from "./ReportKind.ts"

/** A row as answers show it after the refresh `from`, in milliseconds since 1970. */
export interface RowVersion {
  readonly kind: ReportKind
  readonly from: number
  readonly text: string
  readonly key: KeyParts
  readonly byChange: KeyParts | undefined
  readonly byDay: KeyParts | undefined
  readonly since: number | undefined
}

/** What a row was. The refresh `until` is the last one that shows it, and answers of that refresh begin before `end`. */
export interface FormerVersion extends RowVersion {
  readonly until: number
  readonly end: number
}

export type ReportIndex = "byChange" | "byDay"

/** A row as answers show it: JSON, with the fields in the order of the documents. */
export const reportRowText = <Kind extends ReportKind>(kind: Kind, row: ReportRows[Kind]): string => {
  const { row: declared, shown: shownOf } = reportKinds[kind]
  const members: Readonly<Record<string, unknown>> = shownOf === undefined ? row : shownOf(row)
  const shown: Record<string, unknown> = {}
  for (const name in declared.fields) if (members[name] !== undefined) shown[name] = members[name]
  return JSON.stringify(shown)
}

export const versionOf = <Kind extends ReportKind>(kind: Kind, row: ReportRows[Kind], from: number): RowVersion => {
  const { changed, day, key, since } = reportKinds[kind]
  return {
    kind,
    from,
    text: reportRowText(kind, row),
    key: key(row),
    byChange: changed && [changed(row)],
    byDay: day?.(row),
    since: since?.(row)
  }
}

const wordsOf = (content: string): ReadonlyArray<string> => content.slice(0, content.indexOf("{") - 1).split(" ")

const [space, brace, zero] = [..." {0"].map((character) => character.charCodeAt(0)) as [number, number, number]

/** Where a character stands first, at `begin` or behind it; the end of the content where it does not. */
const placeOf = (character: number, content: RawText, begin: number): number => {
  let place = begin
  while (place < content.length && codeAt(content, place) !== character) place++
  return place
}

/** The row's text in the text of a record. */
export const textOf = (content: RawText): RawText => textFrom(content, placeOf(brace, content, 0))

/** The time that a word is, which begins at `begin` and ends at a space. It is read digit by digit: `parseInt` takes ten times as long. */
const timeAt = (content: RawText, begin: number): number => {
  let time = 0
  for (let at = begin; ; at++) {
    const digit = codeAt(content, at) - zero
    if (!(digit >= 0)) return time
    time = time * 10 + digit
  }
}

/** Whether answers of a refresh show the version in the text of a record. It is asked of each row of an answer. */
export const isShownAt = (refreshed: number, content: RawText): boolean => {
  if (timeAt(content, 0) >= refreshed) return false
  const second = placeOf(space, content, 0) + 1
  return codeAt(content, second) === brace || refreshed <= timeAt(content, second)
}

/** The version in the text of a record that was not replaced. */
export const currentVersion = (kind: ReportKind, content: string): RowVersion =>
  versionOf(kind, JSON.parse(stringOf(textOf(content))), Number(wordsOf(content)[0]))

const rowsOf = (name: string, kind: ReportKind): Collection<RowVersion, ReportIndex> =>
  series(name, {
    key: ({ key }) => key,
    indexes: { byChange: ({ byChange }) => byChange, byDay: ({ byDay }) => byDay },
    since: ({ since }) => (since === undefined ? undefined : DateTime.makeUnsafe(since)),
    text: ({ from, text }) => `${from} ${text}`,
    parse: (content) => currentVersion(kind, content)
  })

/** In the order of their keys; `byChange`: of their last changes; `byDay`: of the periods and days of their reports. */
export const reportRows: Readonly<Record<ReportKind, Collection<RowVersion, ReportIndex>>> = {
  incomes: rowsOf("reportIncomes", "incomes"),
  stocks: rowsOf("reportStocks", "stocks"),
  orders: rowsOf("reportOrders", "orders"),
  sales: rowsOf("reportSales", "sales"),
  realization: rowsOf("reportRealization", "realization")
}

/**
 * The former versions of all kinds. In each order the kind comes first, and then they stand as rows do: what distinguishes versions
 * comes last in their keys.
 */
export const formerRows: Collection<FormerVersion, ReportIndex | "byKey"> = series("reportFormerRows", {
  key: ({ key, kind, until }) => [...key, kind, until],
  indexes: {
    byKey: ({ kind }) => [kind],
    byChange: ({ byChange, kind }) => byChange && [kind, ...byChange],
    byDay: ({ byDay, kind }) => byDay && [kind, ...byDay]
  },
  since: ({ end }) => DateTime.makeUnsafe(end),
  text: ({ end, from, kind, text, until }) => `${from} ${until} ${end} ${kind} ${text}`,
  parse: (content) => {
    const [from, until, end, kind] = wordsOf(content)
    const version = versionOf(ReportKind.make(kind as ReportKind), JSON.parse(stringOf(textOf(content))), Number(from))
    return { ...version, until: Number(until), end: Number(end) }
  }
})
