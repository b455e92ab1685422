/** A row of the supplies report (Seller Statistics Reports, Supplies report row). */
import type { Warehouse } from "@sellerkit/core/market"
import type { SeededRandom } from "../../data/SeededRandom.ts"
import type { SampleProduct, SampleSize } from "../Assortment.ts"
import { supplyId } from "../Purchase.ts"
import { day, timeText } from "../time.ts"

/** What of a size a supply has that arrives on a day. */
export const incomeRow = (
  supplies: SeededRandom,
  product: SampleProduct,
  size: SampleSize,
  warehouse: Warehouse,
  arrivesAt: number
) => {
  const incomeId = supplyId(arrivesAt, warehouse)
  const quantity = supplies.of(incomeId).of(size.id).between(5, 120)
  return {
    incomeId,
    number: "",
    date: timeText(arrivesAt),
    lastChangeDate: timeText(arrivesAt + day / 2),
    supplierArticle: product.article,
    techSize: size.name,
    barcode: size.barcode,
    quantity,
    totalPrice: 0,
    dateClose: timeText(arrivesAt + day / 2),
    warehouseName: warehouse.name,
    nmId: product.nmId,
    status: "Принято"
  }
}

export type SampleIncome = ReturnType<typeof incomeRow>
