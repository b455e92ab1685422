/**
 * Products, campaigns and their money, as existing clients use them. Nothing here waits for the clock of campaigns: what takes
 * effect in minutes is shown in `campaigns/campaignSuite.ts`.
 */
import { assert, beforeAll, describe, it } from "@effect/vitest"
import { type ApiService } from "./ApiTarget.ts"
import { type Caller, newCaller, read } from "./Caller.ts"
import {
  createAuction,
  createAutomatic,
  dresses,
  money,
  newAdvertiser,
  operate,
  shown,
  stock,
  topUp
} from "./promotion/Advertiser.ts"
import { mediaApiSuite } from "./promotion/mediaApiSuite.ts"
import { assertDone, assertRefused, type RefusalShape, succeeded } from "./promotion/PromotionAnswer.ts"

const moscowTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+03:00$/

const noEnd = "2100-01-01T00:00:00+03:00"

// Longer than any id that is given out.
const unknownId = 999_999_999_999

/** A campaign's id stands where the path or the body says `CAMPAIGN`. */
type Refusal = readonly [
  title: string,
  request: readonly [method: string, path: string, body?: unknown],
  answer: readonly [status: number, shape: RefusalShape, text: string]
]

const automatic = (change: object) =>
  ["POST", "/adv/v1/save-ad", { type: 8, name: "A", subjectId: 192, ...change }] as const
const auction = (change: object) => ["POST", "/adv/v2/seacat/save-ad", { name: "A", nms: [101], ...change }] as const
const rename = (change: object) => ["POST", "/adv/v0/rename", { advertId: "CAMPAIGN", name: "B", ...change }] as const
const bid = (change: object) =>
  ["POST", "/adv/v0/cpm", { advertId: "CAMPAIGN", type: 9, cpm: 500, param: 192, ...change }] as const
const deposit = (change: object) =>
  ["POST", "/adv/v1/budget/deposit?id=CAMPAIGN", { sum: 1000, type: 0, ...change }] as const
const information = (query: string, ids: unknown = []) => ["POST", `/adv/v1/promotion/adverts${query}`, ids] as const

const setPhrases = (list: string, body: object) => ["POST", `/adv/v1/${list}?id=CAMPAIGN`, body] as const

const wrongRequest = "Некорректный запрос"
const automaticOnly = "доступно только для автоматических кампаний"
const wrongId = "Некорректный идентификатор РК"
const notFound = "Кампания не найдена"
const notChanged = "Статус кампании не изменен"
const wrongBody = "Ошибка обработки тела запроса"
const wrongParameters = "Ошибка обработки параметров запроса"
const wrongCreation = "Некорректное тело запроса"
const wrongPeriod = "Некорректный период: от 1 до 31 дня"
const notOwned = "кампания не принадлежит продавцу"

const statusActions = ["/adv/v0/start", "/api/v0/pause", "/adv/v0/pause", "/adv/v0/stop"]

const refusals: ReadonlyArray<Refusal> = [
  ["nomenclatures of an object", ["POST", "/adv/v2/supplier/nms", { ids: [192] }], [400, "text", wrongBody]],
  ["nomenclatures of nothing", ["POST", "/adv/v2/supplier/nms", ""], [400, "text", wrongBody]],
  [
    "an automatic campaign without a name",
    automatic({ name: undefined }),
    [400, "error", "Некорректное название кампании"]
  ],
  ["one with a long name", automatic({ name: "x".repeat(129) }), [400, "error", "Некорректное название кампании"]],
  ["one without a subject", automatic({ subjectId: undefined }), [400, "error", "Некорректный ID предмета"]],
  ["one of a subject without products", automatic({ subjectId: 7 }), [400, "error", "Некорректный ID предмета"]],
  ["one paid from nowhere", automatic({ btype: 2 }), [400, "error", "Некорректный тип списания"]],
  ["one of another type", automatic({ type: 9 }), [400, "error", wrongCreation]],
  ["one with too many products", automatic({ nms: Array(101).fill(101) }), [400, "error", wrongCreation]],
  [
    "one with a product of another subject",
    automatic({ nms: [201], sum: 1000 }),
    [400, "error", "Товары выбранной категории не в наличии"]
  ],
  ["one with an odd sum", automatic({ sum: 1001 }), [400, "error", "Сумма пополнения должна быть кратна 50р"]],
  ["one with a small sum", automatic({ sum: 950 }), [400, "error", "Минимальная сумма пополнения 1000 рублей"]],
  ["one with no sum", automatic({}), [400, "error", "Минимальная сумма пополнения 1000 рублей"]],
  ["one for more than there is", automatic({ sum: 1_000_000 }), [400, "error", "недостаточно средств на счете"]],
  [
    "an auction campaign with an empty name",
    auction({ name: "" }),
    [400, "jsonText", "Некорректное название кампании"]
  ],
  ["one without a name", auction({ name: undefined }), [400, "jsonText", wrongCreation]],
  ["one without products", auction({ nms: [] }), [400, "jsonText", wrongCreation]],
  ["one with too many products", auction({ nms: Array(51).fill(101) }), [400, "jsonText", wrongCreation]],
  [
    "one with unknown products",
    auction({ nms: [101, 999] }),
    [400, "jsonText", "Нет доступных категорий для рк. Создайте новую кампанию для попадания в текущие категории"]
  ],
  ["a removal without an id", ["GET", "/adv/v0/delete"], [400, "error", "Некорректный идентификатор кампании"]],
  ["a removal of nothing", ["GET", `/adv/v0/delete?id=${unknownId}`], [400, "error", notFound]],
  ...statusActions.flatMap((path): ReadonlyArray<Refusal> => [
    [`${path} without an id`, ["GET", path], [400, "text", wrongId]],
    [`${path} of something else`, ["GET", `${path}?id=1.5`], [400, "text", wrongId]],
    [`${path} of two`, ["GET", `${path}?id=CAMPAIGN&id=CAMPAIGN`], [400, "text", wrongId]],
    [`${path} of nothing`, ["GET", `${path}?id=${unknownId}`], [400, "text", notFound]]
  ]),
  ["a launch without a budget", ["GET", "/adv/v0/start?id=CAMPAIGN"], [422, "text", notChanged]],
  ["a pause of what does not run", ["GET", "/api/v0/pause?id=CAMPAIGN"], [422, "text", notChanged]],
  ["a name for no campaign", rename({ advertId: undefined }), [400, "text", wrongId]],
  ["a name for an unknown campaign", rename({ advertId: unknownId }), [400, "text", notFound]],
  ["no name", rename({ name: undefined }), [400, "text", "Некорректное название"]],
  ["a long name", rename({ name: "x".repeat(101) }), [400, "text", "Некорректное название"]],
  ["a name in no JSON", ["POST", "/adv/v0/rename", "{"], [422, "text", wrongBody]],
  [
    "information about nothing",
    information(""),
    [400, "text", "Для получения информации передайте или список кампаний, или набор фильтров"]
  ],
  ["information about an unknown type", information("?type=3"), [400, "text", "Некорректное значение параметра type"]],
  ["information about an unknown status", information("?status=5"), [422, "text", wrongParameters]],
  ["information in an unknown order", information("?type=8&order=name"), [422, "text", wrongParameters]],
  ["information about too many", information("", Array(51).fill(1)), [422, "text", wrongParameters]],
  ["a bid of no campaign", bid({ advertId: undefined }), [400, "text", wrongId]],
  ["a bid of an unknown campaign", bid({ advertId: unknownId }), [400, "text", notFound]],
  ["a bid of a catalog campaign", bid({ type: 4 }), [400, "text", "Некорректное значение параметра type"]],
  ["a bid of another type", bid({ type: 8 }), [400, "text", "Некорректное значение параметра type"]],
  ["a bid for no subject", bid({ param: undefined }), [400, "text", "Некорректное значение параметра param"]],
  ["a bid for another subject", bid({ param: 7 }), [400, "text", "Некорректное значение параметра param"]],
  ["a bid of half a rouble", bid({ cpm: 0.5 }), [400, "text", "Некорректное значение параметра cpm"]],
  ["a bid of nothing", bid({ cpm: 0 }), [422, "text", "Размер ставки не изменен"]],
  ["a bid below nothing", bid({ cpm: -5 }), [422, "text", "Размер ставки не изменен"]],
  ["a low bid", bid({ cpm: 149 }), [422, "text", "Размер ставки не изменен"]],
  ["a budget of no campaign", ["GET", "/adv/v1/budget"], [400, "text", "Некорректный идентификатор кампании"]],
  ["a budget of an unknown campaign", ["GET", `/adv/v1/budget?id=${unknownId}`], [400, "text", notOwned]],
  [
    "money for no campaign",
    ["POST", "/adv/v1/budget/deposit", { sum: 1000 }],
    [400, "error", "Некорректный идентификатор кампании"]
  ],
  [
    "money for an unknown campaign",
    ["POST", `/adv/v1/budget/deposit?id=${unknownId}`, { sum: 1000 }],
    [400, "error", notOwned]
  ],
  ["money from nowhere", deposit({ type: 2 }), [400, "error", "Некорректный тип списания"]],
  ["no money", deposit({ sum: undefined }), [400, "error", wrongCreation]],
  ["odd money", deposit({ sum: 1010 }), [400, "error", "Сумма пополнения должна быть кратна 50 руб"]],
  ["little money", deposit({ sum: 50 }), [400, "error", "Минимальная сумма пополнения 1000 рублей"]],
  ["more money than there is", deposit({ sum: 10_050 }), [400, "error", "недостаточно средств на счете"]],
  ["costs of no period", ["GET", "/adv/v1/upd"], [400, "text", wrongPeriod]],
  ["costs of 32 days", ["GET", "/adv/v1/upd?from=2026-01-01&to=2026-02-01"], [400, "text", wrongPeriod]],
  [
    "costs of a day that there is not",
    ["GET", "/adv/v1/upd?from=2026-02-30&to=2026-03-01"],
    [400, "text", wrongPeriod]
  ],
  ["top-ups of 32 days", ["GET", "/adv/v1/payments?from=2026-01-01&to=2026-02-01"], [400, "jsonText", wrongPeriod]],
  [
    "top-ups before their beginning",
    ["GET", "/adv/v1/payments?from=2026-01-02&to=2026-01-01"],
    [400, "jsonText", wrongPeriod]
  ],
  [
    "products of a campaign that is not automatic",
    ["GET", "/adv/v1/auto/getnmtoadd?id=CAMPAIGN"],
    [400, "error", automaticOnly]
  ],
  [
    "other products for such a campaign",
    ["POST", "/adv/v1/auto/updatenm?id=CAMPAIGN", { add: [101] }],
    [400, "error", automaticOnly]
  ],
  [
    "products of an unknown campaign",
    ["GET", `/adv/v1/auto/getnmtoadd?id=${unknownId}`],
    [400, "error", "кампания не найдена"]
  ],
  ["fixed phrases of no campaign", ["GET", "/adv/v1/search/set-plus"], [400, "jsonText", wrongRequest]],
  [
    "fixed phrases of an unknown campaign",
    ["POST", `/adv/v1/search/set-plus?id=${unknownId}`, { pluse: ["A"] }],
    [400, "error", "Not Found: Campaign not found"]
  ],
  [
    "too many fixed phrases",
    setPhrases("search/set-plus", { pluse: Array(101).fill("A") }),
    [400, "error", wrongRequest]
  ],
  ["no minus-phrases", setPhrases("search/set-phrase", {}), [400, "text", wrongRequest]],
  ["too many of them", setPhrases("search/set-strong", { strong: Array(1001).fill("A") }), [400, "text", wrongRequest]],
  ["one that is no text", setPhrases("search/set-excluded", { excluded: [1] }), [400, "text", wrongRequest]],
  [
    "those of another kind of campaign",
    setPhrases("auto/set-excluded", { excluded: ["A"] }),
    [400, "text", wrongRequest]
  ],
  ["statistics of nothing", ["POST", "/adv/v2/fullstats", []], [400, "error", wrongCreation]],
  [
    "statistics of an unknown campaign",
    ["POST", "/adv/v2/fullstats", [{ id: unknownId }]],
    [400, "error", "кампания не найдена"]
  ],
  ["clusters of an auction", ["GET", "/adv/v2/auto/stat-words?id=CAMPAIGN"], [400, "error", automaticOnly]],
  ["phrases of no campaign", ["GET", "/adv/v1/stat/words"], [400, "error", "кампания не найдена"]],
  [
    "keywords of more than a week",
    ["GET", "/adv/v0/stats/keywords?advert_id=CAMPAIGN&from=2026-01-01&to=2026-01-08"],
    [400, "message", "the period of stats cannot be more than one week"]
  ],
  [
    "keywords of an unknown campaign",
    ["GET", `/adv/v0/stats/keywords?advert_id=${unknownId}&from=2026-01-01&to=2026-01-07`],
    [404, "notFoundMessage", "campaign not found"]
  ]
]

export const promotionApiSuite = (service: ApiService): void => {
  describe("promotion", () => {
    const balance = async (caller: Caller) => succeeded(await caller.get("/adv/v1/balance"))
    const budget = async (caller: Caller, id: number) => succeeded(await caller.get(`/adv/v1/budget?id=${id}`))

    describe("products", () => {
      it("are shown by subject once the operator has put them in, until it removes them", async () => {
        const caller = await newAdvertiser(service)
        assert.deepStrictEqual(succeeded(await caller.get("/adv/v1/supplier/subjects")), [
          { id: 69, name: "Платья", count: 1 },
          { id: 192, name: "Рубашки", count: 2 }
        ])
        assert.deepStrictEqual(succeeded(await caller.post("/adv/v2/supplier/nms", [192, 7, 192])), [
          { title: "Shirt", nm: 101, subjectId: 192 },
          { title: "Blouse", nm: 102, subjectId: 192 }
        ])
        const { sellerId } = caller
        await operate(service, "DELETE", sellerId, "/products/101")
        assert.strictEqual((await service.operator("DELETE", `/sellers/${sellerId}/products/101`)).status, 404)
        await operate(service, "PUT", sellerId, "/products", { products: [{ ...stock[1], ...dresses }] })
        const later = await caller.get("/adv/v1/supplier/subjects?payment_type=cpc")
        assert.deepStrictEqual(succeeded(later), [{ id: 69, name: "Платья", count: 2 }])
        assert.deepStrictEqual(succeeded(await (await newCaller(service)).get("/adv/v1/supplier/subjects")), [])
      })

      it("are refused together where one is wrong", async () => {
        const caller = await newCaller(service)
        const products = [stock[0], { ...stock[1], title: "" }, { nm: "three" }]
        const answer = await read(await service.operator("PUT", `/sellers/${caller.sellerId}/products`, { products }))
        assert.strictEqual(answer.status, 400)
        assert.includeMembers(
          answer.body.errors.map(({ location }: { readonly location: string }) => location),
          ["body.products.1.title", "body.products.2.nm"]
        )
        assert.deepStrictEqual(succeeded(await caller.get("/adv/v1/supplier/subjects")), [])
      })
    })

    describe("money", () => {
      it("comes and goes by the operator, once for each key", async () => {
        const caller = await newCaller(service)
        const path = `/sellers/${caller.sellerId}/funds`
        const credit = async (body: object) => read(await service.operator("POST", path, body))
        const first = { account: 100, bonus: 7, idempotencyKey: "first" }
        for (let times = 0; times < 2; times++) {
          assert.deepStrictEqual(succeeded(await credit(first)), { account: 100, balance: 0, bonus: 7 })
        }
        assert.strictEqual((await credit({ ...first, bonus: 8 })).status, 409)
        assert.strictEqual((await credit({ account: -101, idempotencyKey: "second" })).status, 409)
        const taken = await credit({ account: -40, balance: 5, idempotencyKey: "third" })
        assert.deepStrictEqual(succeeded(taken), { account: 60, balance: 5, bonus: 7 })
        const known = await operate(service, "GET", caller.sellerId, "/funds")
        assert.deepStrictEqual(known, { account: 60, balance: 5, bonus: 7, budgets: 0 })
        assert.deepStrictEqual(await balance(caller), { balance: 60, net: 5, bonus: 7 })
      })
    })

    describe("an automatic campaign", () => {
      it("runs at once, with the products of its subject and a budget", async () => {
        const caller = await newAdvertiser(service)
        const id = await createAutomatic(caller, { cpm: 20 })
        const [{ changeTime, createTime, startTime, ...campaign }] = await shown(caller, id)
        for (const time of [createTime, changeTime, startTime]) assert.match(time, moscowTime)
        assert.deepStrictEqual(campaign, {
          advertId: id,
          name: "Winter",
          type: 8,
          status: 9,
          dailyBudget: 0,
          endTime: noEnd,
          paymentType: "cpm",
          autoParams: {
            subject: { id: 192, name: "Рубашки" },
            sets: [],
            menus: [],
            active: { carousel: true, recom: true, booster: true },
            // The least bid.
            nmCPM: [
              { nm: 101, cpm: 100 },
              { nm: 102, cpm: 100 }
            ],
            nms: [101, 102],
            cpm: 100
          }
        })
        assert.deepStrictEqual(await budget(caller, id), { cash: 0, netting: 0, total: 1000 })
        assert.deepStrictEqual(await balance(caller), { balance: 10_000, net: 4000, bonus: 2000 })
        const [{ date, ...row }, ...others] = succeeded(await caller.get("/adv/v1/payments"))
        assert.match(date, moscowTime)
        assert.deepStrictEqual([row, others], [{ id: 1, sum: 1000, type: 1, statusId: 1, cardStatus: "" }, []])
      })

      it("waits where it was created paused, and cannot be launched for some time", async () => {
        const caller = await newAdvertiser(service)
        const id = await createAutomatic(caller, { on_pause: true, nms: [102], cpm: 700 })
        const [{ autoParams, status }] = await shown(caller, id)
        assert.deepStrictEqual([status, autoParams.nmCPM], [11, [{ nm: 102, cpm: 700 }]])
        assertRefused(await caller.get(`/adv/v0/start?id=${id}`), 422, "text", notChanged)
      })

      it("takes bids without a target, is paused by either path, completed, and not removed", async () => {
        const caller = await newAdvertiser(service)
        const id = await createAutomatic(caller)
        assertDone(await caller.post("/adv/v0/cpm", { advertId: id, type: 8, cpm: 120 }))
        for (const path of ["/api/v0/pause", "/adv/v0/pause", "/adv/v0/stop"]) {
          assertDone(await caller.get(`${path}?id=${id}`))
        }
        assertRefused(await caller.get(`/adv/v0/delete?id=${id}`), 422, "error", notChanged)
        const low = await caller.post("/adv/v0/cpm", { advertId: id, type: 8, cpm: 99 })
        assertRefused(low, 422, "text", "Размер ставки не изменен")
      })
    })

    describe("an auction campaign", () => {
      it("is created, renamed, topped up, bid for and launched", async () => {
        const caller = await newAdvertiser(service)
        const id = await createAuction(caller, { nms: [201, 101, 101] })
        const [{ changeTime, createTime, startTime, ...campaign }] = await shown(caller, id)
        assert.match(createTime, moscowTime)
        assert.deepStrictEqual([changeTime, startTime], [createTime, createTime])
        assert.deepStrictEqual(campaign, {
          advertId: id,
          name: "Summer",
          type: 9,
          status: 4,
          dailyBudget: 0,
          endTime: noEnd,
          paymentType: "cpm",
          bid_type: "manual",
          searchPluseState: false,
          unitedParams: [
            { subject: { id: 69, name: "Платья" }, menus: [], nms: [201], searchCPM: 150, catalogCPM: 150 },
            { subject: { id: 192, name: "Рубашки" }, menus: [], nms: [101], searchCPM: 150, catalogCPM: 150 }
          ],
          auction_multibids: [
            { nm: 201, cpm: 150, bid: 150 },
            { nm: 101, cpm: 150, bid: 150 }
          ]
        })
        assertDone(await caller.post("/adv/v0/rename", { advertId: id, name: "Autumn" }))
        assertRefused(await caller.get(`/adv/v0/start?id=${id}`), 422, "text", notChanged)
        const total = await caller.post(`/adv/v1/budget/deposit?id=${id}`, { sum: 1500, type: 3, return: true })
        assert.deepStrictEqual(succeeded(total), { total: 1500 })
        assert.deepStrictEqual(await budget(caller, id), { cash: 0, netting: 0, total: 1500 })
        assert.deepStrictEqual(await balance(caller), { balance: 10_000, net: 5000, bonus: 500 })
        assertDone(await caller.get(`/adv/v0/start?id=${id}`))
        assertDone(await caller.post("/adv/v0/cpm", { advertId: id, type: 9, cpm: 300, param: 192, instrument: 4 }))
        assertDone(await caller.get(`/adv/v0/stop?id=${id}`))
      })

      it("is not launched while a bid of it waits", async () => {
        const caller = await newAdvertiser(service)
        const id = await createAuction(caller)
        await topUp(caller, id)
        assertDone(await caller.post("/adv/v0/cpm", { advertId: id, type: 9, cpm: 300, param: 69 }))
        const launched = await caller.get(`/adv/v0/start?id=${id}`)
        // The half minute may have ended in between.
        if (launched.status !== 200) assertRefused(launched, 422, "text", notChanged)
      })

      it("gives its money back when it is removed, and cannot be changed any more", async () => {
        const caller = await newAdvertiser(service)
        const id = await createAuction(caller, { name: undefined, campaignName: "Spring" })
        assert.strictEqual((await shown(caller, id))[0].name, "Spring")
        await topUp(caller, id)
        assert.deepStrictEqual(await balance(caller), { balance: 9000, net: 5000, bonus: 2000 })
        assertDone(await caller.get(`/adv/v0/delete?id=${id}`))
        assert.deepStrictEqual(await balance(caller), { balance: 10_000, net: 5000, bonus: 2000 })
        assertRefused(await caller.get(`/adv/v0/delete?id=${id}`), 422, "error", notChanged)
        assertRefused(await caller.get(`/adv/v0/start?id=${id}`), 422, "text", notChanged)
        const renamed = await caller.post("/adv/v0/rename", { advertId: id, name: "Late" })
        assertRefused(renamed, 422, "text", "Ошибка изменения названия кампании")
        const bidFor = await caller.post("/adv/v0/cpm", { advertId: id, type: 9, cpm: 300, param: 69 })
        assertRefused(bidFor, 422, "text", "Размер ставки не изменен")
        const paid = await caller.post(`/adv/v1/budget/deposit?id=${id}`, { sum: 1000 })
        assertRefused(paid, 400, "error", "Кампания завершена")
      })
    })

    describe("phrases", () => {
      it("of an auction are replaced list by list", async () => {
        const caller = await newAdvertiser(service)
        const id = await createAuction(caller)
        const fixed = await caller.post(`/adv/v1/search/set-plus?id=${id}`, { pluse: ["лето", "платье", "лето"] })
        assert.deepStrictEqual(succeeded(fixed), ["лето", "платье"])
        // As clients in Python write it.
        assertDone(await caller.get(`/adv/v1/search/set-plus?id=${id}&fixed=True`))
        assertDone(await caller.post(`/adv/v1/search/set-phrase?id=${id}`, { phrase: ["дешево"] }))
        assertDone(await caller.post(`/adv/v1/search/set-strong?id=${id}`, { strong: ["зима"] }))
        assertDone(await caller.post(`/adv/v1/search/set-excluded?id=${id}`, { excluded: ["дети"] }))
        const lists = { pluse: ["лето", "платье"], phrase: ["дешево"], strong: ["зима"], excluded: ["дети"] }
        const { stat, words } = succeeded(await caller.get(`/adv/v1/stat/words?id=${id}`))
        assert.deepInclude(words, { ...lists, keywords: [] })
        assert.deepStrictEqual([stat.length, stat[0].keyword, stat[0].views], [1, "Всего по кампании", 0])
        assertDone(await caller.post(`/adv/v1/search/set-excluded?id=${id}`, { excluded: null }))
        assert.deepStrictEqual(succeeded(await caller.get(`/adv/v1/stat/words?id=${id}`)).words.excluded, [])
      })

      it("of an automatic campaign are one list, and its products are changed by the rules", async () => {
        const caller = await newAdvertiser(service)
        const id = await createAutomatic(caller, { nms: [101] })
        assertDone(await caller.post(`/adv/v1/auto/set-excluded?id=${id}`, { excluded: ["дети"] }))
        const clusters = succeeded(await caller.get(`/adv/v2/auto/stat-words?id=${id}`))
        assert.deepStrictEqual(clusters, { excluded: ["дети"], clusters: [] })
        const available = async () => succeeded(await caller.get(`/adv/v1/auto/getnmtoadd?id=${id}`))
        assert.deepStrictEqual(await available(), [102])
        assertDone(await caller.post(`/adv/v1/auto/updatenm?id=${id}`, { add: [102] }))
        assert.deepStrictEqual(await available(), [])
        assertDone(await caller.post(`/adv/v1/auto/updatenm?id=${id}`, { delete: [101, 102] }))
        assert.deepStrictEqual(await available(), [])
      })
    })

    describe("statistics", () => {
      it("are told line by line, shown, and spent", async () => {
        const caller = await newAdvertiser(service)
        const id = await createAutomatic(caller)
        const row = { advertId: id, date: "2026-01-15", appType: 1, nmId: 101, views: 200, clicks: 8, sum: 300.5 }
        const orders = { atbs: 3, orders: 2, shks: 2, sum_price: 3998 }
        const lines = [
          { ...row, ...orders },
          { ...row, ...orders, views: -1 }
        ].map((line) => JSON.stringify(line))
        const path = `/sellers/${caller.sellerId}/campaign-statistics`
        const told = await read(await service.operator("POST", path, lines.join("\n")))
        assert.deepInclude(told.body, { accepted: 1, changed: 1, more: 0 })
        assert.deepStrictEqual(
          told.body.refused.map(({ field, line }: any) => [line, field]),
          [[2, "views"]]
        )
        const [shownRow] = succeeded(await caller.post("/adv/v2/fullstats", [{ id, dates: ["2026-01-15"] }]))
        assert.deepInclude(shownRow, { advertId: id, views: 200, ctr: 4, sum: 300.5, cr: 25 })
        assert.deepStrictEqual(shownRow.days[0].apps[0].nm[0].name, "Shirt")
        assert.deepStrictEqual(await budget(caller, id), { cash: 0, netting: 0, total: 700 })
        const keywords = await caller.get(`/adv/v0/stats/keywords?advert_id=${id}&from=2026-01-15&to=2026-01-15`)
        assert.deepStrictEqual(succeeded(keywords), { keywords: [] })
      })

      it("are of a campaign that the operator put in, as it was given", async () => {
        const caller = await newAdvertiser(service)
        const params = [{ subjectId: 192, active: true, price: 200, intervals: [{ Begin: 8, End: 22 }], nms: [] }]
        const campaign = { name: "Old", type: 6, status: 11, createTime: "2023-05-31T13:57:42Z", params }
        await operate(service, "PUT", caller.sellerId, "/campaigns/77", { ...campaign, budget: 500 })
        const [shownCampaign] = await shown(caller, 77)
        assert.deepInclude(shownCampaign, { advertId: 77, name: "Old", type: 6, status: 11, params })
        assert.strictEqual(shownCampaign.createTime, "2023-05-31T16:57:42.000+03:00")
        assert.deepStrictEqual(await budget(caller, 77), { cash: 0, netting: 0, total: 500 })
        assert.deepStrictEqual(succeeded(await caller.post("/adv/v2/fullstats", [{ id: 77 }]))[0].days, [])
      })
    })

    describe("campaigns", () => {
      it("are listed by type and status", async () => {
        const caller = await newAdvertiser(service)
        const none = await caller.get("/adv/v1/promotion/count")
        assert.deepStrictEqual(succeeded(none), { adverts: null, all: 0 })
        const auctions = [await createAuction(caller), await createAuction(caller)]
        const running = await createAutomatic(caller)
        const { adverts, all } = succeeded(await caller.get("/adv/v1/promotion/count"))
        assert.strictEqual(all, 3)
        const groups = adverts.map(({ advert_list, ...group }: any) => ({
          ...group,
          ids: advert_list.map(({ advertId }: any) => advertId).toSorted()
        }))
        assert.sameDeepMembers(groups, [
          { type: 9, status: 4, count: 2, ids: auctions.toSorted() },
          { type: 8, status: 9, count: 1, ids: [running] }
        ])
        for (const { advert_list } of adverts)
          for (const { changeTime } of advert_list) assert.match(changeTime, moscowTime)
      })

      it("are found by ids, by type, by status and by both, in the order that is asked for", async () => {
        const caller = await newAdvertiser(service)
        const ids = [await createAuction(caller), await createAuction(caller), await createAutomatic(caller)]
        const find = async (query: string, body: unknown = null) => {
          const answer = await caller.post(`/adv/v1/promotion/adverts${query}`, body)
          return answer.status === 204 ? [] : succeeded(answer).map(({ advertId }: any) => advertId)
        }
        const ascending = ids.toSorted((one, other) => one - other)
        assert.deepStrictEqual(await find("?order=id&direction=asc", [...ids, unknownId]), ascending)
        assert.deepStrictEqual(await find("?order=id", ids), ascending.toReversed())
        assert.sameMembers(await find("?type=9&order=create"), ids.slice(0, 2))
        assert.deepStrictEqual(await find("?status=9", []), [ids[2]])
        assert.deepStrictEqual(await find("?type=8&status=4"), [])
        assert.deepStrictEqual(await find("?type=9", [ids[2]]), [])
        assert.deepStrictEqual(await find("", [unknownId]), [])
      })
    })

    describe("histories", () => {
      it("have what happened in a period in Moscow, both of its days included", async () => {
        const caller = await newAdvertiser(service)
        const id = await createAuction(caller)
        await topUp(caller, id, { type: 3 })
        await topUp(caller, id, { sum: 1050 })
        const [first] = succeeded(await caller.get("/adv/v1/payments"))
        const day = first.date.slice(0, 10)
        const topUps = async (query: string) =>
          succeeded(await caller.get(`/adv/v1/payments?${query}`)).map(({ id: number, sum, type }: any) => [
            number,
            sum,
            type
          ])
        const both = [
          [1, 1000, 3],
          [2, 1050, 0]
        ]
        assert.deepStrictEqual(await topUps(`from=${day}`), both)
        assert.deepStrictEqual(await topUps(`to=${day}`), both)
        assert.deepStrictEqual(await topUps("from=2023-01-01&to=2023-01-31"), [])
        assert.strictEqual(first.cardStatus, "success")
        assert.deepStrictEqual(succeeded(await caller.get(`/adv/v1/upd?from=${day}&to=${day}`)), [])
      })
    })

    it("shows the values that hold for all campaigns", async () => {
      const { categories, config } = succeeded(await (await newCaller(service)).get("/adv/v0/config"))
      assert.deepStrictEqual(categories, [])
      assert.deepStrictEqual(Object.fromEntries(config.map(({ name, value }: any) => [name, value])), {
        budget_min: "1000",
        api_fullstat_day_depth: "31",
        cpm_min_booster: "100",
        cpm_min_search_catalog: "150",
        max_nm_count: "50",
        max_auto_nms: "100"
      })
    })

    mediaApiSuite(service)

    describe("refusals", () => {
      let caller: Caller
      let campaign: string
      beforeAll(async () => {
        caller = await newAdvertiser(service)
        campaign = String(await createAuction(caller))
      })

      it.each(refusals)("answer %s with the published text", async (_title, [method, path, body], answer) => {
        const text = typeof body === "string" ? body : JSON.stringify(body)?.replaceAll('"CAMPAIGN"', campaign)
        assertRefused(await caller.call(method, path.replaceAll("CAMPAIGN", campaign), text), ...answer)
      })

      it("change nothing", async () => {
        const [{ changeTime, createTime, name, status }] = await shown(caller, Number(campaign))
        assert.deepStrictEqual([changeTime, name, status], [createTime, "Summer", 4])
        assert.strictEqual(succeeded(await caller.get("/adv/v1/promotion/count")).all, 1)
        assert.deepStrictEqual(await operate(service, "GET", caller.sellerId, "/funds"), { ...money, budgets: 0 })
      })

      it("name the field in a header, and nothing that a header may not have", async () => {
        const wrong = await caller.post("/adv/v0/cpm", { advertId: 1, type: 9, cpm: "many" })
        assert.match(wrong.headers.get("x-error-detail") ?? "", /^body\.cpm: /)
        const split = await caller.get(`/adv/v0/start?id=${encodeURIComponent("1\r\nx-injected: yes é")}`)
        assertRefused(split, 400, "text", wrongId)
        assert.match(split.headers.get("x-error-detail") ?? "", /^query\.id: /)
        assert.isNull(split.headers.get("x-injected"))
      })
    })
  })
}
