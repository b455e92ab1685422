/** What answers show of rows that were recorded. */
import { Schema } from "effect"
import { Whole } from "../rows/fields.ts"
import { RealizationRow, RecordedRealizationRow } from "../rows/RealizationRow.ts"
import { RecordedStockRow, StockRow } from "../rows/StockRow.ts"

type Struct = { readonly fields: Readonly<Record<string, unknown>> }

/**
 * A row without the fields that only another report shows. They are the last ones, and plain values: the text is cut, and not read
 * and written again. No text within JSON looks like the beginning of a field.
 */
const without = (recorded: Struct, shown: Struct) => {
  const names = Object.keys(recorded.fields).filter((name) => !(name in shown.fields))
  const last = new RegExp(String.raw`(?:,"(?:${names.join("|")})":(?:"(?:[^"\\]|\\.)*"|[^",{}]*))+\}$`)
  return (text: string): string => text.replace(last, "}")
}

export const oldStockText = without(RecordedStockRow, StockRow)
export const realizationText = without(RecordedRealizationRow, RealizationRow)

/** Contract, Stocks report (current). */
export const CurrentStocks = Schema.Struct({
  data: Schema.Struct({
    items: Schema.Array(
      Schema.Struct({
        nmId: Whole,
        chrtId: Whole,
        warehouseId: Whole,
        warehouseName: Schema.String,
        regionName: Schema.String,
        quantity: Whole,
        inWayToClient: Whole,
        inWayFromClient: Whole
      }).annotate({ identifier: "CurrentStockRow" })
    )
  }).annotate({ identifier: "CurrentStockRows" })
}).annotate({ identifier: "CurrentStocks" })

/** our choice: what the marketplace's own side has not told is 0 or empty. */
export const currentStockText = (text: string): string => {
  const row: RecordedStockRow = JSON.parse(text)
  const { chrtId = 0, inWayFromClient, inWayToClient, nmId, quantity, regionName = "", warehouseId = 0 } = row
  const { warehouseName } = row
  return JSON.stringify({
    nmId,
    chrtId,
    warehouseId,
    warehouseName,
    regionName,
    quantity,
    inWayToClient,
    inWayFromClient
  })
}
