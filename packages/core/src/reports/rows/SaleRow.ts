/** A row of the sales and returns report: one sale or return of one unit (Seller Statistics Reports, Sales and returns report row). */
import { Schema } from "effect"
import { Amount, text, unit, unitIdentity, Whole } from "./fields.ts"

export const SaleRow = Schema.Struct({
  ...unit,
  paymentSaleAmount: Whole,
  forPay: Amount,
  finishedPrice: Amount,
  priceWithDisc: Amount,
  /** Begins with `S` for a sale and `R` for a return. */
  saleID: text(15),
  ...unitIdentity
}).annotate({ identifier: "SaleRow" })
export type SaleRow = typeof SaleRow.Type
