/** Statistics reports as they arrive, however the service is mounted. Their rules are those of `reports/reportSuite.ts`. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import type { ApiService } from "../ApiTarget.ts"
import { type Caller, newSeller } from "../Caller.ts"
import { patientCaller } from "../promotion/Advertiser.ts"
import { succeeded } from "../promotion/PromotionAnswer.ts"
import { manyOrders, type ReportedSellers } from "./ReportedSellers.ts"

export const reportsApiSuite = (service: ApiService, reported: () => ReportedSellers): void => {
  describe("reports", () => {
    let caller: Caller
    beforeAll(async () => {
      caller = await patientCaller(service, reported().sellerId)
    })

    it("show what was recorded, once they have been refreshed", async () => {
      const { day, next } = reported()
      const read = async (path: string) => succeeded(await caller.get(`/api/v1/supplier/${path}`))
      const [income] = await read(`incomes?dateFrom=${day}`)
      assert.deepInclude(income, { incomeId: 1, date: `${day}T00:00:54`, status: "Принято" })
      const [stock] = await read(`stocks?dateFrom=${day}`)
      assert.deepInclude(stock, { nmId: 1, warehouseName: "Краснодар", quantityFull: 34 })
      assert.notProperty(stock, "chrtId")
      const [order] = await read(`orders?dateFrom=${day}&flag=1`)
      assert.deepInclude(order, { srid: "a", date: `${day}T10:00:00`, isCancel: false })
      const [, sale] = await read(`sales?dateFrom=${day}`)
      assert.deepInclude(sale, { srid: "b", saleID: "Sb", forPay: 1284.01 })
      const detail = `dateFrom=${day}&dateTo=${next}`
      const [row] = succeeded(await caller.get(`/api/v5/supplier/reportDetailByPeriod?${detail}`))
      assert.deepInclude(row, { rrd_id: 1, rr_dt: day, ppvz_for_pay: 376.99 })
      const asked = { dateFrom: day, dateTo: next, limit: 1 }
      const [detailed] = succeeded(await caller.post("/api/finance/v1/sales-reports/detailed", asked))
      assert.deepInclude(detailed, { rrdId: 1, rrDate: day, forPay: "376.99" })
      const { data } = succeeded(await caller.post("/api/analytics/v1/stocks-report/marketplace-warehouses", {}))
      assert.deepInclude(data.items[0], { nmId: 1, chrtId: 11, regionName: "Южный", quantity: 33 })
    })

    it("are of the token's seller", async () => {
      const { day, next } = reported()
      const stranger = await patientCaller(service, newSeller())
      assert.deepStrictEqual(succeeded(await stranger.get(`/api/v1/supplier/orders?dateFrom=${day}`)), [])
      const none = await stranger.get(`/api/v5/supplier/reportDetailByPeriod?dateFrom=${day}&dateTo=${next}`)
      assert.deepStrictEqual([none.status, none.text], [204, ""])
    })

    it("have more rows than are read at once, and are not sent to who has them", async () => {
      const { day, sellerIdOfMany } = reported()
      const many = await patientCaller(service, sellerIdOfMany)
      const path = `/api/v1/supplier/orders?dateFrom=${day}`
      const answer = await many.get(path)
      assert.deepStrictEqual(succeeded(answer), manyOrders(day))
      const tag = answer.headers.get("etag")
      assert.match(tag ?? "", /^W\/"orders-/)
      const same = await many.call("GET", path, undefined, { "if-none-match": tag! })
      assert.deepStrictEqual([same.status, same.text, same.headers.get("etag")], [304, "", tag])
      const other = await many.call("GET", path, undefined, { "if-none-match": 'W/"orders-0"' })
      assert.deepStrictEqual([other.status, other.text], [200, answer.text])
    })
  })
}
