/** Products and money that the marketplace's own side puts in, and what campaigns do with them. */
import { assert, describe, it } from "@effect/vitest"
import {
  CallRefused,
  CreditRefused,
  MediaCampaignRefused,
  type Product,
  ProductsRefused,
  ReportRowsRefused,
  Sandbox
} from "../src/index.ts"

const shirt: Product = { nm: 101, title: "A shirt", subjectId: 192, subjectName: "Shirts" }

/** What a promise rejects with. */
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => assert.fail("It did not fail"),
    (error: unknown) => error
  )

describe("the marketplace's own side", () => {
  it("puts in products, of the account that is named", async () => {
    await using seller = await Sandbox.start()
    await seller.putProducts([shirt, { ...shirt, nm: 102 }])
    await seller.putProducts([{ ...shirt, subjectName: "Blouses" }], { sandbox: true })
    const subjects = await seller.call("GET", "/adv/v1/supplier/subjects")
    assert.deepStrictEqual(subjects, [{ id: 192, name: "Shirts", count: 2 }])
    const token = await seller.token({ sandbox: true })
    const others = await seller.call("GET", "/adv/v1/supplier/subjects", { token })
    assert.deepStrictEqual(others, [{ id: 192, name: "Blouses", count: 1 }])
  })

  it("gives and takes money, once for each key", async () => {
    await using seller = await Sandbox.start()
    assert.deepStrictEqual(await seller.credit({ account: 10_000 }), { account: 10_000, balance: 0, bonus: 0 })
    await seller.credit({ account: -500, bonus: 700, idempotencyKey: "gift" })
    const after = { account: 9500, balance: 0, bonus: 700 }
    assert.deepStrictEqual(await seller.credit({ account: -500, bonus: 700, idempotencyKey: "gift" }), after)
    assert.deepStrictEqual(await seller.call("GET", "/adv/v1/balance"), { balance: 9500, net: 0, bonus: 700 })
    assert.deepStrictEqual(await seller.credit({ balance: 1, sandbox: true }), { account: 0, balance: 1, bonus: 0 })
  })

  it("puts in media campaigns, which the market displays", async () => {
    await using seller = await Sandbox.start({ startsAt: "2026-01-15T09:00:00Z", market: 7 })
    const items = [{ id: 7, name: "Front page", status: 6, cpm: 400, daily_limit: 100 }] as const
    const campaign = { name: "Sale", brand: "Plank", type: 2, status: 6, items, extended: { budget: 1000 } } as const
    await seller.putMediaCampaign(23_569, campaign)
    await seller.advance("2 days")
    const [{ stats }] = await seller.call("POST", "/adv/v1/stats", { body: [{ id: 23_569 }] })
    const { extended } = await seller.call("GET", "/adv/v1/advert?id=23569")
    assert.isAbove(stats[0].views, 0)
    assert.strictEqual(extended.expenses, Math.floor(stats[0].expenses))
    assert.strictEqual(extended.budget + extended.expenses, 1000)
    const wrong = await failureOf(seller.putMediaCampaign(1, { ...campaign, status: 12 } as never))
    assert.instanceOf(wrong, MediaCampaignRefused)
    assert.match(wrong.message, /^The media campaign cannot be put in: .*"status"/s)
  })

  it("fills all reports with the rows of a made-up seller, which agree with each other", async () => {
    // On the 15th in Moscow already.
    await using seller = await Sandbox.start({ startsAt: "2026-01-14T21:30:00Z", seed: 1 })
    const counts = await seller.recordSample()
    await seller.advance("30 minutes")
    // Each report may be asked for once a minute, by each service of the seller.
    const read = async (method: string, path: string, body?: object) =>
      seller.call(method, path, {
        token: await seller.token({ serviceId: crypto.randomUUID() }),
        ...(body && { body })
      })
    const since = (report: string) => read("GET", `/api/v1/supplier/${report}?dateFrom=2024-01-29`)
    const [orders, sales] = [await since("orders"), await since("sales")]
    const detail = "/api/v5/supplier/reportDetailByPeriod?dateFrom=2025-12-01&dateTo=2026-01-31"
    const { data } = await read("POST", "/api/analytics/v1/stocks-report/marketplace-warehouses", {})
    const found = {
      incomes: (await since("incomes")).length,
      stocks: data.items.length,
      orders: orders.length,
      sales: sales.length,
      realization: (await read("GET", detail)).length
    }
    assert.deepStrictEqual(found, counts)
    for (const count of Object.values(counts)) assert.isAbove(count, 100)
    const days = orders.map(({ date }: { date: string }) => date.slice(0, 10)).toSorted()
    assert.deepStrictEqual([days[0], days.at(-1)], ["2025-12-16", "2026-01-14"])
    const ordered = new Set(orders.map(({ srid }: { srid: string }) => srid))
    for (const { srid } of sales) assert.isTrue(ordered.has(srid))

    // The same sample again is the same rows; that of another account is its own.
    assert.deepStrictEqual(await seller.recordSample({ seed: "1" }), counts)
    const other = { from: "2026-01-01", until: "2026-01-03", ordersPerDay: 5, products: 3, seed: 2 }
    const { orders: few } = await seller.recordSample(other, { sandbox: true })
    await seller.advance("30 minutes")
    assert.deepStrictEqual(await since("orders"), orders)
    const token = await seller.token({ sandbox: true })
    const others = await seller.call("GET", "/api/v1/supplier/orders?dateFrom=2024-01-29", { token })
    assert.lengthOf(others, few)
  })

  it("is answered without compression where there is no socket, whatever a client asks for", async () => {
    await using seller = await Sandbox.start({ startsAt: "2026-01-15T09:00:00Z" })
    const { stocks } = await seller.recordSample()
    await seller.advance("30 minutes")
    const answer = await seller.fetch("/api/v1/supplier/stocks?dateFrom=2024-01-29", {
      headers: { authorization: await seller.token(), "accept-encoding": "gzip, br" }
    })
    assert.isNull(answer.headers.get("content-encoding"))
    assert.lengthOf((await answer.json()) as Array<unknown>, stocks)
  })

  it("refuses a sample of days that there are not, or that ends before it begins", async () => {
    await using seller = await Sandbox.start({ startsAt: "2026-01-15T09:00:00Z" })
    const wrong = [{ from: "2026-02-30" }, { until: "yesterday" }, { from: "2026-01-15" }, { products: 0 }]
    for (const options of [...wrong, { ordersPerDay: 0.5 }, { orders: 3 } as object]) {
      const refused = await failureOf(seller.recordSample(options))
      assert.instanceOf(refused, ReportRowsRefused, JSON.stringify(options))
    }
  })

  it("is told what is wrong", async () => {
    await using seller = await Sandbox.start()
    const products = await failureOf(seller.putProducts([shirt, { ...shirt, title: "" }]))
    assert.instanceOf(products, ProductsRefused)
    assert.match(products.message, /^The products cannot be put in: .*\[1\]\["title"\]/s)
    const wrong = await failureOf(seller.credit({ account: 0.5, bonuses: 1 } as object))
    assert.instanceOf(wrong, CreditRefused)
    assert.match(wrong.message, /"account".*"bonuses"|"bonuses".*"account"/s)
    const tooMuch = await failureOf(seller.credit({ account: -1 }))
    assert.match(String(tooMuch), /The funds would become negative/)
  })
})

describe("a call that is refused", () => {
  it("says so in the words of the answer, whatever its body is", async () => {
    await using seller = await Sandbox.start()
    const text = await failureOf(seller.call("GET", "/adv/v0/start?id=7"))
    assert.instanceOf(text, CallRefused)
    assert.deepStrictEqual([text.status, text.body], [400, "Кампания не найдена"])
    assert.strictEqual(text.message, "GET /adv/v0/start?id=7 was answered 400: Кампания не найдена")
    const error = await failureOf(seller.call("GET", "/adv/v0/delete?id=x"))
    assert.instanceOf(error, CallRefused)
    assert.strictEqual(error.message, `GET /adv/v0/delete?id=x was answered 400: ${error.body.error}`)
  })

  it("is refused what it asks of campaigns in the language of the sandbox", async () => {
    for (const [language, text] of [
      ["ru", "Кампания не найдена"],
      ["en", "Campaign not found"]
    ] as const) {
      await using seller = await Sandbox.start({ language })
      const failure = await failureOf(seller.call("GET", "/adv/v0/start?id=1"))
      assert.instanceOf(failure, CallRefused)
      assert.include((failure as CallRefused).message, text)
    }
  })
})
