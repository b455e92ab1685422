/** A row of the orders report: one order of one unit (Seller Statistics Reports, Orders report row). */
import { Schema } from "effect"
import { MoscowDateTime } from "../../time/MoscowDateTime.ts"
import { Amount, unit, unitIdentity } from "./fields.ts"

export const OrderRow = Schema.Struct({
  ...unit,
  finishedPrice: Amount,
  priceWithDisc: Amount,
  isCancel: Schema.Boolean,
  /** `0001-01-01T00:00:00` where it is not cancelled. */
  cancelDate: MoscowDateTime,
  ...unitIdentity
}).annotate({ identifier: "OrderRow" })
export type OrderRow = typeof OrderRow.Type
