/** What a seller can rely on about campaigns, over a storage, by the clock of the test. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { automaticProductScenarios } from "./automaticProductScenarios.ts"
import { bidScenarios } from "./bidScenarios.ts"
import { eventScenarios } from "./eventScenarios.ts"
import { financeScenarios } from "./financeScenarios.ts"
import { keptDaysScenarios } from "./keptDaysScenarios.ts"
import { largeCampaignScenarios } from "./largeCampaignScenarios.ts"
import { largeMediaScenarios } from "./media/largeMediaScenarios.ts"
import { mediaPauseSuite } from "./media/mediaPauseSuite.ts"
import { mediaScenarios } from "./media/mediaScenarios.ts"
import { phraseScenarios } from "./phraseScenarios.ts"
import { spentScenarios } from "./spentScenarios.ts"
import { statisticsScenarios } from "./statisticsScenarios.ts"
import type { StorageTarget } from "../conformance/StorageTarget.ts"
import { campaignFailureSuite } from "./campaignFailureSuite.ts"
import { campaignInterruptionSuite } from "./campaignInterruptionSuite.ts"
import { campaignModelSuite } from "./campaignModelSuite.ts"
import {
  another,
  call,
  campaignTest,
  createAuction,
  createAutomatic,
  done,
  dresses,
  get,
  idleCampaignTest,
  operator,
  plain,
  product,
  refused,
  shirts,
  shown,
  shownStatus,
  stocked
} from "./CampaignWorld.ts"
import { transitionSuite } from "./transitionSuite.ts"

export const campaignSuite = (target: StorageTarget): void => {
  describe(`campaigns: ${target.name}`, () => {
    const test = campaignTest(target)

    describe("products", () => {
      test(
        "are put in, counted by subject, found by subject, and removed",
        Effect.gen(function* () {
          yield* stocked
          const subjects = yield* get("/adv/v1/supplier/subjects")
          assert.deepStrictEqual(subjects.body, [
            { id: 69, name: "Платья", count: 1 },
            { id: 192, name: "Рубашки", count: 2 }
          ])
          const found = yield* call("POST", "/adv/v2/supplier/nms", [192, 192, 7])
          assert.deepStrictEqual(found.body, [
            { title: "Product 101", nm: 101, subjectId: 192 },
            { title: "Product 102", nm: 102, subjectId: 192 }
          ])
          assert.strictEqual((yield* operator("DELETE", "/products/101")).status, 204)
          assert.strictEqual((yield* operator("DELETE", "/products/101")).status, 404)
          yield* done(operator("PUT", "/products", { products: [product(102, dresses)] }))
          assert.deepStrictEqual((yield* get("/adv/v1/supplier/subjects")).body, [{ id: 69, name: "Платья", count: 2 }])
          assert.deepStrictEqual((yield* get("/adv/v1/supplier/subjects", another)).body, [])
        })
      )

      test(
        "are refused together where one is wrong",
        Effect.gen(function* () {
          const products = [product(1, shirts), { ...product(2, shirts), title: "" }, { nm: "three" }]
          const answer = yield* operator("PUT", "/products", { products })
          assert.strictEqual(answer.status, 400)
          assert.includeMembers(
            answer.body.errors.map(({ location }: { readonly location: string }) => location),
            ["body.products.1.title", "body.products.2.nm"]
          )
          assert.deepStrictEqual((yield* get("/adv/v1/supplier/subjects")).body, [])
          const text = yield* call("POST", "/adv/v2/supplier/nms", { ids: [192] })
          assert.deepStrictEqual(plain(text), refused("Ошибка обработки тела запроса"))
        })
      )
    })

    describe("a campaign", () => {
      test(
        "is created, launched, paused and completed, each when its minute is over, and seen so after the synchronisation",
        Effect.gen(function* () {
          yield* stocked
          const id = yield* createAuction()
          assert.strictEqual(yield* shownStatus(id), 4)
          assert.deepStrictEqual(
            plain(yield* get(`/adv/v0/start?id=${id}`)),
            refused("Статус кампании не изменен", 422)
          )
          yield* done(call("POST", `/adv/v1/budget/deposit?id=${id}`, { sum: 1000, type: 0 }))
          const launched = yield* done(get(`/adv/v0/start?id=${id}`))
          assert.deepStrictEqual(plain(launched), { status: 200, type: "application/json", text: "" })
          yield* TestClock.adjust("179999 millis")
          assert.strictEqual(yield* shownStatus(id), 4)
          yield* TestClock.adjust("1 millis")
          const active = yield* shown(id)
          assert.deepStrictEqual([active.status, active.changeTime], [9, "1970-01-01T03:01:00.000+03:00"])
          yield* done(get(`/api/v0/pause?id=${id}`))
          yield* TestClock.adjust("3 minutes")
          assert.strictEqual(yield* shownStatus(id), 11)
          yield* done(get(`/adv/v0/stop?id=${id}`))
          yield* TestClock.adjust("3 minutes")
          const over = yield* shown(id)
          assert.deepStrictEqual([over.status, over.endTime], [7, "1970-01-01T03:07:00.000+03:00"])
          assert.deepStrictEqual(
            plain(yield* get(`/adv/v0/start?id=${id}`)),
            refused("Статус кампании не изменен", 422)
          )
        })
      )

      test(
        "keeps the last action of a minute",
        Effect.gen(function* () {
          yield* stocked
          const id = yield* createAutomatic()
          for (const action of ["/adv/v0/pause", "/adv/v0/stop", "/adv/v0/pause"])
            yield* done(get(`${action}?id=${id}`))
          yield* TestClock.adjust("3 minutes")
          assert.strictEqual(yield* shownStatus(id), 11)
          for (const action of ["/adv/v0/start", "/adv/v0/pause", "/adv/v0/start"])
            yield* done(get(`${action}?id=${id}`))
          yield* TestClock.adjust("3 minutes")
          assert.strictEqual(yield* shownStatus(id), 9)
        })
      )

      test(
        "disappears after it was removed, and its budget is the seller's again",
        Effect.gen(function* () {
          yield* stocked
          const id = yield* createAuction()
          yield* done(call("POST", `/adv/v1/budget/deposit?id=${id}`, { sum: 1000, type: 3 }))
          assert.strictEqual((yield* get("/adv/v1/balance")).body.bonus, 1000)
          yield* TestClock.adjust("10 seconds")
          yield* done(get(`/adv/v0/delete?id=${id}`))
          assert.strictEqual((yield* get("/adv/v1/balance")).body.bonus, 2000)
          assert.strictEqual(yield* shownStatus(id), 4)
          yield* TestClock.adjust("170 seconds")
          assert.strictEqual(yield* shownStatus(id), -1)
          const again = yield* get(`/adv/v0/delete?id=${id}`)
          assert.deepStrictEqual([again.status, again.body], [422, { error: "Статус кампании не изменен" }])
          yield* TestClock.adjust("3 minutes")
          assert.isUndefined(yield* shown(id))
          assert.deepStrictEqual((yield* get("/adv/v1/promotion/count")).body, { adverts: null, all: 0 })
        })
      )

      test(
        "is found by its id, and by its status and type without a body",
        Effect.gen(function* () {
          yield* stocked
          const [auction, automatic] = [yield* createAuction(), yield* createAutomatic()]
          const foundBy = (query: string, body?: unknown) =>
            Effect.map(done(call("POST", `/adv/v1/promotion/adverts${query}`, body)), (answer) =>
              answer.body?.map(({ advertId }: { readonly advertId: number }) => advertId)
            )
          assert.deepStrictEqual(yield* foundBy("", [automatic]), [automatic])
          assert.deepStrictEqual(yield* foundBy("?status=4"), [auction])
          assert.deepStrictEqual(yield* foundBy("?type=8", null), [automatic])
          assert.isUndefined(yield* foundBy("?status=7"))
          assert.deepStrictEqual(
            plain(yield* call("POST", "/adv/v1/promotion/adverts")),
            refused("Для получения информации передайте или список кампаний, или набор фильтров")
          )
        })
      )

      test(
        "is found in the order of changes, of creations or of ids",
        Effect.gen(function* () {
          yield* stocked
          const first = yield* createAuction()
          yield* TestClock.adjust("1 second")
          const second = yield* createAuction()
          yield* TestClock.adjust("1 second")
          yield* done(call("POST", "/adv/v0/rename", { advertId: first, name: "Autumn" }))
          yield* TestClock.adjust("3 minutes")
          const ordered = (query: string) =>
            Effect.map(done(call("POST", `/adv/v1/promotion/adverts?type=9${query}`)), ({ body }) =>
              body.map(({ advertId }: { readonly advertId: number }) => advertId)
            )
          const byId = [first, second].toSorted((one, other) => one - other)
          for (const [query, ascending] of [
            ["&order=change", [second, first]],
            ["&order=create", [first, second]],
            ["", [first, second]],
            ["&order=id", byId]
          ] as const) {
            assert.deepStrictEqual(yield* ordered(`${query}&direction=asc`), [...ascending], query)
            assert.deepStrictEqual(yield* ordered(query), ascending.toReversed(), query)
          }
        })
      )

      test(
        "is the seller's alone",
        Effect.gen(function* () {
          yield* stocked
          const id = yield* createAuction()
          assert.isUndefined(yield* shown(id, another))
          assert.deepStrictEqual((yield* get("/adv/v1/promotion/count", another)).body, { adverts: null, all: 0 })
          for (const path of ["/adv/v0/start", "/adv/v0/pause", "/adv/v0/stop"]) {
            assert.deepStrictEqual(plain(yield* get(`${path}?id=${id}`, another)), refused("Кампания не найдена"))
          }
          const budget = yield* get(`/adv/v1/budget?id=${id}`, another)
          assert.deepStrictEqual(plain(budget), refused("кампания не принадлежит продавцу"))
        })
      )
    })
    describe("what is due", () => {
      idleCampaignTest(target)(
        "is shown at its time, and found by what it is then, before it is written",
        Effect.gen(function* () {
          yield* stocked
          const [paused, removed] = [yield* createAutomatic(), yield* createAuction()]
          yield* done(get(`/adv/v0/pause?id=${paused}`))
          yield* done(get(`/adv/v0/delete?id=${removed}`))
          const idsWith = (status: number) =>
            Effect.map(done(call("POST", `/adv/v1/promotion/adverts?status=${status}&type=8`)), ({ body }) =>
              (body ?? []).map(({ advertId }: { readonly advertId: number }) => advertId)
            )
          assert.deepStrictEqual([yield* idsWith(9), yield* idsWith(11)], [[paused], []])
          yield* TestClock.adjust("3 minutes")
          assert.deepStrictEqual([yield* idsWith(9), yield* idsWith(11)], [[], [paused]])
          yield* TestClock.adjust("3 minutes")
          const { body } = yield* done(get("/adv/v1/promotion/count"))
          assert.deepStrictEqual([body.all, body.adverts[0].status, body.adverts[0].count], [1, 11, 1])
        })
      )
    })

    describe("the largest campaigns", () => {
      largeCampaignScenarios(test)
    })
    describe("bids", () => {
      bidScenarios(test)
    })
    describe("products of an automatic campaign", () => {
      automaticProductScenarios(test)
    })
    describe("money", () => {
      financeScenarios(test)
    })
    describe("phrases", () => {
      phraseScenarios(test)
    })
    describe("events", () => {
      eventScenarios(test)
    })
    describe("statistics", () => {
      statisticsScenarios(test)
    })
    describe("statistics of more than can be counted", () => {
      spentScenarios(test)
    })
    describe("statistics of long ago", () => {
      keptDaysScenarios(test)
    })

    describe("media campaigns", () => {
      mediaScenarios(test)
      largeMediaScenarios(test)
    })
  })
  transitionSuite(target)
  campaignModelSuite(target)
  campaignFailureSuite(target)
  campaignInterruptionSuite(target)
  mediaPauseSuite(target)
}
