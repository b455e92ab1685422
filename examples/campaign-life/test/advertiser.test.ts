/** A whole life of a campaign, in simulated time. */
import { Sandbox } from "@sellerkit/sandbox"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { Advertiser, AdvertisingFailed, type Sale, status } from "../Advertiser.ts"

const sale: Sale = { name: "Winter sale", nms: [101, 102], subjectId: 192, bid: 250, budget: 1000 }

describe("the advertiser", () => {
  let seller: Sandbox
  let advertiser: Advertiser
  beforeEach(async () => {
    seller = await Sandbox.start({ startsAt: "2026-01-15T09:00:00Z", seed: 1 })
    await seller.putProducts(
      sale.nms.map((nm) => ({ nm, title: `Shirt ${nm}`, subjectId: 192, subjectName: "Shirts" }))
    )
    await seller.credit({ account: 1500 })
    advertiser = new Advertiser({
      fetch: seller.fetch,
      baseUrl: seller.baseUrl,
      token: await seller.token({ categories: ["promotion"] }),
      wait: (milliseconds) => seller.advance(milliseconds)
    })
  })
  afterEach(() => seller.close())

  it("takes a campaign from its creation to its completion", async () => {
    const id = await advertiser.prepare(sale)
    expect(await advertiser.statusOf(id)).toBe(status.ready)
    expect(await seller.call("GET", "/adv/v1/balance")).toMatchObject({ balance: 500 })

    await advertiser.launch(id)
    expect(seller.now.toISOString(), "the bid had to take effect first").toBe("2026-01-15T09:00:30.000Z")
    await seller.advance("3 minutes")
    expect(await advertiser.statusOf(id)).toBe(status.active)
    expect(await seller.call("POST", "/adv/v1/promotion/adverts", { body: [id] })).toMatchObject([
      { startTime: "2026-01-15T12:01:00.000+03:00", unitedParams: [{ nms: [101, 102], searchCPM: 250 }] }
    ])

    await advertiser.pause(id)
    await seller.advance("3 minutes")
    expect(await advertiser.statusOf(id)).toBe(status.paused)
    await advertiser.launch(id)
    await seller.advance("3 minutes")
    expect(await advertiser.statusOf(id)).toBe(status.active)

    await advertiser.complete(id)
    await seller.advance("1 minute")
    expect(await advertiser.budgetOf(id)).toBe(0)
    expect(await seller.call("GET", "/adv/v1/balance")).toMatchObject({ balance: 1500 })
    await seller.advance("2 minutes")
    expect(await advertiser.statusOf(id)).toBe(status.completed)
  })

  it("is told when the money is not enough", async () => {
    await expect(advertiser.prepare({ ...sale, budget: 2000 })).rejects.toThrow(AdvertisingFailed)
    // One top-up in a second is the most.
    await seller.advance("1 second")
    await expect(advertiser.prepare({ ...sale, budget: 1010 })).rejects.toThrow("кратна 50")
  })

  it("can hear of what becomes of a campaign", async () => {
    await seller.createWebhook({ subscriptions: ["campaign_status_changed"] })
    const id = await advertiser.prepare(sale)
    await advertiser.launch(id)
    await seller.advance("1 minute")
    await advertiser.complete(id)
    await seller.advance("1 minute")
    expect(seller.receiver.events.map(({ payload }) => payload)).toMatchObject([
      { advertId: id, from: status.ready, to: status.active },
      { advertId: id, from: status.active, to: status.completed }
    ])
  })

  it("does not launch what is over", async () => {
    const id = await advertiser.prepare(sale)
    await advertiser.complete(id)
    await seller.advance("1 minute")
    await expect(advertiser.launch(id)).rejects.toMatchObject({ status: 422 })
  })
})
