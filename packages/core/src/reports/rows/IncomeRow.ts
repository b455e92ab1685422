/** A row of the supplies report (Seller Statistics Reports, Supplies report row). */
import { Schema } from "effect"
import { MoscowDateTime } from "../../time/MoscowDateTime.ts"
import { NumericId } from "../../validation/WholeNumber.ts"
import { Amount, text, Whole } from "./fields.ts"

export const IncomeRow = Schema.Struct({
  incomeId: NumericId,
  number: text(40),
  date: MoscowDateTime,
  lastChangeDate: MoscowDateTime,
  supplierArticle: text(75),
  techSize: text(30),
  barcode: text(30),
  quantity: Whole,
  totalPrice: Amount,
  dateClose: MoscowDateTime,
  warehouseName: text(50),
  nmId: NumericId,
  /** `Принято`, as far as the documents go. */
  status: text(50)
}).annotate({ identifier: "IncomeRow" })
export type IncomeRow = typeof IncomeRow.Type
