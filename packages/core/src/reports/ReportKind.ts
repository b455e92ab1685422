/** The five kinds of rows that reports are made of: what identifies a row, which times order it, and how many one answer has. */
import { Schema } from "effect"
import type { KeyParts } from "../records/Key.ts"
import { millisOf } from "../time/MoscowDateTime.ts"
import { startOfDay } from "../time/MoscowTime.ts"
import { IncomeRow } from "./rows/IncomeRow.ts"
import { OrderRow } from "./rows/OrderRow.ts"
import { RecordedRealizationRow, withShownFields } from "./rows/RealizationRow.ts"
import { SaleRow } from "./rows/SaleRow.ts"
import { RecordedStockRow } from "./rows/StockRow.ts"

export const ReportKind = Schema.Literals(["incomes", "stocks", "orders", "sales", "realization"])
export type ReportKind = typeof ReportKind.Type

export interface ReportRows {
  readonly incomes: IncomeRow
  readonly stocks: RecordedStockRow
  readonly orders: OrderRow
  readonly sales: SaleRow
  readonly realization: RecordedRealizationRow
}

interface KindOf<Row> {
  readonly row: Schema.Codec<Row, unknown> & { readonly fields: Schema.Struct.Fields }
  /** A row replaces the one with the same key (design: operator inputs). */
  readonly key: (row: Row) => KeyParts
  /** When the row was changed last, in milliseconds since 1970. */
  readonly changed?: (row: Row) => number
  /** The period of the report that the row is of, and the day that it stands in there. */
  readonly day?: (row: Row) => readonly [period: string, day: string]
  /** From when on its age counts; absent: it is kept until it is replaced. */
  readonly since?: (row: Row) => number
  /** The row with the fields that answers show of it; absent: with all that it has. */
  readonly shown?: (row: Row) => Row
  /** How many rows an answer has at most (contract, Statistics rules). */
  readonly most: number
}

const lastChange = ({ lastChangeDate }: { readonly lastChangeDate: string }) => millisOf(lastChangeDate)

const dayOfUnit = ({ date }: { readonly date: string }) => ["daily", date.slice(0, 10)] as const

/** our choice: a report about one day is a daily one, and every other one a weekly one. A row stands in it on the day of `rr_dt`. */
const dayOfRealization = ({ date_from, date_to, rr_dt }: RecordedRealizationRow) =>
  [date_from === date_to ? "daily" : "weekly", rr_dt] as const

export const reportKinds: { readonly [Kind in ReportKind]: KindOf<ReportRows[Kind]> } = {
  incomes: {
    row: IncomeRow,
    key: ({ barcode, incomeId }) => [incomeId, barcode],
    changed: lastChange,
    since: ({ date }) => millisOf(date),
    most: 100_000
  },
  stocks: {
    row: RecordedStockRow,
    key: ({ barcode, nmId, warehouseName }) => [nmId, barcode, warehouseName],
    changed: lastChange,
    most: 60_000
  },
  orders: {
    row: OrderRow,
    key: ({ srid }) => [srid],
    changed: lastChange,
    day: dayOfUnit,
    since: ({ date }) => millisOf(date),
    most: 80_000
  },
  sales: {
    row: SaleRow,
    // our choice: a return has the `srid` of its sale, and does not replace it.
    key: ({ saleID, srid }) => [srid, saleID],
    changed: lastChange,
    day: dayOfUnit,
    since: ({ date }) => millisOf(date),
    most: 80_000
  },
  realization: {
    row: RecordedRealizationRow,
    key: ({ rrd_id }) => [rrd_id],
    day: dayOfRealization,
    since: ({ rr_dt }) => startOfDay(rr_dt),
    shown: withShownFields,
    most: 100_000
  }
}
