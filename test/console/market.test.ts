/** Campaigns and reports of a seller in a real browser. */
import { assert, describe, it } from "@effect/vitest"
import { SampleSeller } from "@sellerkit/sandbox"
import { text } from "node:stream/consumers"
import { setTimeout } from "node:timers/promises"
import { expect } from "vitest"
import { button, confirm, fact, rowsOf } from "./looking.ts"
import { useScene } from "./Scene.ts"
import { consoleTargets } from "./targets.ts"
import { useBrowser } from "./useBrowser.ts"

const browser = useBrowser()

const banner = { id: 7, name: "Front page", status: 6, cpm: 300, advert_type: 1, place: 2 }

describe.each(consoleTargets)("market in the console of $name", (target) => {
  const { reportRefresh } = target
  const { scene, seller } = useScene(target, browser)

  it("shows a campaign's life, money and figures, and acts on it", async () => {
    const { open, page } = scene.visitor
    const put = await scene.service.operator("PUT", `/sellers/${scene.sellerId}/campaigns/101`, {
      name: "Summer",
      type: 8,
      status: 11,
      budget: 500,
      paymentType: "cpm",
      autoParams: {
        subject: { id: 1, name: "Shirts" },
        sets: [],
        menus: [],
        active: { carousel: true, recom: true, booster: true },
        nmCPM: [{ nm: 12345678, cpm: 150 }],
        nms: [12345678],
        cpm: 150
      }
    })
    assert.strictEqual(put.status, 204)
    const funds = { account: 1000, balance: 0, bonus: 0, idempotencyKey: "first" }
    assert.isTrue((await scene.service.operator("POST", `/sellers/${scene.sellerId}/funds`, funds)).ok)
    const date = new Date(Date.now() + 3 * 60 * 60 * 1000).toISOString().slice(0, 10)
    const about = { advertId: 101, nmId: 12345678, appType: 1, date }
    const lines = JSON.stringify({
      ...about,
      views: 1234,
      clicks: 56,
      sum: 0,
      atbs: 4,
      orders: 2,
      shks: 2,
      sum_price: 3980
    })
    const recorded = await scene.service.operator("POST", `/sellers/${scene.sellerId}/campaign-statistics`, lines)
    assert.deepInclude(await recorded.json(), { refused: [] })

    await open(`/sellers/${scene.sellerId}/campaigns`)
    await page.getByText("Summer").waitFor()
    await page.getByLabel("Status").selectOption("9")
    await page.getByText("No campaign matches").waitFor()
    await page.getByLabel("Status").selectOption("11")
    await page.getByRole("link", { name: "Summer" }).click()
    await page.getByRole("heading", { name: "Summer" }).waitFor()
    assert.strictEqual(await fact(page, "Budget").innerText(), "500 roubles")
    assert.strictEqual(await fact(page, "Products").innerText(), "12345678")
    await page.getByText("As a table").click()
    await page.getByRole("cell", { name: "1,234" }).waitFor()
    await page.locator(".chart canvas").first().waitFor()

    await page.getByLabel("Roubles").fill("70")
    await button(page, "Top up").click()
    await page.getByRole("alert").waitFor()
    await page.getByLabel("Roubles").fill("1000")
    // Its rate budget is one in a second.
    await setTimeout(1100)
    await button(page, "Top up").click()
    await page.getByText("The budget is topped up").waitFor()
    await expect.poll(() => fact(page, "Budget").innerText()).toBe("1,500 roubles")

    const statusOf = async () => (await seller("POST", "/adv/v1/promotion/adverts", [101]))[0].status
    await button(page, "Launch").click()
    await page.getByText("Accepted.", { exact: false }).waitFor()
    const isIn = (status: string) => page.locator('.life [aria-current="step"]', { hasText: status }).waitFor()
    await expect.poll(statusOf).toBe(9)
    await isIn("active")
    await button(page, "Pause").click()
    await expect.poll(statusOf).toBe(11)
    await isIn("paused")
    await button(page, "Complete").click()
    await confirm(page, "Complete")
    await expect.poll(statusOf).toBe(7)
    await isIn("completed")
    assert.strictEqual(await page.getByRole("button", { name: "Launch" }).count(), 0)
    await open(`/sellers/${scene.sellerId}/campaigns/102`)
    await page.getByText("There is no such thing, or not any more").waitFor()
  })

  const putReady = async () => {
    const ready = { name: "Spring", type: 8, status: 4 }
    const put = await scene.service.operator("PUT", `/sellers/${scene.sellerId}/campaigns/103`, ready)
    assert.strictEqual(put.status, 204)
  }
  const count = async (): Promise<number> => (await seller("GET", "/adv/v1/promotion/count")).all

  it("deletes a campaign that is ready, but asks before", async () => {
    const { open, page } = scene.visitor
    await putReady()
    await open(`/sellers/${scene.sellerId}/campaigns/103`)
    await button(page, "Delete").click()
    await confirm(page, "Cancel")
    assert.strictEqual(await count(), 1)
    await button(page, "Delete").click()
    await confirm(page, "Delete")
    await page.getByText("There is no such thing, or not any more").waitFor()
    assert.strictEqual(await count(), 0)
  })

  it("says that a campaign is not there any more, which goes while it is looked at", async () => {
    const { open, page } = scene.visitor
    await putReady()
    await page.route("**/adv/v1/budget?*", async (route) => {
      if ((await count()) > 0) await seller("GET", "/adv/v0/delete?id=103")
      await expect.poll(count).toBe(0)
      await route.continue()
    })
    await open(`/sellers/${scene.sellerId}/campaigns/103`)
    await page.getByText("There is no such thing, or not any more").waitFor()
    assert.strictEqual(await page.getByRole("heading", { name: "Spring" }).count(), 0)
  })

  it("shows a media campaign's life, money and banners, and acts on it", async () => {
    const { open, page } = scene.visitor
    const put = await scene.service.operator("PUT", `/sellers/${scene.sellerId}/media-campaigns/201`, {
      name: "Winter sale",
      brand: "Plank",
      type: 2,
      status: 6,
      items: [banner],
      extended: { budget: 1000 }
    })
    assert.strictEqual(put.status, 204)
    const date = new Date(Date.now() + 3 * 60 * 60 * 1000).toISOString().slice(0, 10)
    const line = { advertId: 201, itemId: 7, date, appType: 1, views: 4321, clicks: 12, atbs: 3, orders: 1, sum: 90 }
    const recorded = await scene.service.operator(
      "POST",
      `/sellers/${scene.sellerId}/media-statistics`,
      JSON.stringify(line)
    )
    assert.deepInclude(await recorded.json(), { refused: [] })

    await open(`/sellers/${scene.sellerId}/media-campaigns`)
    await page.getByText("Winter sale").waitFor()
    await page.getByLabel("Status").selectOption("9")
    await page.getByText("No media campaign matches").waitFor()
    await page.getByLabel("Status").selectOption("6")
    await page.getByRole("link", { name: "Winter sale" }).click()
    await page.getByRole("heading", { name: "Winter sale" }).waitFor()
    const told = () => seller("GET", "/adv/v1/advert?id=201")
    const { extended } = await told()
    assert.strictEqual(await fact(page, "Budget").first().innerText(), `${extended.budget} roubles`)
    assert.strictEqual(await fact(page, "Spent").first().innerText(), `${extended.expenses} roubles`)
    await page.getByRole("heading", { name: "Front page" }).waitFor()
    await page.getByText("As a table").click()
    await page.getByRole("cell", { name: "4,321" }).waitFor()
    await page.locator(".chart canvas").first().waitFor()

    await page.getByLabel("Bid").fill("450")
    await button(page, "Change the bid").click()
    await page.getByText("The bid is changed").waitFor()
    await expect.poll(async () => (await told()).items[0].cpm).toBe(450)
    await button(page, "Pause").click()
    await page.getByText("Accepted.", { exact: false }).waitFor()
    await page.locator('.life [aria-current="step"]', { hasText: "paused by the seller" }).waitFor()
    assert.strictEqual((await told()).status, 9)
    await button(page, "Launch").click()
    // Some minutes later it is what its dates, limits and budget make of it.
    await page.locator('.life [aria-current="step"]', { hasText: "approved" }).waitFor()
    assert.strictEqual((await told()).status, 4)
    await button(page, "Stop").click()
    await confirm(page, "Stop")
    await page.locator('.life [aria-current="step"]', { hasText: "completed" }).waitFor()
    assert.strictEqual((await told()).status, 7)
    assert.strictEqual(await page.getByRole("button", { name: "Launch" }).count(), 0)
    await open(`/sellers/${scene.sellerId}/media-campaigns/202`)
    await page.getByText("There is no such thing, or not any more").waitFor()
  })

  it("shows a report as it arrives, more of it while one scrolls, and saves it", async () => {
    const { open, page } = scene.visitor
    const from = new Date(Date.now() - 5 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
    const rows: Array<{ readonly srid: string }> = []
    for (const row of new SampleSeller({ seed: "console", from, ordersPerDay: 100 }).rows("orders")) {
      rows.push(row)
      if (rows.length === 250) break
    }
    const lines = rows.map((row) => JSON.stringify(row)).join("\n")
    const recorded = await scene.service.operator("POST", `/sellers/${scene.sellerId}/reports/orders`, lines)
    assert.deepInclude(await recorded.json(), { refused: [] })
    await setTimeout(reportRefresh + 100)
    await open(`/sellers/${scene.sellerId}/reports?report=orders&from=${from}`)
    await page.getByText("250 rows").waitFor()
    assert.lengthOf(await rowsOf(page), 100)
    await page.getByText("150 rows more").scrollIntoViewIfNeeded()
    await expect.poll(async () => (await rowsOf(page)).length).toBeGreaterThan(100)
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save as JSON").click()])
    const saved = JSON.parse(await text(await download.createReadStream())) as ReadonlyArray<{ readonly srid: string }>
    assert.sameMembers(
      saved.map(({ srid }) => srid),
      rows.map(({ srid }) => srid)
    )
    const [table] = await Promise.all([page.waitForEvent("download"), button(page, "Save as CSV").click()])
    assert.lengthOf((await text(await table.createReadStream())).trimEnd().split("\r\n"), 251)
    await page.getByLabel("Report").selectOption("incomes")
    await page.getByText("There are no rows").waitFor()
    await page.getByLabel("Report").selectOption("orders")
    // It may be asked for once in a minute.
    await page.getByText("Too many requests").waitFor()
  })

  it("shows the reports that are asked for by a body, rows within other objects too", async () => {
    const { open, page } = scene.visitor
    const from = new Date(Date.now() - 5 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
    const sample = new SampleSeller({ seed: "console", from, ordersPerDay: 100 })
    const record = async (kind: "realization" | "stocks") => {
      const rows: Array<object> = []
      for (const row of sample.rows(kind)) {
        rows.push(row)
        if (rows.length === 20) break
      }
      const lines = rows.map((row) => JSON.stringify(row)).join("\n")
      const recorded = await scene.service.operator("POST", `/sellers/${scene.sellerId}/reports/${kind}`, lines)
      assert.deepInclude(await recorded.json(), { refused: [] })
    }
    await record("stocks")
    await record("realization")
    await setTimeout(reportRefresh + 100)
    await open(`/sellers/${scene.sellerId}/reports?report=currentStocks`)
    await page.locator("tbody tr").first().waitFor()
    await page.getByText("20 rows").waitFor()
    assert.lengthOf(await rowsOf(page), 20)
    assert.strictEqual(await page.getByLabel("From").count(), 0)
    await open(`/sellers/${scene.sellerId}/reports?report=detailedRealization&from=2024-01-29`)
    await page.locator("tbody tr").first().waitFor()
    await page.getByText(/^\d+ rows?$/).waitFor()
    const [row] = await rowsOf(page)
    assert.isAbove(row!.length, 100)
  })
})
