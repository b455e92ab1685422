/** Campaigns that run on a simulated market, and what a seller sees of it. */
import { assert, describe, it } from "@effect/vitest"
import { Campaigns, SellerId } from "@sellerkit/core"
import { Effect } from "effect"
import { Sandbox as SandboxService } from "../src/effect/index.ts"
import { MarketRefused, Sandbox, type SandboxOptions, type Scenario } from "../src/index.ts"

// A Thursday, 12:00 in Moscow.
const startsAt = "2026-01-15T09:00:00Z"

const shirt = { nm: 101, title: "A shirt", subjectId: 192, subjectName: "Shirts", price: 1990 }

const open = async (options: SandboxOptions = {}) => {
  const seller = await Sandbox.start({ startsAt, seed: 1, market: 7, ...options })
  await seller.putProducts([shirt])
  await seller.credit({ account: 100_000 })
  return seller
}

/** Launched when the minute is over. */
const launch = async (
  seller: Sandbox,
  { name = "Summer", budget = 1000, ...input }: { name?: string; budget?: number } & object = {}
) => {
  const id = await seller.call("POST", "/adv/v2/seacat/save-ad", { body: { name, nms: [101], ...input } })
  await seller.call("POST", `/adv/v1/budget/deposit?id=${id}`, { body: { sum: budget, type: 0 } })
  await seller.call("GET", `/adv/v0/start?id=${id}`)
  return id as number
}

/** One top-up in a second, and few new campaigns in a minute, are the most. */
const launchLater = async (seller: Sandbox) => {
  await seller.advance("1 minute")
  return launch(seller, { name: "Winter", budget: 20_000 })
}

const totals = async (seller: Sandbox, id: number, ...dates: ReadonlyArray<string>) =>
  (await seller.call("POST", "/adv/v2/fullstats", { body: [{ id, dates }] }))[0]

const budgetOf = async (seller: Sandbox, id: number) => (await seller.call("GET", `/adv/v1/budget?id=${id}`)).total

const statusOf = async (seller: Sandbox, id: number) =>
  (await seller.call("POST", "/adv/v1/promotion/adverts", { body: [id] }))[0].status

describe("a market", () => {
  it("displays what runs, and charges for it", async () => {
    await using seller = await open()
    const id = await launch(seller)
    await seller.advance("6 hours")
    const { clicks, sum, views } = await totals(seller, id, "2026-01-15")
    assert.isAbove(views, 100)
    assert.isAbove(clicks, 0)
    assert.strictEqual(await budgetOf(seller, id), 1000 - Math.floor(sum))
    const costs = await seller.call("GET", "/adv/v1/upd?from=2026-01-15&to=2026-01-15")
    assert.strictEqual(
      costs.reduce((total: number, { updSum }: any) => total + updSum, 0),
      Math.floor(sum)
    )
    assert.deepStrictEqual(new Set(costs.map(({ updTime }: any) => updTime.slice(14, 19))), new Set(["00:00"]))
  })

  it("is there only where there is a seed, and the same for the same one", async () => {
    const views = async (market: SandboxOptions["market"]) => {
      await using seller = await open(market === undefined ? {} : { market })
      const id = await launch(seller)
      await seller.advance("1 day")
      return await totals(seller, id, "2026-01-15", "2026-01-16")
    }
    const [one, same, other] = [await views(7), await views({ seed: 7 }), await views("eight")]
    assert.deepStrictEqual(one, same)
    assert.notDeepEqual(one, other)
    await using without = await Sandbox.start({ startsAt })
    await without.putProducts([shirt])
    await without.credit({ account: 1000 })
    const id = await launch(without)
    await without.advance("1 day")
    assert.strictEqual(await budgetOf(without, id), 1000)
  })

  it("gives a campaign that is paused in the middle of an hour its share of that hour", async () => {
    await using seller = await open()
    const id = await launch(seller)
    await seller.advance("90 minutes")
    await seller.call("GET", `/adv/v0/pause?id=${id}`)
    await seller.advance("1 minute")
    const paused = await totals(seller, id, "2026-01-15")
    await seller.advance("1 day")
    assert.deepStrictEqual(await totals(seller, id, "2026-01-15"), paused)
    await using running = await open()
    await launch(running)
    await running.advance("1 hour")
    const hour = await totals(running, id, "2026-01-15")
    await running.advance("1 hour")
    const hours = await totals(running, id, "2026-01-15")
    assert.isTrue(hour.views < paused.views && paused.views < hours.views)
  })

  it("has its orders in the reports of orders and of sales", async () => {
    await using seller = await open({ market: { seed: 7, scenario: [{ displays: 10 }] } })
    const id = await launch(seller, { budget: 50_000 })
    await seller.advance("3 days")
    const { orders, shks, sum_price } = await totals(seller, id, "2026-01-16")
    const rows = await seller.call("GET", "/api/v1/supplier/orders?dateFrom=2026-01-16&flag=1")
    assert.isAbove(orders, 10)
    assert.strictEqual(rows.length, shks)
    assert.strictEqual(new Set(rows.map(({ gNumber }: any) => gNumber)).size, orders)
    assert.strictEqual(
      rows.reduce((sum: number, { priceWithDisc }: any) => sum + priceWithDisc, 0),
      sum_price
    )
    const sales = await seller.call("GET", "/api/v1/supplier/sales?dateFrom=2026-01-15")
    assert.isTrue(sales.length > 0 && sales.every(({ nmId }: any) => nmId === 101))
  })

  it("pauses a campaign whose budget is spent, and tells of it", async () => {
    await using seller = await open({ market: { seed: 7, scenario: [{ displays: 50 }] } })
    await seller.createWebhook({ subscriptions: ["campaign_budget_exhausted"] })
    const id = await launch(seller)
    await seller.advance("6 hours")
    assert.strictEqual(await budgetOf(seller, id), 0)
    assert.strictEqual(await statusOf(seller, id), 11)
    assert.strictEqual((await totals(seller, id, "2026-01-15")).sum, 1000)
    assert.deepStrictEqual(
      seller.receiver.events.map(({ payload }) => (payload as any).advertId),
      [id]
    )
  })

  it.live("takes days that cost no more as they become many", () =>
    Effect.gen(function* () {
      const { advance, sellerId } = yield* SandboxService
      const campaigns = yield* Campaigns
      const account = { sellerId: SellerId.make(sellerId), sandbox: false }
      const ids = Array.from({ length: 50 }, (_, index) => 20_000_000 + index)
      yield* Effect.forEach(ids, (advertId) => {
        const subject = { id: advertId % 7, name: "Shirts" }
        const unitedParams = [{ subject, menus: [], nms: [advertId % 1000], searchCPM: 300, catalogCPM: 300 }]
        const state = { status: 9, name: "Summer", dailyBudget: 0, changedAt: 0, unitedParams } as const
        return campaigns.put(account, { advertId, type: 9, createdAt: 0, paymentType: "cpm", state }, 1_000_000)
      })
      const secondsOf = Effect.fnUntraced(function* (days: number) {
        const before = process.cpuUsage()
        yield* advance(`${days} days`)
        const { system, user } = process.cpuUsage(before)
        return (user + system) / 1_000_000
      })
      const [first, others] = [yield* secondsOf(5), yield* secondsOf(25)]
      console.info(`30 days of 50 campaigns: ${(first + others).toFixed(1)} s of a processor`)
      // Where each day reads what all the days before have left, it is more than twice as much.
      assert.isBelow(others / 25, 2 * (first / 5))
      const found = yield* campaigns.find(account, ids)
      assert.isTrue(found.every(({ state }) => state.status === 9))
    }).pipe(Effect.provide(SandboxService.layer({ startsAt, market: 7 })))
  )

  it("is refused what is no scenario", async () => {
    const market = { seed: 1, scenario: [{ from: "Wensday", competitorBids: 2 }] }
    const failure = await Sandbox.start({ market }).then(
      () => assert.fail("It did not fail"),
      (error: unknown) => error
    )
    assert.instanceOf(failure, MarketRefused)
    assert.match(failure.message, /when an hour begins, such as .*Wednesday/)
  })
})

describe("a scenario", () => {
  it("has a price war from Wednesday", async () => {
    const week = async (scenario: Scenario) => {
      await using seller = await open({ startsAt: "2026-01-12T00:00:00+03:00", market: { seed: 7, scenario } })
      const id = await launch(seller, { budget: 50_000 })
      await seller.advance("7 days")
      const { days } = await totals(seller, id, ...Array.from({ length: 7 }, (_, day) => `2026-01-${12 + day}`))
      return days.map(({ views }: any) => views) as Array<number>
    }
    const war: Scenario = [{ from: "Wednesday", competitorBids: 2 }]
    const [peace, wars] = [await week([]), await week(war)]
    assert.deepStrictEqual(wars.slice(0, 2), peace.slice(0, 2))
    for (let day = 2; day < 7; day++) assert.isBelow(wars[day]!, peace[day]!)
  })

  it("exhausts a budget at noon", async () => {
    const scenario: Scenario = [{ at: "Friday 12:00", happens: "budgetExhausted", campaigns: ["Summer"] }]
    await using seller = await open({ market: { seed: 7, scenario } })
    await seller.createWebhook({ subscriptions: ["campaign_budget_exhausted"] })
    const [id, other] = [await launch(seller, { budget: 20_000 }), await launchLater(seller)]
    await seller.advance("2 days")
    assert.deepStrictEqual(
      [await budgetOf(seller, id), await statusOf(seller, id), await statusOf(seller, other)],
      [0, 11, 9]
    )
    assert.deepStrictEqual(
      seller.receiver.events.map(({ payload, time }) => [time, (payload as any).exhaustedAt]),
      [["2026-01-16T09:00:00.000Z", "2026-01-16T09:00:00.000Z"]]
    )
    const costs = await seller.call("GET", "/adv/v1/upd?from=2026-01-15&to=2026-01-17")
    const spent = costs.filter(({ advertId }: any) => advertId === id)
    assert.strictEqual(
      spent.reduce((total: number, { updSum }: any) => total + updSum, 0),
      20_000
    )
  })

  it("has moderation decline a campaign", async () => {
    const scenario: Scenario = [{ at: "14:00", happens: "declined" }]
    await using seller = await open({ market: { seed: 7, scenario } })
    await seller.createWebhook({ subscriptions: ["campaign_declined"] })
    const id = await launch(seller)
    await seller.advance("119 minutes")
    assert.strictEqual(await statusOf(seller, id), 9)
    await seller.advance("4 minutes")
    assert.strictEqual(await statusOf(seller, id), 8)
    assert.deepInclude(seller.receiver.events[0]!.payload, { advertId: id, declinedAt: "2026-01-15T11:00:00.000Z" })
  })
})
