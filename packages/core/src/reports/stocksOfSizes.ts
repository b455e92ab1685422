/**
 * Stocks as the current report has them: a row for each size and warehouse (contract, Stocks report (current)). A size may have several
 * barcodes, and rows are recorded for each: what they have is added together.
 */
import { Array, Stream } from "effect"
import { type RawText, stringOf } from "../storage/RawText.ts"
import type { RecordedStockRow } from "./rows/StockRow.ts"

/** Rows with the same key would look alike. */
const keyOf = ({ chrtId = 0, warehouseId = 0, warehouseName }: RecordedStockRow): string =>
  `${chrtId} ${warehouseId} ${warehouseName}`

type Counted = "inWayFromClient" | "inWayToClient" | "quantity" | "quantityFull"

const together = (rows: Array.NonEmptyReadonlyArray<RecordedStockRow>): RecordedStockRow => {
  const [first] = rows
  if (rows.length === 1) return first
  const all = (field: Counted) => rows.reduce((sum, row) => sum + row[field], 0)
  return {
    ...first,
    quantity: all("quantity"),
    inWayToClient: all("inWayToClient"),
    inWayFromClient: all("inWayFromClient"),
    quantityFull: all("quantityFull")
  }
}

/** `texts`: those of one product come one after the other, in an order that stays. `isAsked`: whether a size was asked for. */
export const stocksOfSizes = <E>(
  texts: Stream.Stream<RawText, E>,
  isAsked: (row: RecordedStockRow) => boolean
): Stream.Stream<string, E> =>
  texts.pipe(
    Stream.map((text): RecordedStockRow => JSON.parse(stringOf(text))),
    Stream.filter(isAsked),
    Stream.groupAdjacentBy(({ nmId }) => nmId),
    Stream.flatMap(([, rows]) => Stream.fromIterable(Object.values(Array.groupBy(rows, keyOf)).map(together))),
    Stream.map((row) => JSON.stringify(row))
  )
