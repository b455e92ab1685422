/** Money of sellers: top-ups, their history, and what the marketplace's own side gives and takes. */
import { assert } from "@effect/vitest"
import { Array, Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  another,
  call,
  type CampaignTest,
  createAuction,
  createAutomatic,
  done,
  get,
  configure,
  operator,
  pass,
  shown,
  stocked,
  tell
} from "./CampaignWorld.ts"

const topUp = (id: number, input: object) => call("POST", `/adv/v1/budget/deposit?id=${id}`, input)

const all = Effect.map(done(operator("GET", "/funds")), ({ body }) => body)

export const financeScenarios = (test: CampaignTest): void => {
  test(
    "moves from each source into the budget of a campaign, and is listed",
    Effect.gen(function* () {
      yield* stocked
      assert.deepStrictEqual((yield* get("/adv/v1/balance")).body, { balance: 10_000, net: 5000, bonus: 2000 })
      const id = yield* createAuction()
      assert.deepStrictEqual((yield* topUp(id, { sum: 1000, type: 0, return: true })).body, { total: 1000 })
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual((yield* topUp(id, { sum: 1050, type: 1, return: true })).body, { total: 2050 })
      const last = yield* done(topUp(id, { sum: 1000, type: 3 }))
      assert.deepStrictEqual([last.text, last.type], ["", "application/json"])
      assert.deepStrictEqual((yield* get(`/adv/v1/budget?id=${id}`)).body, { cash: 0, netting: 0, total: 3050 })
      assert.deepStrictEqual((yield* get("/adv/v1/balance")).body, { balance: 9000, net: 3950, bonus: 1000 })
      assert.deepStrictEqual(yield* all, { account: 9000, balance: 3950, bonus: 1000, budgets: 3050 })
      const history = [
        { id: 1, date: "1970-01-01T03:00:00.000+03:00", sum: 1000, type: 0, statusId: 1, cardStatus: "" },
        { id: 2, date: "1970-01-01T04:00:00.000+03:00", sum: 1050, type: 1, statusId: 1, cardStatus: "" },
        { id: 3, date: "1970-01-01T04:00:00.000+03:00", sum: 1000, type: 3, statusId: 1, cardStatus: "success" }
      ]
      assert.deepStrictEqual((yield* get("/adv/v1/payments")).body, history)
      assert.deepStrictEqual((yield* get("/adv/v1/payments?from=1970-01-01&to=1970-01-31")).body, history)
      assert.deepStrictEqual((yield* get("/adv/v1/payments?from=1970-01-02&to=1970-01-02")).body, [])
      assert.deepStrictEqual((yield* get("/adv/v1/payments", another)).body, [])
    })
  )

  test(
    "is refused where the sum is wrong or is not there, and stays where it is",
    Effect.gen(function* () {
      yield* stocked
      const id = yield* createAuction()
      const cases: ReadonlyArray<readonly [input: object, text: string]> = [
        [{ sum: 1010 }, "Сумма пополнения должна быть кратна 50 руб"],
        [{ sum: 950 }, "Минимальная сумма пополнения 1000 рублей"],
        [{ sum: 10_050 }, "недостаточно средств на счете"],
        [{ sum: 2050, type: 3 }, "недостаточно средств на счете"],
        [{ sum: 1000, type: 2 }, "Некорректный тип списания"],
        [{ sum: -1000 }, "Некорректное тело запроса"],
        [{}, "Некорректное тело запроса"]
      ]
      for (const [input, text] of cases) {
        const { body, status } = yield* topUp(id, input)
        assert.deepStrictEqual([status, body], [400, { error: text }], JSON.stringify(input))
      }
      assert.deepStrictEqual((yield* topUp(7, { sum: 1000 })).body, { error: "кампания не принадлежит продавцу" })
      const created = { type: 8, name: "Winter", subjectId: 192 }
      const creations: ReadonlyArray<readonly [input: object, text: string]> = [
        [{ ...created, sum: 500 }, "Минимальная сумма пополнения 1000 рублей"],
        [{ ...created, sum: 50_000 }, "недостаточно средств на счете"],
        [{ ...created, subjectId: 7, sum: 1000 }, "Некорректный ID предмета"],
        [{ ...created, nms: [201], sum: 1000 }, "Товары выбранной категории не в наличии"],
        [{ ...created, name: "x".repeat(129), sum: 1000 }, "Некорректное название кампании"],
        [{ ...created, btype: 2, sum: 1000 }, "Некорректный тип списания"]
      ]
      for (const [input, text] of creations) {
        const { body, status } = yield* call("POST", "/adv/v1/save-ad", input)
        assert.deepStrictEqual([status, body], [400, { error: text }], JSON.stringify(input))
      }
      assert.deepStrictEqual(yield* all, { account: 10_000, balance: 5000, bonus: 2000, budgets: 0 })
      assert.strictEqual((yield* get("/adv/v1/promotion/count")).body.all, 1)
    })
  )

  test(
    "tops up a new automatic campaign in the write that creates it; paused, it can be launched after 3 minutes",
    Effect.gen(function* () {
      yield* stocked
      const id = yield* createAutomatic({ on_pause: true, sum: 1500, btype: 3 })
      assert.deepStrictEqual(yield* all, { account: 10_000, balance: 5000, bonus: 500, budgets: 1500 })
      const launch = get(`/adv/v0/start?id=${id}`)
      yield* TestClock.adjust("179999 millis")
      assert.strictEqual((yield* launch).status, 422)
      yield* TestClock.adjust("1 millis")
      yield* done(launch)
    })
  )

  test(
    "is given and taken by the marketplace's own side, once for each key, and never below nothing",
    Effect.gen(function* () {
      const credit = (input: object) => operator("POST", "/funds", input)
      const first = { account: 100, bonus: 7, idempotencyKey: "one" }
      assert.deepStrictEqual((yield* credit(first)).body, { account: 100, balance: 0, bonus: 7 })
      assert.deepStrictEqual((yield* credit(first)).body, { account: 100, balance: 0, bonus: 7 })
      const answers = [
        yield* credit({ ...first, bonus: 8 }),
        yield* credit({ account: -101, idempotencyKey: "two" }),
        yield* credit({ account: 1.5, idempotencyKey: "three" })
      ]
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [409, 409, 400]
      )
      assert.deepStrictEqual((yield* credit({ account: -100, idempotencyKey: "two" })).body.account, 0)
    })
  )

  test(
    "has histories of 1 to 31 days",
    Effect.gen(function* () {
      const text = "Некорректный период: от 1 до 31 дня"
      for (const period of [
        "",
        "from=1970-01-02&to=1970-01-01",
        "from=1970-01-01&to=1970-02-01",
        "from=x&to=1970-01-01"
      ]) {
        const { status, text: answer } = yield* get(`/adv/v1/upd?${period}`)
        assert.deepStrictEqual([status, answer], [400, text], period)
      }
      const payments = yield* get("/adv/v1/payments?from=1970-01-01&to=1970-02-01")
      assert.deepStrictEqual([payments.status, payments.body], [400, text])
      assert.deepStrictEqual((yield* get("/adv/v1/upd?from=1970-01-01&to=1970-01-31")).body, [])
    })
  )

  test(
    "has histories of days in Moscow, which end before midnight there",
    Effect.gen(function* () {
      yield* stocked
      const id = yield* createAutomatic({ sum: 1000, btype: 1 })
      const row = { advertId: id, date: "1970-01-01", appType: 1, views: 1, clicks: 1, atbs: 0, orders: 0, shks: 0 }
      // Midnight in Moscow is 21:00 in UTC.
      const midnight = 21 * 60 * 60 * 1000
      for (const [time, nmId, roubles] of [
        [midnight - 1, 101, 50],
        [midnight, 102, 150]
      ] as const) {
        yield* TestClock.setTime(time)
        yield* done(topUp(id, { sum: 1000 + roubles, type: 0 }))
        yield* tell({ ...row, nmId, sum: roubles, sum_price: 0 })
      }
      const sums = (path: string, day: string, name: "sum" | "updSum") =>
        Effect.map(done(get(`${path}?from=${day}&to=${day}`)), ({ body }) => body.map((entry: any) => entry[name]))
      for (const [day, topUps, costs] of [
        ["1970-01-01", [1000, 1050], [50]],
        ["1970-01-02", [1150], [150]],
        ["1970-01-03", [], []]
      ] as const) {
        assert.deepStrictEqual(yield* sums("/adv/v1/payments", day, "sum"), [...topUps], day)
        assert.deepStrictEqual(yield* sums("/adv/v1/upd", day, "updSum"), [...costs], day)
      }
    })
  )

  test(
    "has a history of top-ups for the last 31 days, where no days are asked for",
    Effect.gen(function* () {
      yield* stocked
      const id = yield* createAuction()
      yield* done(topUp(id, { sum: 1000, type: 0 }))
      const topUps = Effect.map(done(get("/adv/v1/payments")), ({ body }) => body.length)
      yield* TestClock.adjust("30 days")
      assert.strictEqual(yield* topUps, 1)
      yield* TestClock.adjust("1 day")
      assert.strictEqual(yield* topUps, 0)
    })
  )

  test(
    "follows the values that the marketplace's own side has put in, for products of a category too",
    Effect.gen(function* () {
      yield* stocked
      const usual = (yield* done(get("/adv/v0/config"))).body
      assert.deepInclude(usual.config, {
        description: "Минимальный бюджет кампании",
        name: "budget_min",
        value: "1000"
      })
      const config = [{ description: "Least", name: "budget_min", value: "200" }]
      const categories = [{ id: 192, name: "Рубашки", cpm_min: 400 }]
      yield* done(configure({ config, categories }))
      assert.deepStrictEqual((yield* done(get("/adv/v0/config"))).body, { config, categories })
      assert.strictEqual((yield* configure({ config: [{}], categories })).status, 400)
      const id = yield* createAuction()
      assert.deepStrictEqual(
        (yield* shown(id)).unitedParams.map(({ searchCPM }: any) => searchCPM),
        [150, 400]
      )
      assert.deepStrictEqual((yield* topUp(id, { sum: 150 })).body, {
        error: "Минимальная сумма пополнения 200 рублей"
      })
      yield* done(topUp(id, { sum: 200 }))
    })
  )

  test(
    "follows no value that is no whole number: it is refused, and changes nothing",
    Effect.gen(function* () {
      yield* stocked
      const entry = (name: string, value: string) => ({ description: "", name, value })
      const wrong = ["150.5", "", "-1", "1e3", "1000000001", "many"]
      const config = [
        ...wrong.map((value) => entry("budget_min", value)),
        entry("budget_min", " 200 "),
        entry("own", "x")
      ]
      const { body, status } = yield* configure({ categories: [], config })
      assert.deepStrictEqual(
        [status, body.errors.map(({ location }: any) => location)],
        [400, wrong.map((_, place) => `body.config.${place}.value`)]
      )
      assert.deepStrictEqual((yield* topUp(yield* createAuction(), { sum: 950 })).body, {
        error: "Минимальная сумма пополнения 1000 рублей"
      })
    })
  )

  test(
    "is not configured by values that are too long or too many together, which are refused by their field",
    Effect.gen(function* () {
      const entry = { description: "", name: "own", value: "" }
      const categories = Array.makeBy(30_000, (id) => ({ id, name: "Рубашки", cpm_min: 100 }))
      const long = "x".repeat(1_100_000)
      const tooLarge: ReadonlyArray<readonly [configuration: object, location: string]> = [
        [{ categories, config: [] }, "body.categories"],
        [{ categories: [], config: [{ ...entry, value: long }] }, "body.config.0.value"],
        [{ categories: [], config: Array.makeBy(10_000, () => entry) }, "body.config"]
      ]
      for (const [configuration, location] of tooLarge) {
        const { body, status } = yield* configure(configuration)
        assert.deepStrictEqual([status, body?.errors.map((error: any) => error.location)], [400, [location]])
      }
      yield* done(
        configure({ categories: categories.slice(0, 10_000), config: [{ ...entry, value: "x".repeat(1000) }] })
      )
    })
  )

  test(
    "may come together to more than is taken in at once: it is shown, and taken away",
    Effect.gen(function* () {
      yield* stocked
      const most = 1_000_000_000_000
      for (const id of [1, 2]) {
        yield* done(operator("PUT", `/campaigns/${id}`, { name: "A", type: 6, status: 9, budget: most }))
      }
      assert.strictEqual((yield* all).budgets, 2 * most)
      for (const id of [1, 2]) yield* done(get(`/adv/v0/stop?id=${id}`))
      yield* pass("3 minutes")
      const account = 2 * most + 10_000
      assert.deepStrictEqual((yield* get("/adv/v1/balance")).body, { balance: account, net: 5000, bonus: 2000 })
      const credit = (input: object) => operator("POST", "/funds", input)
      assert.strictEqual((yield* credit({ account: 1, idempotencyKey: "more" })).status, 409)
      yield* done(credit({ account: -1, balance: 1, idempotencyKey: "less" }))
      const id = yield* createAuction()
      yield* done(topUp(id, { sum: 1000, type: 0 }))
      assert.deepStrictEqual(yield* all, { account: account - 1001, balance: 5001, bonus: 2000, budgets: 1000 })
    })
  )
}
