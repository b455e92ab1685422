/** What came of campaigns: told by the marketplace's own side, spent, and read by sellers. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  another,
  call,
  type CampaignTest,
  createAuction,
  createAutomatic,
  done,
  get,
  operator,
  shownStatus,
  stocked,
  tell
} from "./CampaignWorld.ts"

const row = (advertId: number, change: object = {}) => ({
  advertId,
  date: "1970-01-01",
  appType: 32,
  nmId: 101,
  views: 100,
  clicks: 4,
  sum: 10.5,
  atbs: 3,
  orders: 1,
  shks: 2,
  sum_price: 1999.9,
  ...change
})

const keyword = (advertId: number, text: string, views: number, change: object = {}) => ({
  advertId,
  date: "1970-01-01",
  keyword: text,
  views,
  clicks: 1,
  sum: 2,
  ...change
})

const times = (count: number, item: object) => Array.from({ length: count }, () => item)

/** 558 rows of a campaign. */
const rowsOfJanuary = Array.from({ length: 31 }, (_, index) => `1970-01-${String(index + 1).padStart(2, "0")}`).flatMap(
  (date) =>
    [1, 32, 64].flatMap((appType) => [101, 102, 103, 104, 105, 106].map((nmId) => ({ date, appType, nmId, sum: 0.01 })))
)

const tooManyRows = {
  error: "В ответе больше 50000 строк статистики. Запросите меньше кампаний или более короткий период"
}

const fullstats = (...items: ReadonlyArray<object>) => call("POST", "/adv/v2/fullstats", items)

export const statisticsScenarios = (test: CampaignTest): void => {
  test(
    "are shown by days, platforms and products, for the days that are asked for",
    Effect.gen(function* () {
      yield* stocked
      const id = yield* createAutomatic()
      const told = yield* tell(
        row(id),
        row(id, { appType: 1, nmId: 102, clicks: 6, avg_position: 4 }),
        row(id, { date: "1970-01-02", canceled: 1 })
      )
      assert.deepStrictEqual(told, { accepted: 3, changed: 3, refused: [], more: 0 })
      const again = yield* tell(row(id))
      assert.deepStrictEqual([again.accepted, again.changed], [1, 0])
      const [of] = (yield* done(fullstats({ id, dates: ["1970-01-01"] }))).body
      const { boosterStats, days, ...whole } = of
      const totals = { atbs: 6, orders: 2, shks: 4, sum_price: 3999.8, canceled: 0 }
      const shown = { views: 200, clicks: 10, ctr: 5, cpc: 2.1, sum: 21, cr: 20, ...totals }
      assert.deepStrictEqual(whole, { ...shown, dates: ["1970-01-01"], advertId: id })
      assert.deepStrictEqual(
        days.map(({ apps, date }: any) => [
          date,
          apps.map(({ appType, nm }: any) => [appType, nm[0].nmId, nm[0].name])
        ]),
        [
          [
            "1970-01-01T03:00:00+03:00",
            [
              [1, 102, "Product 102"],
              [32, 101, "Product 101"]
            ]
          ]
        ]
      )
      assert.deepStrictEqual(boosterStats, [{ date: "1970-01-01T03:00:00+03:00", nm: 102, avg_position: 4 }])
      const interval = { begin: "1970-01-01", end: "1970-01-31" }
      const [ofInterval] = (yield* done(fullstats({ id, interval }))).body
      assert.deepStrictEqual([ofInterval.interval, ofInterval.views, ofInterval.canceled], [interval, 300, 1])
      yield* TestClock.adjust("36 hours")
      const [lately] = (yield* done(fullstats({ id }))).body
      assert.deepStrictEqual([lately.dates, lately.views], [["1970-01-01", "1970-01-02"], 300])
    })
  )

  test(
    "are shown in 7, 9 and 11 alone, with average positions of automatic campaigns alone and whole conversions",
    Effect.gen(function* () {
      yield* stocked
      const statuses = [-1, 4, 7, 8, 9, 11]
      const put = (id: number, campaign: object) =>
        done(operator("PUT", `/campaigns/${id}`, { name: "A", ...campaign }))
      for (const [index, status] of statuses.entries()) yield* put(index + 1, { type: 9, status })
      const ofStatuses = (yield* done(fullstats(...statuses.map((_, index) => ({ id: index + 1 }))))).body
      assert.deepStrictEqual(
        ofStatuses.map(({ advertId }: any) => statuses[advertId - 1]),
        [7, 9, 11]
      )
      const auction = 5
      const automatic = yield* createAutomatic()
      for (const id of [auction, automatic]) {
        yield* tell(row(id, { clicks: 3, orders: 1, avg_position: 4 }), row(id, { nmId: 102, clicks: 3, orders: 3 }))
      }
      const dates = ["1970-01-01"]
      const shown = (yield* done(fullstats({ id: auction, dates }, { id: automatic, dates }))).body
      assert.deepStrictEqual(
        shown.map(({ boosterStats, cr, days }: any) => [
          boosterStats.length,
          cr,
          days[0].apps[0].nm.map((product: any) => product.cr)
        ]),
        [
          [0, 67, [33, 100]],
          [1, 67, [33, 100]]
        ]
      )
    })
  )

  test(
    "are refused where nothing is found or the days are wrong, and left out of campaigns that were not shown",
    Effect.gen(function* () {
      yield* stocked
      const id = yield* createAutomatic()
      const ready = yield* createAuction()
      const days = { begin: "1970-01-02", end: "1970-01-01" }
      const answers = [
        yield* fullstats({ id: 7 }),
        yield* fullstats({ id, interval: days }),
        yield* fullstats({ id, interval: { begin: "1970-01-01", end: "1970-02-01" } }),
        yield* fullstats({ id, interval: days, dates: ["1970-01-01"] }),
        yield* fullstats(),
        yield* fullstats(...Array.from({ length: 101 }, () => ({ id }))),
        yield* call("POST", "/adv/v2/fullstats", [{ id }], another)
      ]
      assert.deepStrictEqual(
        answers.map(({ body, status }) => `${status} ${body.error}`),
        [
          "400 кампания не найдена",
          "400 Некорректная дата начала",
          "400 Некорректная дата конца",
          "400 Некорректное тело запроса",
          "400 Некорректное тело запроса",
          "400 Некорректное тело запроса",
          "400 кампания не найдена"
        ]
      )
      assert.deepStrictEqual((yield* done(fullstats({ id: ready }))).body, [])
    })
  )

  test(
    "are shown as often as they are asked for, and refused where that is too much for one answer",
    Effect.gen(function* () {
      yield* stocked
      const id = yield* createAutomatic()
      yield* tell(...rowsOfJanuary.map((change) => row(id, change)))
      const ofDay = { id, dates: ["1970-01-31"] }
      const answers: ReadonlyArray<unknown> = (yield* done(fullstats(...times(100, ofDay)))).body
      assert.lengthOf(answers, 100)
      assert.deepStrictEqual(answers[99], answers[0])
      const ofMonth = { id, interval: { begin: "1970-01-01", end: "1970-01-31" } }
      assert.strictEqual((yield* fullstats(...times(80, ofMonth))).status, 200)
      const refused = yield* fullstats(...times(100, ofMonth))
      assert.deepStrictEqual([refused.status, refused.body], [400, tooManyRows])
    })
  )

  test(
    "are spending: they take the budget, source by source, and pause the campaign when nothing is left",
    Effect.gen(function* () {
      yield* stocked
      const id = yield* createAutomatic({ sum: 1000, btype: 1 })
      yield* done(call("POST", `/adv/v1/budget/deposit?id=${id}`, { sum: 1000, type: 3 }))
      const budget = Effect.map(get(`/adv/v1/budget?id=${id}`), ({ body }) => body.total)
      yield* tell(row(id, { sum: 0.6 }))
      assert.strictEqual(yield* budget, 2000)
      yield* tell(row(id, { sum: 1200.4 }), row(id, { nmId: 102, sum: 0.6 }), keyword(id, "лето", 5, { sum: 500 }))
      assert.strictEqual(yield* budget, 799)
      yield* tell(row(id, { sum: 1200.4 }))
      assert.strictEqual(yield* budget, 799)
      // Put right: nothing is paid back, and what was charged already is not charged again.
      yield* tell(row(id, { sum: 1100 }))
      yield* tell(row(id, { sum: 1200.4 }))
      assert.strictEqual(yield* budget, 799)
      yield* TestClock.adjust("1 minute")
      yield* tell(row(id, { date: "1970-01-02", sum: 5000 }))
      assert.strictEqual(yield* budget, 0)
      const costs = (yield* done(get("/adv/v1/upd?from=1970-01-01&to=1970-01-01"))).body
      assert.deepStrictEqual(
        costs.map(({ paymentType, updSum, updTime }: any) => [paymentType, updSum, updTime.slice(11, 19)]),
        [
          ["Баланс", 201, "03:00:00"],
          ["Бонусы", 1000, "03:00:00"],
          ["Баланс", 799, "03:01:00"]
        ]
      )
      assert.deepInclude(costs[0], { advertId: id, campName: "Winter", advertType: 8, advertStatus: 9 })
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(yield* shownStatus(id), 11)
      const funds = (yield* done(operator("GET", "/funds"))).body
      assert.deepStrictEqual(funds, { account: 10_000, balance: 4000, bonus: 1000, budgets: 0 })
    })
  )

  test(
    "of phrases may be told by somebody who is a day ahead",
    Effect.gen(function* () {
      yield* stocked
      const id = yield* createAutomatic()
      yield* tell(keyword(id, "лето", 1, { date: "1970-01-02" }))
      yield* TestClock.adjust("30 minutes")
      const { body } = yield* done(get(`/adv/v1/stat/words?id=${id}`))
      const now = "1970-01-01T03:30:00.000+03:00"
      assert.deepStrictEqual(
        body.stat.map(({ begin, duration, end, views }: any) => [begin, end, duration, views]),
        [
          [now, now, 0, 1],
          [now, now, 0, 1]
        ]
      )
    })
  )

  test(
    "of phrases are refreshed at their own intervals",
    Effect.gen(function* () {
      yield* stocked
      const id = yield* createAutomatic()
      yield* TestClock.adjust("1 second")
      yield* tell(keyword(id, "лето платье", 10), keyword(id, "Платье лето", 30), keyword(id, "зима", 0))
      const clusters = Effect.map(get(`/adv/v2/auto/stat-words?id=${id}`), ({ body }) => body.clusters)
      const total = Effect.map(get(`/adv/v1/stat/words?id=${id}`), ({ body }) => body.stat)
      const days = get(`/adv/v0/stats/keywords?advert_id=${id}&from=1970-01-01&to=1970-01-07`)
      yield* TestClock.adjust("14 minutes")
      assert.deepStrictEqual(yield* clusters, [])
      yield* TestClock.adjust("1 minute")
      const cluster = { cluster: "Платье лето", count: 40, keywords: ["Платье лето", "лето платье"] }
      assert.deepStrictEqual(yield* clusters, [cluster])
      assert.deepStrictEqual(
        (yield* total).map(({ keyword: text, views }: any) => [text, views]),
        [["Всего по кампании", 0]]
      )
      yield* tell(keyword(id, "Платье лето", 50))
      yield* TestClock.adjust("15 minutes")
      assert.deepStrictEqual(
        (yield* total).map(({ keyword: text, views }: any) => [text, views]),
        [
          ["Всего по кампании", 60],
          ["Платье лето", 50],
          ["лето платье", 10],
          ["зима", 0]
        ]
      )
      assert.deepStrictEqual((yield* days).body, { keywords: [] })
      yield* TestClock.adjust("30 minutes")
      assert.deepStrictEqual((yield* days).body.keywords, [
        {
          date: "1970-01-01",
          stats: [
            { keyword: "Платье лето", views: 50, clicks: 1, ctr: 2, sum: 2 },
            { keyword: "лето платье", views: 10, clicks: 1, ctr: 10, sum: 2 },
            { keyword: "зима", views: 0, clicks: 1, ctr: 0, sum: 2 }
          ]
        }
      ])
    })
  )

  test(
    "of key phrases are the total of all, and then the 60 phrases with most views",
    Effect.gen(function* () {
      yield* stocked
      const id = yield* createAutomatic()
      yield* tell(...Array.from({ length: 61 }, (_, index) => keyword(id, `phrase ${index + 1}`, index + 1)))
      yield* TestClock.adjust("30 minutes")
      const { stat, words } = (yield* done(get(`/adv/v1/stat/words?id=${id}`))).body
      const most = Array.from({ length: 60 }, (_, index) => 61 - index)
      assert.deepStrictEqual(
        stat.map(({ views }: any) => views),
        [(61 * 62) / 2, ...most]
      )
      assert.deepStrictEqual(
        words.keywords,
        most.map((count) => ({ keyword: `phrase ${count}`, count }))
      )
    })
  )

  test(
    "of keywords are refused for more than 7 days, and for campaigns that are not there",
    Effect.gen(function* () {
      yield* stocked
      const id = yield* createAutomatic()
      const ask = (query: string) => get(`/adv/v0/stats/keywords?${query}`)
      const answers = [
        yield* ask(`advert_id=${id}&from=1970-01-01&to=1970-01-08`),
        yield* ask("advert_id=7&from=1970-01-01&to=1970-01-07"),
        yield* ask(`advert_id=${id}&from=1970-01-01`)
      ].map(({ body, status }) => [status, body])
      assert.deepStrictEqual(answers, [
        [400, { message: "the period of stats cannot be more than one week", type: "bad request" }],
        [404, { message: "campaign not found", type: "not found" }],
        [400, { message: "wrong parameters", type: "bad request" }]
      ])
    })
  )

  test(
    "are taken line by line: each refused one is named, and the others are stored",
    Effect.gen(function* () {
      yield* stocked
      const id = yield* createAutomatic()
      const lines = [
        JSON.stringify(row(id)),
        "{",
        JSON.stringify(row(id, { views: -1 })),
        "",
        JSON.stringify(row(7)),
        JSON.stringify(keyword(id, "", 1)),
        JSON.stringify(keyword(id, "лето", 1)),
        "null"
      ]
      const { body } = yield* done(operator("POST", "/campaign-statistics", lines.join("\n"), "application/x-ndjson"))
      assert.deepStrictEqual([body.accepted, body.changed, body.more], [2, 2, 0])
      assert.deepStrictEqual(
        body.refused.map(({ field, line }: any) => [line, field]),
        [
          [2, ""],
          [3, "views"],
          [5, "advertId"],
          [6, "keyword"],
          [8, ""]
        ]
      )
      const json = yield* operator("POST", "/campaign-statistics", "{}")
      assert.deepStrictEqual([json.status, json.body.errors[0].location], [400, "header.content-type"])
      const many = yield* operator("POST", "/campaign-statistics", "x\n".repeat(150), "application/x-ndjson")
      assert.deepStrictEqual([many.body.refused.length, many.body.more], [100, 50])
    })
  )
}
