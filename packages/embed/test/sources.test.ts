/** Products and statistics that a host has in a database of its own. */
import { afterAll, afterEach, assert, describe, it } from "@effect/vitest"
import * as MemoryStorage from "@sellerkit/storage-memory"
import {
  createSellerkit,
  type Days,
  type LogEntry,
  type Product,
  type ProductSourceOption,
  type Seller,
  type StatisticsRow
} from "../src/index.ts"
import { vi } from "vitest"

const seller = { sellerId: crypto.randomUUID() }
const shirt: Product = { nm: 101, title: "A shirt", subjectId: 192, subjectName: "Shirts" }

/** A database of the host's, which knows its own place. */
class Shop implements ProductSourceOption {
  readonly asked: Array<Seller> = []
  private readonly products: ReadonlyArray<Product> = [shirt, { ...shirt, nm: 102 }]

  async named(of: Seller, nms: ReadonlyArray<number>) {
    this.asked.push(of)
    return this.products.filter(({ nm }) => nms.includes(nm))
  }

  async ofSubjects(_: Seller, ids: ReadonlyArray<number>, most: number) {
    return ids.flatMap((id) => this.products.filter(({ subjectId }) => subjectId === id).slice(0, most))
  }

  async subjects() {
    return [{ id: 192, name: "Shirts", count: this.products.length }]
  }
}

/** Statistics of old days are refused. */
const today = new Date().toISOString().slice(0, "2026-01-15".length)

const row: StatisticsRow = {
  advertId: 1,
  date: today,
  appType: 32,
  nmId: 101,
  views: 100,
  clicks: 4,
  sum: 10,
  atbs: 0,
  orders: 0,
  shks: 0,
  sum_price: 0
}

const logged: Array<LogEntry> = []
let rows: (advertId: number, days: Days) => Promise<any> = async (advertId) => [{ ...row, advertId }]
const shop = new Shop()

const sellerkit = await createSellerkit({
  storage: MemoryStorage.layer,
  dispatcher: false,
  log: (entry) => logged.push(entry),
  limits: { campaignStatistics: { permits: 10, window: "1 minute" } },
  sources: {
    products: shop,
    statistics: {
      rows: (_, advertId, days) => rows(advertId, days),
      keywords: async (_, __, days) => [{ date: days?.from ?? today, keyword: "shirt", views: 10, clicks: 1, sum: 2 }]
    }
  }
})
afterAll(() => sellerkit.close())

const call = async (method: string, path: string, body?: unknown) => {
  const request = new Request(`https://shop.example${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
  const answer = await sellerkit.handler(request, { authenticate: () => seller })
  return { status: answer.status, body: (await answer.json()) as any }
}

/** Repeating the request would not help. Gives the cause that the log has. */
const causeOfFailure = async (advertId: number): Promise<string> => {
  logged.length = 0
  assert.strictEqual((await call("POST", "/adv/v2/fullstats", [{ id: advertId, dates: [today] }])).status, 500)
  assert.deepStrictEqual(
    logged.map(({ level, message }) => [level, message]),
    [["Error", "A request failed unexpectedly"]]
  )
  const { cause } = logged[0]!
  assert.match(cause!, /sources\.statistics\.rows failed/)
  return cause!
}

afterEach(() => {
  vi.useRealTimers()
})

describe("sources of a host", () => {
  it("give the products that campaigns carry", async () => {
    assert.deepStrictEqual((await call("GET", "/adv/v1/supplier/subjects")).body, [
      { id: 192, name: "Shirts", count: 2 }
    ])
    assert.strictEqual((await call("POST", "/adv/v2/seacat/save-ad", { name: "Summer", nms: [101] })).status, 200)
    assert.deepStrictEqual(shop.asked, [{ ...seller, sandbox: false }])
    assert.strictEqual((await call("POST", "/adv/v2/seacat/save-ad", { name: "Winter", nms: [103] })).status, 400)
    await sellerkit.funds.credit(seller, { account: 1000, idempotencyKey: "first" })
    const automatic = { type: 8, name: "Autumn", subjectId: 192, sum: 1000, btype: 0, nms: [101] }
    const { body: id } = await call("POST", "/adv/v1/save-ad", automatic)
    assert.deepStrictEqual((await call("GET", `/adv/v1/auto/getnmtoadd?id=${id}`)).body, [102])
  })

  it("give the statistics that answers are made of; spending is recorded", async () => {
    const advertId = 28150154
    const campaign = { name: "Spring", type: 8, status: 9, budget: 500 } as const
    await sellerkit.campaigns.put(seller, advertId, campaign)
    await sellerkit.campaigns.recordStatistics(seller, [{ ...row, advertId, sum: 400 }])
    assert.strictEqual((await call("GET", `/adv/v1/budget?id=${advertId}`)).body.total, 100)
    const [shown] = (await call("POST", "/adv/v2/fullstats", [{ id: advertId, dates: [today] }])).body
    assert.deepStrictEqual([shown.views, shown.sum, shown.days[0].apps[0].nm[0].name], [100, 10, "A shirt"])
    const path = `/adv/v0/stats/keywords?advert_id=${advertId}&from=2026-01-14&to=2026-01-15`
    assert.deepStrictEqual((await call("GET", path)).body.keywords[0].date, "2026-01-14")
  })

  it("fail one request where they fail, or give something else", async () => {
    const advertId = 28150155
    await sellerkit.campaigns.put(seller, advertId, { name: "Spring", type: 8, status: 9 })
    const wrong: ReadonlyArray<readonly [answer: typeof rows, said: RegExp]> = [
      [() => Promise.reject(new Error("The database is away")), /Error: The database is away/],
      [
        () => {
          throw new Error("A mistake")
        },
        /Error: A mistake/
      ],
      [() => Promise.reject("a text"), /a text/],
      [async () => "no rows", /Expected array/],
      [async () => [{ ...row, views: -1 }], /\[0\]\["views"\]/]
    ]
    for (const [answer, said] of wrong) {
      rows = answer
      assert.match(await causeOfFailure(advertId), said)
    }
    assert.strictEqual((await call("GET", "/adv/v1/balance")).status, 200)
  })

  it("fail a request that they leave without an answer", async () => {
    const advertId = 28150156
    await sellerkit.campaigns.put(seller, advertId, { name: "Spring", type: 8, status: 9 })
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    rows = () => {
      setTimeout(() => void vi.advanceTimersByTimeAsync(10_000), 0)
      return new Promise(() => {})
    }
    const failing = causeOfFailure(advertId)
    await vi.advanceTimersByTimeAsync(1)
    assert.match(await failing, /did not answer within 10 seconds/)
  })

  it("are refused where one is no function", async () => {
    const made = createSellerkit({
      storage: MemoryStorage.layer,
      sources: { products: { named: "no function" } as never }
    })
    const refusal = await made.catch((error: unknown) => error)
    assert.include(refusal, { _tag: "OptionsInvalid", option: "sources.products" })
  })
})
