/** Media campaigns: put in by the marketplace's own side, stopped, paused, launched, bid for, and spending. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { another, call, type CampaignTest, done, get, operator, pass, plain, refused } from "../CampaignWorld.ts"
import { actOnMedia, item, mediaInformation, mediaStatus, putMedia, tellMedia } from "./mediaCalls.ts"

const bid = (input: object) => call("POST", "/adv/v1/item/cpm/change", input)

const jsonText = (text: string, status = 400) => ({
  status,
  type: "application/json",
  text: JSON.stringify(text)
})

const row = (advertId: number, change: object = {}) => ({
  advertId,
  itemId: 7,
  date: "1970-01-01",
  appType: 1,
  views: 1000,
  clicks: 20,
  atbs: 4,
  orders: 1,
  sum: 300,
  ...change
})

/** Of the document (Media campaign statuses): which statuses an action takes, and where it leads. */
const table = {
  stop: { from: [1, 3, 4, 5, 6, 8, 9, 10, 11], to: 7 },
  pause: { from: [4, 5, 6, 10, 11], to: 9 },
  start: { from: [9, 11], to: 4 }
} as const

const statuses = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]

export const mediaScenarios = (test: CampaignTest): void => {
  test(
    "are listed page by page, counted and found; 204 where there are none",
    Effect.gen(function* () {
      assert.deepStrictEqual((yield* get("/adv/v1/count")).body, { all: 0, adverts: null })
      assert.strictEqual((yield* get("/adv/v1/adverts")).status, 204)
      assert.strictEqual((yield* get("/adv/v1/advert?id=1")).status, 204)
      const times = ["1970-01-01T00:00:03Z", "1970-01-01T00:00:01Z", "1970-01-01T00:00:02Z"]
      for (const [index, createTime] of times.entries()) yield* putMedia(index + 1, { createTime })
      yield* putMedia(4, { type: 1, status: 7, createTime: times[0]!, endTime: "1970-01-01T00:00:04Z" })
      const ids = (query = "") =>
        Effect.map(get(`/adv/v1/adverts${query}`), ({ body = [] }) => body.map(({ advertId }: any) => advertId))
      assert.deepStrictEqual(yield* ids(), [4, 1, 3, 2])
      assert.deepStrictEqual(yield* ids("?direction=asc"), [2, 3, 1, 4])
      assert.deepStrictEqual(yield* ids("?order=id&direction=asc&limit=2&offset=1"), [2, 3])
      assert.deepStrictEqual(yield* ids("?order=id"), [4, 3, 2, 1])
      assert.deepStrictEqual(yield* ids("?status=7"), [4])
      assert.deepStrictEqual(yield* ids("?type=2&limit=1"), [1])
      assert.deepStrictEqual(yield* ids("?offset=4"), [])
      assert.deepStrictEqual((yield* get("/adv/v1/count")).body, { all: 4, adverts: { type: 2, status: 6, count: 3 } })
      const [last] = (yield* get("/adv/v1/adverts?status=7")).body
      assert.deepStrictEqual(last, {
        advertId: 4,
        name: "Sale 4",
        brand: "Plank",
        type: 1,
        status: 7,
        createTime: "1970-01-01T03:00:03.000+03:00",
        endTime: "1970-01-01T03:00:04.000+03:00"
      })
      assert.deepStrictEqual((yield* mediaInformation(1)).extended, {
        reason: null,
        expenses: 0,
        updated_at: "1970-01-01T03:00:00.000+03:00",
        price: 0,
        budget: 1000,
        operation: 1,
        contract_id: 0
      })
      assert.deepStrictEqual((yield* mediaInformation(1)).items, [item])
      for (const path of ["/adv/v1/adverts", "/adv/v1/advert?id=1"]) {
        assert.strictEqual((yield* get(path, another)).status, 204)
      }
      assert.deepStrictEqual((yield* get("/adv/v1/count", another)).body, { all: 0, adverts: null })
    })
  )

  test(
    "that have spent what they may in a day go on at midnight, whatever is put right or put in anew",
    Effect.gen(function* () {
      yield* putMedia(5, { items: [{ ...item, daily_limit: 100 }], extended: { budget: 100_000 } })
      yield* tellMedia(row(5, { sum: 100 }))
      yield* tellMedia(row(5, { sum: 99 }))
      yield* putMedia(6, { status: 10 })
      yield* putMedia(7, { items: [{ ...item, daily_limit: 100 }], extended: { budget: 100_000 } })
      yield* tellMedia(row(7, { sum: 100 }))
      yield* putMedia(7, { status: 10 })
      const all = [5, 6, 7]
      assert.deepStrictEqual(yield* Effect.forEach(all, mediaStatus), [10, 10, 10])
      yield* TestClock.setTime(21 * 3_600_000 - 1)
      assert.deepStrictEqual(yield* Effect.forEach(all, mediaStatus), [10, 10, 10])
      yield* TestClock.setTime(21 * 3_600_000)
      assert.deepStrictEqual(yield* Effect.forEach(all, mediaStatus), [6, 6, 6])
    })
  )

  test(
    "take each action in the statuses of the table, and refuse it in all others",
    Effect.gen(function* () {
      let id = 0
      for (const [action, { from, to }] of Object.entries(table)) {
        for (const status of statuses) {
          yield* putMedia(++id, { status })
          const answer = yield* actOnMedia(action as keyof typeof table, id, "For a reason")
          const isAllowed = (from as ReadonlyArray<number>).includes(status)
          const about = `${action} in ${status}`
          assert.strictEqual(yield* mediaStatus(id), isAllowed ? to : status, about)
          if (isAllowed) {
            assert.deepStrictEqual(plain(answer), { status: 200, type: "application/json", text: "" }, about)
            assert.strictEqual((yield* mediaInformation(id)).extended.reason, "For a reason", about)
          } else if (action === "pause") {
            const { code, origin, status: told, title } = answer.body
            assert.deepStrictEqual(
              [answer.status, told, title, code, origin],
              [422, 422, "unprocessable entity", "status_not_changed", "media.pause"],
              about
            )
          } else assert.deepStrictEqual(plain(answer), jsonText("Перевод в новый статус невозможен"), about)
        }
      }
      assert.deepStrictEqual(plain(yield* actOnMedia("stop", 999)), jsonText("Кампания не найдена"))
      assert.strictEqual((yield* actOnMedia("pause", 999)).body.code, "campaign_not_found")
      assert.strictEqual((yield* call("POST", "/adv/v1/advert/stop", { advert_id: 1 }, another)).status, 400)
    })
  )

  test(
    "are in 4 for some minutes after a launch, and then where dates, budget and daily limits lead",
    Effect.gen(function* () {
      const [now, before, later] = ["1970-01-01T00:00:00Z", "1969-12-31T00:00:00Z", "1970-01-01T05:00:00Z"]
      const cases: ReadonlyArray<readonly [id: number, extended: object, status: number]> = [
        [1, {}, 6],
        [2, { from: now, to: later }, 6],
        [3, { from: later }, 5],
        [4, { to: before }, 7],
        [5, { budget: 0 }, 11]
      ]
      for (const [id, extended] of cases) {
        yield* putMedia(id, { status: 9, extended })
        assert.strictEqual((yield* actOnMedia("start", id)).status, 200)
      }
      yield* pass("119 seconds")
      for (const [id] of cases) assert.strictEqual(yield* mediaStatus(id), 4)
      yield* pass("181 seconds")
      for (const [id, , status] of cases) assert.strictEqual(yield* mediaStatus(id), status, String(id))
      assert.strictEqual(
        (yield* mediaInformation(5)).extended.reason,
        "Для возобновления показов пополните бюджет медиакампании"
      )
      // The dates come.
      yield* pass("5 hours")
      assert.deepStrictEqual([yield* mediaStatus(2), yield* mediaStatus(3)], [7, 6])
      const { body } = yield* get("/adv/v1/adverts?status=7&order=id&direction=asc")
      assert.deepStrictEqual(
        body.map(({ advertId }: any) => advertId),
        [2, 4]
      )
    })
  )

  test(
    "are paused 10 times in a day in Moscow at most",
    Effect.gen(function* () {
      yield* putMedia(1)
      yield* putMedia(2)
      const pauses = (times: number) =>
        Effect.forEach(
          Array.from({ length: times }),
          Effect.fnUntraced(function* () {
            const { body, status } = yield* actOnMedia("pause", 1)
            if (status === 200) yield* done(actOnMedia("start", 1))
            return status === 200 ? 200 : body.code
          })
        )
      assert.deepStrictEqual(yield* pauses(11), [...Array.from({ length: 10 }, () => 200), "pauses_spent"])
      assert.strictEqual((yield* actOnMedia("pause", 2)).status, 200, "another campaign has its own")
      // Midnight in Moscow is 21:00 in UTC.
      yield* TestClock.setTime(21 * 60 * 60 * 1000 - 1)
      assert.deepStrictEqual(yield* pauses(1), ["pauses_spent"])
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* pauses(11), [...Array.from({ length: 10 }, () => 200), "pauses_spent"])
      // What the marketplace's own side puts in gives no pauses back.
      yield* putMedia(1)
      assert.deepStrictEqual(yield* pauses(1), ["pauses_spent"])
    })
  )

  test(
    "take bids for their banners, as numbers and as texts",
    Effect.gen(function* () {
      yield* putMedia(1)
      for (const cpm of [400, "500"]) {
        assert.strictEqual((yield* bid({ advert_id: 1, item_id: 7, cpm })).status, 200)
        assert.strictEqual((yield* mediaInformation(1)).items[0].cpm, Number(cpm))
      }
      for (const status of statuses) {
        yield* putMedia(2, { status })
        const answer = yield* bid({ advert_id: 2, item_id: 7, cpm: 400 })
        if ([4, 5, 6, 9, 10, 11].includes(status)) assert.strictEqual(answer.status, 200)
        else assert.deepStrictEqual(plain(answer), jsonText("Изменение возможно только для активных кампаний"))
      }
      yield* putMedia(3, { type: 1 })
      const refusals: ReadonlyArray<readonly [object, ReturnType<typeof jsonText>]> = [
        [{ advert_id: 1, item_id: 8, cpm: 400 }, jsonText("Ошибка получения айтемов: 8")],
        [{ advert_id: 3, item_id: 7, cpm: 400 }, jsonText("Тип размещения должен быть по показам")],
        ...["99", "0", "-5", 99, 0, -5].map(
          (cpm) => [{ advert_id: 1, item_id: 7, cpm }, jsonText("Ставка не может быть менее 100 рублей")] as const
        ),
        [{ advert_id: 9, item_id: 7, cpm: 400 }, jsonText("Кампания не найдена")],
        [{ advert_id: 1, item_id: 7, cpm: "4e2" }, jsonText("Ошибка обработки тела запроса", 422)],
        [{ advert_id: 1, item_id: 7, cpm: 0.5 }, jsonText("Ошибка обработки тела запроса", 422)]
      ]
      for (const [input, expected] of refusals) assert.deepStrictEqual(plain(yield* bid(input)), expected)
      assert.strictEqual((yield* mediaInformation(1)).items[0].cpm, 500)
    })
  )

  test(
    "spend what their statistics say, until nothing is left or the day's limits are reached",
    Effect.gen(function* () {
      const subscriptions = [{ scope: "promotion", event: "campaign_budget_exhausted" }]
      const webhook = { enabled: false, name: "Media", url: "https://shop.example/hook", subscriptions }
      yield* done(call("POST", "/api/v1/webhooks", webhook))
      yield* putMedia(1)
      assert.deepStrictEqual(yield* tellMedia(row(1, { sum: 300.5 })), {
        accepted: 1,
        changed: 1,
        refused: [],
        more: 0
      })
      const money = Effect.map(mediaInformation(1), ({ extended: { budget, expenses }, status }) => [
        status,
        budget,
        expenses
      ])
      assert.deepStrictEqual(yield* money, [6, 700, 300])
      assert.strictEqual((yield* tellMedia(row(1, { sum: 300.5 }))).changed, 0)
      assert.deepStrictEqual(yield* money, [6, 700, 300])
      yield* tellMedia(row(1, { sum: 300.5 }), row(1, { appType: 32, sum: 900 }))
      assert.deepStrictEqual(yield* money, [11, 0, 1000])
      const { events } = (yield* done(get("/api/v1/events"))).body
      assert.deepStrictEqual(
        events.map(({ payload }: any) => payload[0]),
        [{ advertId: 1, name: "Sale 1", type: 2, exhaustedAt: "1970-01-01T00:00:00.000Z" }]
      )
      const limited = [
        { ...item, daily_limit: 100 },
        { ...item, id: 8, daily_limit: 200 }
      ]
      yield* putMedia(2, { items: limited, extended: { budget: 100_000 } })
      yield* tellMedia(row(2, { sum: 100 }))
      assert.strictEqual(yield* mediaStatus(2), 6, "one banner may go on")
      yield* tellMedia(row(2, { itemId: 8, sum: 200 }))
      assert.strictEqual(yield* mediaStatus(2), 10)
      yield* TestClock.setTime(21 * 60 * 60 * 1000 - 1)
      assert.strictEqual(yield* mediaStatus(2), 10)
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* mediaStatus(2), 6, "the next day has begun in Moscow")
      const told = yield* tellMedia(row(3), { ...row(1), views: -1 }, row(1, { date: "1970-01-02" }))
      assert.deepStrictEqual(
        [told.accepted, told.refused.map(({ field, line }: any) => `${line} ${field}`)],
        [1, ["1 advertId", "2 views"]]
      )
    })
  )

  test(
    "have nothing left at once, and are over at their end, also where their displays have ended before",
    Effect.gen(function* () {
      const subscriptions = [{ scope: "promotion", event: "campaign_budget_exhausted" }]
      const webhook = { enabled: false, name: "Media", url: "https://shop.example/hook", subscriptions }
      yield* done(call("POST", "/api/v1/webhooks", webhook))
      const items = [{ ...item, daily_limit: 100 }]
      const to = "1970-01-01T15:00:00Z"
      yield* putMedia(1, { items })
      yield* putMedia(2, { items, extended: { budget: 1000, to } })
      yield* putMedia(3, { extended: { budget: 300, to } })
      const all = Effect.forEach([1, 2, 3], mediaStatus)
      yield* tellMedia(row(1, { sum: 100 }), row(2, { sum: 100 }), row(3))
      assert.deepStrictEqual(yield* all, [10, 10, 11])
      yield* tellMedia(row(1, { sum: 1000 }))
      assert.deepStrictEqual(yield* all, [11, 10, 11])
      const { events } = (yield* done(get("/api/v1/events"))).body
      assert.sameDeepMembers(
        events.map(({ payload }: any) => payload[0].advertId),
        [1, 3]
      )
      yield* TestClock.setTime(15 * 3_600_000 - 1)
      assert.deepStrictEqual(yield* all, [11, 10, 11])
      yield* TestClock.setTime(15 * 3_600_000)
      assert.deepStrictEqual(yield* all, [11, 7, 7])
    })
  )

  test(
    "stay in their status where statistics tell nothing more that was spent",
    Effect.gen(function* () {
      const subscriptions = [{ scope: "promotion", event: "campaign_budget_exhausted" }]
      const webhook = { enabled: false, name: "Media", url: "https://shop.example/hook", subscriptions }
      yield* done(call("POST", "/api/v1/webhooks", webhook))
      const events = Effect.map(done(get("/api/v1/events")), ({ body }) => body.events.length)
      const items = [{ ...item, daily_limit: 300 }]
      yield* putMedia(1, { items })
      yield* tellMedia(row(1))
      assert.strictEqual(yield* mediaStatus(1), 10)
      // The marketplace's own side has it run, although its budget and its limit are spent.
      yield* putMedia(1, { items, extended: { budget: 0 } })
      for (const change of [{}, { views: 1001 }, { sum: 200 }, { sum: 199.5 }]) {
        assert.strictEqual((yield* tellMedia(row(1, change))).accepted, 1)
        assert.deepStrictEqual([yield* mediaStatus(1), yield* events], [6, 0], JSON.stringify(change))
      }
      yield* tellMedia(row(1, { sum: 301 }))
      assert.deepStrictEqual([yield* mediaStatus(1), yield* events], [11, 1])
    })
  )

  test(
    "end their displays at the day's limits although another day is put right by more",
    Effect.gen(function* () {
      yield* putMedia(1, { items: [{ ...item, daily_limit: 100 }], extended: { budget: 100_000 } })
      yield* tellMedia(row(1, { date: "1969-12-31", sum: 500 }))
      yield* tellMedia(row(1, { date: "1969-12-31", sum: 300 }), row(1, { sum: 100 }))
      assert.strictEqual(yield* mediaStatus(1), 10)
    })
  )

  test(
    "refuse statistics of banners that they do not have, except to put right what is kept",
    Effect.gen(function* () {
      yield* putMedia(1, { items: [item, { ...item, id: 8 }] })
      const money = Effect.map(mediaInformation(1), ({ extended: { budget, expenses } }) => [budget, expenses])
      const refusal = { field: "itemId", reason: "The media campaign has no banner 9" }
      assert.deepStrictEqual(
        yield* tellMedia(row(1, { itemId: 9 }), row(1, { itemId: 8, sum: 100 }), row(1, { itemId: 9, appType: 32 })),
        {
          accepted: 1,
          changed: 1,
          refused: [
            { line: 1, ...refusal },
            { line: 3, ...refusal }
          ],
          more: 0
        }
      )
      assert.deepStrictEqual(yield* money, [900, 100])
      yield* putMedia(1, { extended: { budget: 900, expenses: 100 } })
      const gone = yield* tellMedia(row(1, { itemId: 8, sum: 150 }), row(1, { itemId: 8, appType: 32 }))
      assert.deepStrictEqual(
        [gone.accepted, gone.refused.map(({ field, line }: any) => `${line} ${field}`)],
        [1, ["2 itemId"]]
      )
      assert.deepStrictEqual(yield* money, [850, 150])
    })
  )

  test(
    "show statistics as often as they are asked for, and refuse what is too much for one answer",
    Effect.gen(function* () {
      yield* putMedia(1, { items: [item, { ...item, id: 8 }] })
      const rows = Array.from({ length: 90 }, (_, index) =>
        [1, 32, 64].flatMap((appType) =>
          [7, 8].map((itemId) =>
            row(1, { appType, itemId, date: new Date(index * 86_400_000).toISOString().slice(0, 10), sum: 0 })
          )
        )
      ).flat()
      assert.deepInclude(yield* tellMedia(...rows), { accepted: 540 })
      const ask = (count: number, asked: object) => call("POST", "/adv/v1/stats", Array(count).fill(asked))
      const shown: ReadonlyArray<unknown> = (yield* done(ask(90, { id: 1 }))).body
      assert.lengthOf(shown, 90)
      assert.deepStrictEqual(shown[89], shown[0])
      const much = yield* ask(100, { id: 1 })
      const error = "В ответе больше 50000 строк статистики. Запросите меньше кампаний или более короткий период"
      assert.deepStrictEqual([much.status, much.body], [400, { error }])
      assert.strictEqual((yield* ask(100, { id: 1, dates: ["1970-01-05"] })).status, 200)
    })
  )

  test(
    "show statistics with the interval, the days or neither, as it was asked for",
    Effect.gen(function* () {
      yield* putMedia(1)
      yield* tellMedia(
        row(1, { views: 10_000, clicks: 200, atbs: 8, orders: 2, sum: 600 }),
        row(1, { appType: 64, views: 1849, clicks: 9, atbs: 0, orders: 0, sum: 0 }),
        row(1, { date: "1970-01-02" })
      )
      const asked = [
        { id: 1, interval: { begin: "1970-01-01", end: "1970-01-01" } },
        { id: 1, dates: ["1970-01-02", "1970-01-05"] },
        { id: 1 },
        { id: 111 }
      ]
      const [ofInterval, ofDates, all, unknown] = (yield* done(call("POST", "/adv/v1/stats", asked))).body
      assert.deepStrictEqual(Object.keys(ofInterval), ["interval", "stats"])
      const [{ daily_stats: days, ...totals }] = ofInterval.stats
      assert.deepStrictEqual(totals, {
        item_id: 7,
        item_name: "Front page",
        advert_type: 1,
        place: 2,
        views: 11_849,
        clicks: 209,
        atbs: 8,
        orders: 2,
        cr: 0.96,
        ctr: 1.76,
        price: 600,
        cpc: 2.87,
        status: 6,
        expenses: 600,
        cr1: 3.83,
        cr2: 25
      })
      assert.deepStrictEqual(
        days.map(({ app_type_stats: apps, date }: any) => [date, apps.map(({ app_type: type }: any) => type)]),
        [["1970-01-01T00:00:00+03:00", [1, 64]]]
      )
      assert.deepStrictEqual([ofDates.dates, ofDates.stats[0].views], [asked[1]!.dates, 1000])
      assert.deepStrictEqual([Object.keys(all), all.stats[0].views], [["stats"], 12_849])
      assert.deepStrictEqual(unknown, { advert_id: 111, error: "кампания не найдена" })
      assert.deepStrictEqual((yield* done(call("POST", "/adv/v1/stats", [{ id: 1 }], another))).body, [
        { advert_id: 1, error: "кампания не найдена" }
      ])
      for (const wrong of [[], [{ id: 1, ...asked[0], ...asked[1] }], [{ id: "x" }], {}]) {
        const answer = yield* call("POST", "/adv/v1/stats", wrong)
        assert.deepStrictEqual([answer.status, answer.body], [400, { error: "Некорректное тело запроса" }])
      }
    })
  )

  test(
    "are refused with the texts for wrong parameters",
    Effect.gen(function* () {
      assert.deepStrictEqual(plain(yield* get("/adv/v1/advert?id=x")), refused("Некорректный ID РК"))
      assert.deepStrictEqual(plain(yield* get("/adv/v1/adverts?status=12")), refused("Некорректные параметры запроса"))
      const paused = yield* call("POST", "/adv/v1/advert/pause", { advert_id: "x" })
      assert.deepStrictEqual([paused.status, paused.body.code], [422, "invalid_request"])
      const broken = yield* operator("PUT", "/media-campaigns/5", { name: "Sale", brand: "Plank", type: 3, status: 6 })
      assert.strictEqual(broken.status, 400)
      assert.strictEqual((yield* get("/adv/v1/advert?id=5")).status, 204)
    })
  )
}
