/** What the current stocks report shows of rows that were recorded (contract, Stocks report (current)). */
import { Schema } from "effect"
import { Whole } from "../rows/fields.ts"
import type { RecordedStockRow } from "../rows/StockRow.ts"

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
