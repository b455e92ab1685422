/** Weeks of a bot's life on a simulated market. */
import { Sandbox, type Scenario } from "@sellerkit/sandbox"
import { describe, expect, it } from "vitest"
import { type Aim, BiddingBot } from "../BiddingBot.ts"

const nms = [101, 102, 103, 104, 105]
const subject = 192

// Roubles.
const target = 100

/** A campaign that runs, and a bot that reviews it after each midnight. */
const open = async (scenario: Scenario, bid: Aim["bid"]) => {
  const seller = await Sandbox.start({
    startsAt: "2026-01-12T00:05:00+03:00",
    seed: 1,
    market: { seed: "a bot's market", scenario }
  })
  await seller.putProducts(nms.map((nm) => ({ nm, title: `Shirt ${nm}`, subjectId: subject, subjectName: "Shirts" })))
  await seller.credit({ account: 1_000_000 })
  const campaign: number = await seller.call("POST", "/adv/v2/seacat/save-ad", { body: { name: "Shirts", nms } })
  const bot = new BiddingBot(
    {
      fetch: seller.fetch,
      baseUrl: seller.baseUrl,
      token: await seller.token({ categories: ["promotion"] }),
      now: () => seller.now
    },
    { campaign, subject, costPerOrder: target, bid }
  )
  await bot.start()
  await seller.call("POST", `/adv/v1/budget/deposit?id=${campaign}`, { body: { sum: 500_000, type: 0 } })
  await seller.advance("1 minute")
  await seller.call("GET", `/adv/v0/start?id=${campaign}`)
  const live = async (days: number) => {
    for (let day = 0; day < days; day++) {
      await seller.advance("1 day")
      await bot.review()
    }
  }
  /** What an order has cost on some days of January, and how many there were. */
  const between = async (first: number, last: number) => {
    // Statistics may be asked for once a minute.
    await seller.advance("1 minute")
    const interval = { begin: `2026-01-${first}`, end: `2026-01-${last}` }
    const [found] = await seller.call("POST", "/adv/v2/fullstats", { body: [{ id: campaign, interval }] })
    return { costPerOrder: found.sum / found.orders, orders: found.orders as number }
  }
  return { between, bot, live, seller }
}

describe("the bot", () => {
  it("comes to what an order may cost, from a bid that is too high", async () => {
    const { between, bot, live, seller } = await open([], { first: 900, least: 150, most: 1000 })
    await live(15)
    expect((await between(12, 13)).costPerOrder).toBeGreaterThan(1.5 * target)
    expect(bot.bid).toBeLessThan(600)
    const { costPerOrder } = await between(20, 26)
    expect(costPerOrder).toBeGreaterThan(0.7 * target)
    expect(costPerOrder).toBeLessThan(1.3 * target)
    await seller.close()
  })

  it("does not join a price war: orders get fewer, and not dearer", async () => {
    const war: Scenario = [{ from: "2026-01-19T00:00:00+03:00", competitorBids: 3 }]
    const { between, live, seller } = await open(war, { first: 250, least: 150, most: 1000 })
    await live(14)
    const [before, after] = [await between(12, 18), await between(19, 25)]
    expect(after.orders).toBeLessThan(0.8 * before.orders)
    expect(after.costPerOrder).toBeLessThan(1.3 * target)
    await seller.close()
  })

  it("bids less when fewer of those who look buy, and no less than the least", async () => {
    const slump: Scenario = [{ from: "2026-01-16T00:00:00+03:00", orders: 0.2 }]
    const { bot, live, seller } = await open(slump, { first: 250, least: 200, most: 1000 })
    await live(20)
    expect(bot.bid).toBe(200)
    await seller.close()
  })
})
