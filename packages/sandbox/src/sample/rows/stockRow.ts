/** A row of the stocks report (Seller Statistics Reports, Stocks report row). */
import type { Warehouse } from "@sellerkit/core/market"
import type { SeededRandom } from "../../data/SeededRandom.ts"
import type { SampleProduct, SampleSize } from "../Assortment.ts"
import { timeText } from "../time.ts"

/** What of a size is in a warehouse. */
export const stockRow = (
  stock: SeededRandom,
  product: SampleProduct,
  size: SampleSize,
  warehouse: Warehouse,
  time: number
) => {
  const random = stock.of(size.id).of(warehouse.id)
  const [quantity, inWayToClient, inWayFromClient] = [
    random.between(0, 200),
    random.between(0, 15),
    random.between(0, 4)
  ]
  return {
    lastChangeDate: timeText(time),
    warehouseName: warehouse.name,
    supplierArticle: product.article,
    nmId: product.nmId,
    barcode: size.barcode,
    quantity,
    inWayToClient,
    inWayFromClient,
    quantityFull: quantity + inWayToClient + inWayFromClient,
    category: product.subject.category,
    subject: product.subject.ru,
    brand: product.brand,
    techSize: size.name,
    Price: product.price,
    Discount: product.discount,
    isSupply: true,
    isRealization: false,
    SCCode: "",
    chrtId: size.id,
    warehouseId: warehouse.id,
    regionName: warehouse.region
  }
}

export type SampleStock = ReturnType<typeof stockRow>
