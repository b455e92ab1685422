/** A row of the orders report (Seller Statistics Reports, Orders report row). */
import { type Purchase, supplyOf } from "../Purchase.ts"
import { timeText } from "../time.ts"

/** What the documents show of an order that is not cancelled. */
const never = "0001-01-01T00:00:00"

/** What rows of orders, sales and returns have in common. */
export const unitOf = (purchase: Purchase, time: number, changedAt: number) => {
  const { buyer, product, size, warehouse } = purchase
  return {
    date: timeText(time),
    lastChangeDate: timeText(changedAt),
    warehouseName: warehouse.name,
    warehouseType: product.warehouseType,
    countryName: buyer.country,
    oblastOkrugName: buyer.district,
    regionName: buyer.region,
    supplierArticle: product.article,
    nmId: product.nmId,
    barcode: size.barcode,
    category: product.subject.category,
    subject: product.subject.ru,
    brand: product.brand,
    techSize: size.name,
    incomeID: supplyOf(purchase),
    isSupply: false,
    isRealization: true,
    totalPrice: product.price,
    discountPercent: product.discount,
    spp: purchase.spp
  }
}

export const stickerOf = ({ number }: Purchase): string => String(10_000_000_000 + number)

/** As it stands when the last thing before `until` has happened to it. */
export const orderRow = (purchase: Purchase, until: number) => {
  const { basket, discounted, orderedAt, paid, srid } = purchase
  const cancelledAt =
    purchase.cancelledAt !== undefined && purchase.cancelledAt < until ? purchase.cancelledAt : undefined
  return {
    ...unitOf(purchase, orderedAt, cancelledAt ?? orderedAt),
    finishedPrice: paid,
    priceWithDisc: discounted,
    isCancel: cancelledAt !== undefined,
    cancelDate: cancelledAt === undefined ? never : timeText(cancelledAt),
    orderType: "Клиентский",
    sticker: stickerOf(purchase),
    gNumber: basket,
    srid
  }
}

export type SampleOrder = ReturnType<typeof orderRow>
