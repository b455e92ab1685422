/** Made-up sellers: the same for the same seed, with reports that agree. */
import { assert, describe, it } from "@effect/vitest"
import { type SampleRows, SampleSeller } from "../src/index.ts"

const options = { seed: "agreement", from: "2026-02-27", until: "2026-04-15", ordersPerDay: 40, products: 25 } as const

const allOf = <Kind extends keyof SampleRows>(kind: Kind, change = {}): ReadonlyArray<SampleRows[Kind]> => [
  ...new SampleSeller({ ...options, ...change }).rows(kind)
]

const first = (count: number, rows: Iterable<unknown>): ReadonlyArray<unknown> => {
  const found: Array<unknown> = []
  for (const row of rows) if (found.push(row) === count) break
  return found
}

const isOrdered = (times: ReadonlyArray<string>): boolean =>
  times.every((time, at) => at === 0 || times[at - 1]! <= time)

const sum = (numbers: ReadonlyArray<number>): number => Math.round(100 * numbers.reduce((all, one) => all + one, 0))

describe("a made-up seller", () => {
  it("is the same for the same options, and another one for another seed", () => {
    for (const kind of ["incomes", "stocks", "orders", "sales", "realization"] as const) {
      assert.deepStrictEqual(allOf(kind), allOf(kind))
      assert.notDeepEqual(allOf(kind, { seed: 1 }), allOf(kind, { seed: 2 }))
    }
    // The end of the rows changes none before it.
    const endless = new SampleSeller({ seed: "agreement", from: "2026-02-27", ordersPerDay: 40, products: 25 })
    assert.deepStrictEqual(first(500, endless.orders()), allOf("orders").slice(0, 500))
    assert.deepStrictEqual(first(500, endless.sales()), allOf("sales").slice(0, 500))
  })

  it("has rows in the order of time, within its days", () => {
    const times = {
      incomes: allOf("incomes").map(({ date }) => date),
      orders: allOf("orders").map(({ date }) => date),
      sales: allOf("sales").map(({ date }) => date),
      realization: allOf("realization").map(({ sale_dt }) => sale_dt)
    }
    for (const [kind, found] of Object.entries(times)) {
      assert.isTrue(isOrdered(found), kind)
      assert.isBelow(Date.parse(found.at(-1)!), Date.parse(options.until), kind)
    }
    assert.strictEqual(times.orders[0]!.slice(0, 10), options.from)
  })

  it("has cancelled by its end what it says is cancelled", () => {
    const end = Date.parse(options.until)
    const orders = allOf("orders")
    for (const { cancelDate, lastChangeDate } of orders) {
      assert.isBelow(Date.parse(lastChangeDate), end)
      assert.isBelow(Date.parse(cancelDate), end)
    }
    const later = allOf("orders", { until: "2026-05-01" }).slice(0, orders.length)
    const wanted = later.filter(({ isCancel }, place) => isCancel && !orders[place]!.isCancel)
    assert.isNotEmpty(wanted)
    for (const { cancelDate } of wanted) assert.isAtLeast(Date.parse(cancelDate), end)
  })

  it("sells each order once that is not cancelled, and takes back what was sold", () => {
    const orders = new Map(allOf("orders").map((row) => [row.srid, row]))
    const sales = allOf("sales")
    const sold = new Map(sales.filter(({ saleID }) => saleID.startsWith("S")).map((row) => [row.srid, row]))
    const returned = sales.filter(({ saleID }) => saleID.startsWith("R"))
    assert.strictEqual(orders.size, allOf("orders").length)
    assert.strictEqual(sold.size + returned.length, sales.length)
    assert.isAbove(returned.length, 0)
    for (const sale of sold.values()) {
      const order = orders.get(sale.srid)!
      assert.isFalse(order.isCancel)
      assert.isBelow(Date.parse(order.date), Date.parse(sale.date))
      assert.deepStrictEqual(
        [sale.nmId, sale.barcode, sale.priceWithDisc, sale.finishedPrice, sale.gNumber],
        [order.nmId, order.barcode, order.priceWithDisc, order.finishedPrice, order.gNumber]
      )
    }
    for (const row of returned) {
      const sale = sold.get(row.srid)!
      assert.isBelow(Date.parse(sale.date), Date.parse(row.date))
      assert.deepStrictEqual([row.forPay, row.nmId], [-sale.forPay, sale.nmId])
    }
    // What was ordered a month before the end has arrived.
    for (const { date, isCancel, srid } of orders.values()) {
      if (date < "2026-03-25") assert.strictEqual(sold.has(srid), !isCancel)
    }
  })

  it("reports in each week what was sold and returned in it, with the sums of the sales", () => {
    const rows = allOf("realization")
    const sales = allOf("sales")
    for (const from of new Set(rows.map((row) => row.date_from))) {
      const week = rows.filter((row) => row.date_from === from)
      const to = week[0]!.date_to
      const during = sales.filter(({ date }) => date.slice(0, 10) >= from && date.slice(0, 10) <= to)
      assert.strictEqual((Date.parse(to) - Date.parse(from)) / 86_400_000, 6)
      assert.strictEqual(new Date(from).getUTCDay(), 1)
      for (const [document, prefix, sign] of [
        ["Продажа", "S", 1],
        ["Возврат", "R", -1]
      ] as const) {
        const reported = week.filter(({ doc_type_name }) => doc_type_name === document)
        const expected = during.filter(({ saleID }) => saleID.startsWith(prefix))
        assert.deepStrictEqual(
          reported.map(({ srid }) => srid),
          expected.map(({ srid }) => srid)
        )
        assert.strictEqual(sum(reported.map((row) => sign * row.ppvz_for_pay)), sum(expected.map((row) => row.forPay)))
      }
    }
    assert.deepStrictEqual(
      rows.map(({ rrd_id }) => rrd_id - rows[0]!.rrd_id),
      rows.map((_, index) => index)
    )
  })

  it("sells what was supplied to the warehouse before", () => {
    const supplied = new Map(allOf("incomes").map((row) => [`${row.incomeId} ${row.barcode}`, row]))
    for (const order of allOf("orders")) {
      const supply = supplied.get(`${order.incomeID} ${order.barcode}`)!
      assert.strictEqual(supply.warehouseName, order.warehouseName)
      assert.isBelow(Date.parse(supply.date), Date.parse(order.date))
    }
    assert.strictEqual(supplied.size, allOf("incomes").length)
    const stocks = new Set(allOf("stocks").map((row) => `${row.nmId} ${row.barcode} ${row.warehouseName}`))
    assert.strictEqual(stocks.size, allOf("stocks").length)
  })
})
