import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { reportKinds } from "../../src/reports/ReportKind.ts"
import { RealizationRow } from "../../src/reports/rows/RealizationRow.ts"
import { currentVersion, isShownAt, versionOf } from "../../src/reports/reportRecords.ts"

/** Contract, Orders report and Sales and returns report. */
const unit = {
  date: "2022-03-04T18:08:31",
  lastChangeDate: "2022-03-06T10:11:07",
  warehouseName: "Подольск",
  warehouseType: "Склад продавца",
  countryName: "Россия",
  oblastOkrugName: "Центральный федеральный округ",
  regionName: "Московская",
  supplierArticle: "12345",
  nmId: 1234567,
  barcode: "123453559000",
  category: "Бытовая техника",
  subject: "Мультистайлеры",
  brand: "Тест",
  techSize: "0",
  incomeID: 56735459,
  isSupply: false,
  isRealization: true,
  totalPrice: 1887,
  discountPercent: 18,
  spp: 26
}

const order = {
  ...unit,
  finishedPrice: 1145,
  priceWithDisc: 1547,
  isCancel: true,
  cancelDate: "2022-03-09T00:00:00",
  sticker: "926912515",
  gNumber: "34343462218572569531",
  srid: "11.rf9ef11fce1684117b0nhj96222982382.3.0"
}

const decodeOrder = Schema.decodeUnknownSync(reportKinds.orders.row)

describe("rows of reports", () => {
  it("are kept as the documents show them, whatever the order of their fields and the zone of their times", () => {
    const reversed = Object.fromEntries(Object.entries(order).toReversed())
    const row = decodeOrder({ ...reversed, lastChangeDate: "2022-03-06T07:11:07.000Z", other: 1 })
    const version = versionOf("orders", row, 1000)
    expect(version.text).toBe(JSON.stringify(order))
    expect(version.key).toStrictEqual([order.srid])
    expect(version.byChange).toStrictEqual([Date.parse("2022-03-06T10:11:07+03:00")])
    expect(version.byDay).toStrictEqual(["daily", "2022-03-04"])
    expect(version.since).toBe(Date.parse("2022-03-04T18:08:31+03:00"))
    expect(currentVersion("orders", `1000 ${version.text}`)).toStrictEqual(version)
  })

  it("have the fields of the contract's examples", () => {
    expect(decodeOrder(order)).toStrictEqual(order)
    const sale = {
      ...unit,
      paymentSaleAmount: 93,
      forPay: 1284.01,
      finishedPrice: 1145,
      priceWithDisc: 1547,
      saleID: "S9993700024",
      sticker: "926912515",
      gNumber: "34343462218572569531",
      srid: "11.rf9ef11fce1684117b0nhj96222982382.3.0"
    }
    expect(Schema.decodeUnknownSync(reportKinds.sales.row)(sale)).toStrictEqual(sale)
    const income = {
      incomeId: 12345,
      number: "",
      date: "2022-05-08T00:00:54",
      lastChangeDate: "2022-05-08T00:44:15.5",
      supplierArticle: "ABCDEF",
      techSize: "0",
      barcode: "2000328074123",
      quantity: 3,
      totalPrice: 0,
      dateClose: "2022-05-08T00:00:00",
      warehouseName: "Подольск",
      nmId: 1234567,
      status: "Принято"
    }
    expect(Schema.decodeUnknownSync(reportKinds.incomes.row)(income)).toStrictEqual(income)
  })

  it("count the characters of texts, as the documents say, and not units of UTF-16", () => {
    expect(decodeOrder({ ...order, brand: "👕".repeat(50) }).brand).toHaveLength(100)
    expect(() => decodeOrder({ ...order, brand: "👕".repeat(51) })).toThrow("50")
  })

  it("have whole labeling codes, with the separators of their parts, and no other control characters", () => {
    const decode = Schema.decodeUnknownSync(Schema.Struct({ kiz: RealizationRow.fields.kiz }))
    const kiz = "0102900000376311210G2CIS?ehge)S\u001d91002A\u001d92F9Qof4F"
    expect(decode({ kiz })).toStrictEqual({ kiz })
    expect(() => decode({ kiz: "01029\n" })).toThrow("labeling code")
    expect(() => decode({ kiz: "\ud800" })).toThrow("labeling code")
  })

  it("are shown after the refresh that follows them, and former ones up to their last refresh", () => {
    expect([1000, 1001].map((refreshed) => isShownAt(refreshed, "1000 {}"))).toStrictEqual([false, true])
    expect([1000, 1001, 3000, 3001].map((refreshed) => isShownAt(refreshed, "1000 3000 5000 orders {}"))).toStrictEqual(
      [false, true, true, false]
    )
  })
})
