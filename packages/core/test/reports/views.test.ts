/** What reports show of rows that were recorded in another form. */
import { assert, describe, expect, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { detailedText } from "../../src/reports/http/detailedRealizationView.ts"
import { stocksOfSizes } from "../../src/reports/stocksOfSizes.ts"

const stock = (nmId: number, barcode: string, quantity: number, other: object = {}) => ({
  nmId,
  barcode,
  chrtId: 5,
  warehouseId: 507,
  warehouseName: "Подольск",
  quantity,
  inWayToClient: 1,
  inWayFromClient: 2,
  quantityFull: quantity + 3,
  ...other
})

describe("the current stocks", () => {
  it.effect("have one row for each size and warehouse, however many barcodes a size has", () =>
    Effect.gen(function* () {
      const rows = [
        stock(1, "a", 10),
        stock(1, "b", 7, { chrtId: 6 }),
        stock(1, "c", 4),
        stock(1, "d", 2, { warehouseId: 508 }),
        stock(2, "e", 1)
      ]
      const texts = Stream.fromIterable(rows.map((row) => JSON.stringify(row)))
      const shown = yield* Stream.runCollect(stocksOfSizes(texts, ({ chrtId }) => chrtId !== 7))
      assert.deepStrictEqual(
        shown.map((text) => JSON.parse(text)),
        [
          { ...rows[0], quantity: 14, inWayToClient: 2, inWayFromClient: 4, quantityFull: 20 },
          rows[1],
          rows[3],
          rows[4]
        ]
      )
      const others = yield* Stream.runCollect(stocksOfSizes(texts, ({ chrtId }) => chrtId === 6))
      assert.deepStrictEqual(
        others.map((text) => JSON.parse(text)),
        [rows[1]]
      )
    })
  )
})

describe("the new version of the realization detail", () => {
  it("has one type for both reports about buyouts for Georgia", () => {
    const shown = [0, 1, 2, 3, 4].map((report_type) => detailedText(["reportType"])(JSON.stringify({ report_type })))
    expect(shown.map((text) => JSON.parse(text).reportType)).toStrictEqual([0, 1, 2, 3, 3])
  })
})
