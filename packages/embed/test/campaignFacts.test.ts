/** Products and money that the host puts in: what campaigns of its sellers work with. */
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as MemoryStorage from "@sellerkit/storage-memory"
import { expectTypeOf } from "vitest"
import {
  createSellerkit,
  CreditDiffers,
  FundsExceeded,
  InputInvalid,
  type Product,
  ProductNotFound,
  type Seller
} from "../src/index.ts"

const shirt: Product = { nm: 101, title: "A shirt", subjectId: 192, subjectName: "Shirts" }

const sellerkit = await createSellerkit({ storage: MemoryStorage.layer, dispatcher: false, log: () => {} })
afterAll(() => sellerkit.close())
const { campaigns, funds, mediaCampaigns, products } = sellerkit

/** One that no other test uses. */
const newSeller = (): Seller => ({ sellerId: crypto.randomUUID() })

/** Statistics of old days are refused. */
const today = new Date().toISOString().slice(0, "2026-01-15".length)

const asked = async ({ sellerId }: Seller, path: string): Promise<unknown> => {
  const answer = await sellerkit.handler(new Request(`https://shop.example${path}`), {
    authenticate: () => ({ sellerId })
  })
  assert.strictEqual(answer.status, 200)
  return answer.json()
}

const failureOf = (promise: Promise<unknown>): Promise<any> =>
  promise.then(
    () => assert.fail("It did not fail"),
    (error) => error
  )

describe("products", () => {
  it("are put in and removed, of the seller and its sandbox apart", async () => {
    expectTypeOf(products.put).parameters.toEqualTypeOf<[seller: Seller, products: ReadonlyArray<Product>]>()
    const seller = newSeller()
    await products.put(seller, [shirt, { ...shirt, nm: 102 }])
    await products.put({ ...seller, sandbox: true }, [shirt])
    await products.remove(seller, 101)
    assert.deepStrictEqual(await asked(seller, "/adv/v1/supplier/subjects"), [{ id: 192, name: "Shirts", count: 1 }])
    assert.instanceOf(await failureOf(products.remove(seller, 101)), ProductNotFound)
    await products.remove({ ...seller, sandbox: true }, 101)
  })
})

describe("funds", () => {
  it("are given and taken, once for each key", async () => {
    const seller = newSeller()
    const given = await funds.credit(seller, { account: 5000, bonus: 300, idempotencyKey: "first" })
    expectTypeOf(given).toEqualTypeOf<{ readonly account: number; readonly balance: number; readonly bonus: number }>()
    assert.deepStrictEqual(given, { account: 5000, balance: 0, bonus: 300 })
    const again = { account: 5000, balance: undefined, bonus: 300, idempotencyKey: "first" }
    assert.deepStrictEqual(await funds.credit(seller, again), given)
    assert.deepStrictEqual(await asked(seller, "/adv/v1/balance"), { balance: 5000, net: 0, bonus: 300 })
    await funds.credit(seller, { bonus: -300, idempotencyKey: "second" })
    assert.deepStrictEqual(await funds.get(seller), { account: 5000, balance: 0, bonus: 0, budgets: 0 })
    const tooMuch = await failureOf(funds.credit(seller, { bonus: -1, idempotencyKey: "third" }))
    assert.instanceOf(tooMuch, FundsExceeded)
    const other = await failureOf(funds.credit(seller, { account: 1, idempotencyKey: "first" }))
    assert.instanceOf(other, CreditDiffers)
  })
})

describe("media campaigns", () => {
  it("are put in, and spend what statistics tell", async () => {
    const seller = newSeller()
    const items = [{ id: 7, name: "Front page", status: 6, cpm: 300 }] as const
    const campaign = { name: "Sale", brand: "Plank", type: 2, status: 6, items, extended: { budget: 500 } } as const
    await mediaCampaigns.put(seller, 23_569, campaign)
    const row = { advertId: 23_569, itemId: 7, date: today, appType: 1, views: 10, clicks: 1 } as const
    const told = { ...row, atbs: 0, orders: 0, sum: 500 }
    const recorded = await mediaCampaigns.recordStatistics(seller, [told, { ...told, advertId: 1 }])
    assert.deepStrictEqual([recorded.accepted, recorded.refused.map(({ field }) => field)], [1, ["advertId"]])
    const shown: any = await asked(seller, "/adv/v1/advert?id=23569")
    assert.deepStrictEqual([shown.status, shown.extended.budget, shown.extended.expenses], [11, 0, 500])
    const wrong = await failureOf(mediaCampaigns.put(seller, 0, campaign))
    assert.instanceOf(wrong, InputInvalid)
  })
})

describe("campaigns", () => {
  it("are put in, and spend what statistics tell", async () => {
    const seller = newSeller()
    const autoParams = {
      subject: { id: 192, name: "Shirts" },
      sets: [],
      menus: [],
      active: { carousel: true, recom: true, booster: true },
      nmCPM: [{ nm: 101, cpm: 150 }],
      nms: [101],
      cpm: 150
    }
    const campaign = { name: "Winter", type: 8, status: 9, createTime: "2026-01-15T09:00:00Z", autoParams } as const
    await campaigns.put(seller, 77, { ...campaign, budget: 500 })
    const counts = { views: 100, clicks: 4, sum: 120.5, atbs: 1, orders: 1, shks: 1, sum_price: 999 }
    const row = { advertId: 77, date: today, appType: 32, nmId: 101, ...counts } as const
    const keyword = { advertId: 77, date: today, keyword: "shirt", views: 100, clicks: 4, sum: 120.5 }
    const told = await campaigns.recordStatistics(seller, [row, keyword, { ...row, advertId: 78 }])
    const reason = "There is no campaign 78"
    assert.deepStrictEqual(told, {
      accepted: 2,
      changed: 2,
      refused: [{ line: 3, field: "advertId", reason }],
      more: 0
    })
    assert.deepStrictEqual(await funds.get(seller), { account: 0, balance: 0, bonus: 0, budgets: 380 })
    assert.deepStrictEqual(await asked(seller, "/adv/v1/budget?id=77"), { cash: 0, netting: 0, total: 380 })
  })
})

describe("statistics", () => {
  it("are refused for days that are older than the host keeps them", async () => {
    const week = "7 days"
    const { campaigns, close, mediaCampaigns } = await createSellerkit({
      storage: MemoryStorage.layer,
      dispatcher: false,
      log: () => {},
      retention: { campaignStatistics: week, campaignKeywords: "30 days", mediaStatistics: week }
    })
    const seller = newSeller()
    const date = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, today.length)
    await campaigns.put(seller, 77, { name: "Winter", type: 6, status: 9, budget: 500 })
    const items = [{ id: 7, name: "Front page", status: 6 }] as const
    await mediaCampaigns.put(seller, 78, { name: "Sale", brand: "Plank", type: 2, status: 6, items })
    const counts = { appType: 1, views: 100, clicks: 4, sum: 120, atbs: 1, orders: 1 } as const
    const row = { advertId: 77, date, nmId: 101, shks: 1, sum_price: 999, ...counts }
    const keyword = { advertId: 77, date, keyword: "shirt", views: 100, clicks: 4, sum: 120 }
    const told = [
      await campaigns.recordStatistics(seller, [row, { ...row, date: today }, keyword]),
      await mediaCampaigns.recordStatistics(seller, [{ advertId: 78, itemId: 7, date, ...counts }])
    ]
    assert.deepStrictEqual(
      told.map(({ accepted, refused }) => [accepted, refused.map(({ field, line }) => `${line} ${field}`)]),
      [
        [2, ["1 date"]],
        [0, ["1 date"]]
      ]
    )
    await close()
  })
})

describe("refusals", () => {
  it("are told in the language of the host", async () => {
    const english = await createSellerkit({
      storage: MemoryStorage.layer,
      dispatcher: false,
      language: "en",
      log: () => {}
    })
    const textOf = async ({ handler }: typeof sellerkit) => {
      const request = new Request("https://shop.example/adv/v0/start?id=1")
      return (await handler(request, { authenticate: () => newSeller() })).text()
    }
    assert.deepStrictEqual(
      [await textOf(sellerkit), await textOf(english)],
      ["Кампания не найдена", "Campaign not found"]
    )
    await english.close()
    // @ts-expect-error -- the compiler says so as well
    const failure = await failureOf(createSellerkit({ storage: MemoryStorage.layer, language: "de" }))
    assert.include(failure.message, "language")
  })
})

describe("wrong input", () => {
  const seller = newSeller()
  const calls: Readonly<Record<string, readonly [call: () => Promise<unknown>, locations: ReadonlyArray<string>]>> = {
    "products that are none": [() => products.put(seller, shirt as never), ["products"]],
    "a product without a title": [
      // @ts-expect-error -- the compiler says so as well
      () => products.put(seller, [shirt, { nm: 1 }]),
      ["products.1.subjectId", "products.1.subjectName", "products.1.title"]
    ],
    "too many products": [
      () =>
        products.put(
          seller,
          Array.from({ length: 1001 }, () => shirt)
        ),
      ["products"]
    ],
    "a number that is no product's": [() => products.remove(seller, -1), ["nm"]],
    "a campaign without an id": [() => campaigns.put(seller, 0, { name: "A", type: 9, status: 4 }), ["advertId"]],
    "a campaign of no type": [
      // @ts-expect-error -- the compiler says so as well
      () => campaigns.put(seller, 1, { name: "A", type: 3, status: 4 }),
      ["campaign.type"]
    ],
    "rows that are none": [() => campaigns.recordStatistics(seller, "rows" as never), ["rows"]],
    "no seller": [() => funds.get({} as never), ["seller.sellerId"]],
    // @ts-expect-error -- the compiler says so as well
    "a credit without a key": [() => funds.credit(seller, { account: 1 }), ["credit.idempotencyKey"]],
    "half a rouble": [() => funds.credit(seller, { account: 0.5, idempotencyKey: "a" }), ["credit.account"]],
    "money that nobody knows": [() => funds.credit(seller, { cash: 1, idempotencyKey: "a" } as never), ["credit.cash"]]
  }

  it.each(Object.entries(calls))("is refused by the name of the field: %s", async (_, [call, locations]) => {
    const failure = await failureOf(call())
    assert.instanceOf(failure, InputInvalid)
    assert.deepStrictEqual(failure.problems.map(({ location }) => location).toSorted(), locations)
    assert.deepStrictEqual(await funds.get(seller), { account: 0, balance: 0, bonus: 0, budgets: 0 })
  })
})
