/** Rows of the orders report as the service keeps them (core, reports/reportRecords.ts), made up and all different. */
import { encodeKey, type StoredRecord } from "@sellerkit/core"
import { createHash } from "node:crypto"

const collection = "reportOrders"
const day = 24 * 3600_000
// Rows older than 90 days are removed.
const spread = 60 * day

const orderOf = (seller: number, row: number, changed: Date): string => {
  // Times in reports are those of Moscow.
  const time = new Date(changed.getTime() + 3 * 3600_000).toISOString().slice(0, 19)
  const srid = createHash("md5").update(`${seller} ${row}`).digest("hex")
  return `{"date":"${time}","lastChangeDate":"${time}","warehouseName":"Коледино","warehouseType":"Склад WB","countryName":"Россия","oblastOkrugName":"Центральный федеральный округ","regionName":"Московская область","supplierArticle":"shirt-${row % 997}","nmId":${100_000_000 + (row % 9973)},"barcode":"${2_000_000_000_000 + row}","category":"Одежда","subject":"Рубашки","brand":"Benchmark","techSize":"M","incomeID":${row % 4999},"isSupply":false,"isRealization":true,"totalPrice":${1000 + (row % 3000)},"discountPercent":20,"spp":12,"finishedPrice":${800 + (row % 2000)}.5,"priceWithDisc":${900 + (row % 2000)}.25,"isCancel":false,"cancelDate":"0001-01-01T00:00:00","orderType":"Клиентский","sticker":"","gNumber":"${row}${seller}","srid":"${srid}"}`
}

/** `row` of `rows` of a seller, in the order of their changes. */
export const reportRecord = (seller: number, row: number, rows: number, end: number): StoredRecord => {
  // Of whole seconds, as rows tell it.
  const changed = Math.floor((end - spread + (row * spread) / rows) / 1000) * 1000
  const text = orderOf(seller, row, new Date(changed))
  const { date, srid } = { date: text.slice(9, 19), srid: text.slice(-34, -2) }
  const key = encodeKey([srid])
  return {
    collection,
    key,
    // Visible since before the last refresh.
    content: `${end - day} ${text}`,
    places: [encodeKey([changed]) + key, encodeKey(["daily", date]) + key],
    dueAt: undefined,
    since: changed
  }
}

/** Where a seller's rows begin in the order of their changes. */
export const reportOrder = { collection, column: "place_0" } as const
