/** What is in a warehouse of a product's size (Seller Statistics Reports, Stocks report row). */
import { Schema } from "effect"
import { MoscowDateTime } from "../../time/MoscowDateTime.ts"
import { NumericId } from "../../validation/WholeNumber.ts"
import { Amount, text, Whole } from "./fields.ts"

/** As the old stocks report shows it. */
export const StockRow = Schema.Struct({
  lastChangeDate: MoscowDateTime,
  warehouseName: text(50),
  supplierArticle: text(75),
  nmId: NumericId,
  barcode: text(30),
  quantity: Whole,
  inWayToClient: Whole,
  inWayFromClient: Whole,
  quantityFull: Whole,
  category: text(50),
  subject: text(50),
  brand: text(50),
  techSize: text(30),
  Price: Amount,
  Discount: Amount,
  isSupply: Schema.Boolean,
  isRealization: Schema.Boolean,
  SCCode: text(50)
}).annotate({ identifier: "StockRow" })
export type StockRow = typeof StockRow.Type

/** With what only the current stocks report shows (contract, Stocks report (current)). */
export const RecordedStockRow = Schema.Struct({
  ...StockRow.fields,
  chrtId: Schema.optionalKey(NumericId),
  warehouseId: Schema.optionalKey(NumericId),
  regionName: Schema.optionalKey(text(200))
}).annotate({ identifier: "RecordedStockRow" })
export type RecordedStockRow = typeof RecordedStockRow.Type
