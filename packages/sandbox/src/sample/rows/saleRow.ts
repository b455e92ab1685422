/** A row of the sales and returns report (Seller Statistics Reports, Sales and returns report row). */
import type { Purchase } from "../Purchase.ts"
import { stickerOf, unitOf } from "./orderRow.ts"

/** A return has the `srid` of its sale, and takes its sums back. */
export const saleRow = (purchase: Purchase, kind: "return" | "sale", time: number) => {
  const { basket, discounted, forPay, number, paid, srid } = purchase
  const sign = kind === "sale" ? 1 : -1
  return {
    ...unitOf(purchase, time, time),
    paymentSaleAmount: 0,
    forPay: sign * forPay,
    finishedPrice: sign * paid,
    priceWithDisc: sign * discounted,
    saleID: `${kind === "sale" ? "S" : "R"}${10_000_000_000 + number}`,
    orderType: "Клиентский",
    sticker: stickerOf(purchase),
    gNumber: basket,
    srid
  }
}

export type SampleSale = ReturnType<typeof saleRow>
