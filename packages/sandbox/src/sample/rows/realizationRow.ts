/** A row of the realization detail report (Seller Statistics Reports, Realization detail report row). */
import type { Purchase } from "../Purchase.ts"
import { supplyOf } from "../Purchase.ts"
import { day, dayText, mondayOf, timeText, week } from "../time.ts"
import { stickerOf } from "./orderRow.ts"

/** What a row is about, as the reports name it, with the word of the document where there is one. */
const operations = {
  sale: { name: "Продажа", document: "Продажа", sign: 1, isDelivery: false },
  return: { name: "Возврат", document: "Возврат", sign: 1, isDelivery: false },
  delivery: { name: "Логистика", document: "", sign: 0, isDelivery: true }
} as const

export type RealizationKind = keyof typeof operations

// our choice: what banks take.
const acquiringPercent = 1.5

const kopecks = (roubles: number): number => Math.round(roubles * 100) / 100

/** What a report says of the week that the time is in. */
const reportOf = (time: number) => {
  const monday = mondayOf(time)
  return {
    realizationreport_id: 400_000_000 + Math.round(monday / day / 7),
    date_from: dayText(monday),
    date_to: dayText(monday + week - day),
    create_dt: dayText(monday + week),
    currency_name: "руб",
    suppliercontract_code: null
  }
}

/** What rows of all made-up sellers have. */
const sameForAll = {
  gi_box_type_name: "Короб",
  supplier_promo: 0,
  sup_rating_prc_up: 0,
  is_kgvp_v2: 0,
  ppvz_reward: 0,
  ppvz_supplier_id: 0,
  ppvz_supplier_name: "",
  ppvz_inn: "",
  declaration_number: "",
  penalty: 0,
  additional_payment: 0,
  storage_fee: 0,
  deduction: 0,
  acceptance: 0,
  report_type: 1
}

/** `rowNumber`: how many rows the seller's reports have before it. */
export const realizationRow = (purchase: Purchase, kind: RealizationKind, time: number, rowNumber: number) => {
  const { buyer, delivery, discounted, forPay, number, orderedAt, paid, product, size, spp, srid, warehouse } = purchase
  const { document, isDelivery, name, sign } = operations[kind]
  const acquiring = sign * kopecks((paid * acquiringPercent) / 100)
  const reward = sign * kopecks(discounted - forPay)
  return {
    ...sameForAll,
    ...reportOf(time),
    rrd_id: 1_000_000_000_000 + rowNumber,
    gi_id: supplyOf(purchase),
    subject_name: product.subject.ru,
    nm_id: product.nmId,
    brand_name: product.brand,
    sa_name: product.article,
    ts_name: size.name,
    barcode: size.barcode,
    doc_type_name: document,
    quantity: sign,
    retail_price: sign * product.price,
    retail_amount: sign * paid,
    sale_percent: product.discount,
    commission_percent: product.commission,
    office_name: warehouse.name,
    supplier_oper_name: name,
    order_dt: timeText(orderedAt),
    sale_dt: timeText(time),
    rr_dt: dayText(time),
    shk_id: 20_000_000_000 + number,
    retail_price_withdisc_rub: sign * discounted,
    delivery_amount: isDelivery ? 1 : 0,
    return_amount: kind === "return" ? 1 : 0,
    delivery_rub: isDelivery ? delivery : 0,
    product_discount_for_report: product.discount,
    rid: 300_000_000_000 + number,
    ppvz_spp_prc: spp / 100,
    ppvz_kvw_prc_base: product.commission,
    ppvz_kvw_prc: Math.max(0, product.commission - spp),
    ppvz_sales_commission: reward,
    ppvz_for_pay: sign * forPay,
    acquiring_fee: acquiring,
    acquiring_percent: acquiringPercent,
    ppvz_vw: kopecks(reward - acquiring),
    ppvz_vw_nds: kopecks((reward - acquiring) * 0.2),
    acquiring_bank: sign === 0 ? "" : "Тинькофф",
    ppvz_office_id: 100_000 + buyer.distance,
    ppvz_office_name: buyer.region,
    bonus_type_name: isDelivery ? "К клиенту при продаже" : "",
    sticker_id: stickerOf(purchase),
    site_country: buyer.country,
    srid,
    title: product.title
  }
}

export type SampleRealization = ReturnType<typeof realizationRow>
