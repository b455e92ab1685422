/** Media campaigns as existing clients ask for them. */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import type { ApiService } from "../ApiTarget.ts"
import type { Caller } from "../Caller.ts"
import { newAdvertiser, putMedia } from "./Advertiser.ts"
import { assertDone, assertRefused, succeeded } from "./PromotionAnswer.ts"

export const mediaApiSuite = (service: ApiService): void => {
  describe("media campaigns", () => {
    let caller: Caller
    beforeAll(async () => {
      caller = await newAdvertiser(service)
    })

    const information = async (id: number) => succeeded(await caller.get(`/adv/v1/advert?id=${id}`))

    it("are none at first, and listed, counted and shown once they were put in", async () => {
      assert.deepStrictEqual(succeeded(await caller.get("/adv/v1/count")), { all: 0, adverts: null })
      assert.strictEqual((await caller.get("/adv/v1/adverts")).status, 204)
      assert.strictEqual((await caller.get("/adv/v1/advert?id=1")).status, 204)
      await putMedia(service, caller.sellerId, 1, { createTime: "2026-01-15T12:00:00+03:00" })
      await putMedia(service, caller.sellerId, 2, { status: 9, createTime: "2026-01-15T13:00:00+03:00" })
      const all = succeeded(await caller.get("/adv/v1/adverts"))
      assert.deepStrictEqual(
        all.map(({ advertId, createTime, status }: any) => [advertId, status, createTime]),
        [
          [2, 9, "2026-01-15T13:00:00.000+03:00"],
          [1, 6, "2026-01-15T12:00:00.000+03:00"]
        ]
      )
      const page = succeeded(await caller.get("/adv/v1/adverts?limit=1&offset=1&order=id&direction=desc&type=2"))
      assert.strictEqual(page[0].advertId, 1)
      assert.deepStrictEqual(succeeded(await caller.get("/adv/v1/count")).adverts, { type: 2, status: 6, count: 1 })
      const { extended, items } = await information(1)
      assert.deepInclude(extended, { reason: null, expenses: 0, budget: 1000 })
      assert.deepStrictEqual(items, [{ id: 7, name: "Front page", status: 6, cpm: 300 }])
    })

    it("are paused, launched and stopped, and refuse what their status does not allow", async () => {
      await putMedia(service, caller.sellerId, 3)
      assertDone(await caller.post("/adv/v1/advert/pause", { advert_id: 3, reason: "Enough" }))
      assert.deepInclude(await information(3), { status: 9 })
      const again = await caller.post("/adv/v1/advert/pause", { advert_id: 3 })
      assert.strictEqual(again.status, 422)
      assert.sameMembers(Object.keys(again.body), [
        "title",
        "detail",
        "code",
        "requestId",
        "origin",
        "status",
        "statusText",
        "timestamp"
      ])
      assertDone(await caller.post("/adv/v1/advert/start", { advert_id: 3 }))
      assert.deepInclude(await information(3), { status: 4 })
      const refused = await caller.post("/adv/v1/advert/start", { advert_id: 3 })
      assertRefused(refused, 400, "jsonText", "Перевод в новый статус невозможен")
      assertDone(await caller.post("/adv/v1/advert/stop", { advert_id: 3 }))
      assert.deepInclude(await information(3), { status: 7 })
      assert.strictEqual((await caller.post("/adv/v1/advert/stop", { advert_id: 3 })).status, 400)
    })

    it("take bids as numbers and as texts, and refuse those that are too low", async () => {
      await putMedia(service, caller.sellerId, 4)
      for (const cpm of [400, "450"]) {
        assertDone(await caller.post("/adv/v1/item/cpm/change", { advert_id: 4, item_id: 7, cpm }))
        assert.strictEqual((await information(4)).items[0].cpm, Number(cpm))
      }
      const low = await caller.post("/adv/v1/item/cpm/change", { advert_id: 4, item_id: 7, cpm: "99" })
      assertRefused(low, 400, "jsonText", "Ставка не может быть менее 100 рублей")
    })

    it("show what came of them", async () => {
      await putMedia(service, caller.sellerId, 5)
      const [statistics, unknown] = succeeded(await caller.post("/adv/v1/stats", [{ id: 5 }, { id: 999 }]))
      assert.deepInclude(statistics.stats[0], { item_id: 7, views: 0, daily_stats: [] })
      assert.deepStrictEqual(unknown, { advert_id: 999, error: "кампания не найдена" })
      const refused = await caller.post("/adv/v1/stats", [])
      assertRefused(refused, 400, "error", "Некорректное тело запроса")
    })
  })
}
