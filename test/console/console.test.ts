/** The console in a real browser, over services that run: what it shows is what the API says. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { SampleSeller } from "@sellerkit/sandbox"
import { randomUUID } from "node:crypto"
import { text } from "node:stream/consumers"
import { setTimeout } from "node:timers/promises"
import type { Browser } from "playwright-core"
import { expect } from "vitest"
import { buildApp } from "../../packages/console/build/app.ts"
import { startBrowser } from "./chromium.ts"
import { button, confirm, fact, rowsOf } from "./looking.ts"
import { useScene, webhook } from "./Scene.ts"
import { consoleTargets, liveTargets, wholeTargets } from "./targets.ts"

const banner = { id: 7, name: "Front page", status: 6, cpm: 300, advert_type: 1, place: 2 }

let browser: Browser
beforeAll(async () => {
  await buildApp()
  browser = await startBrowser()
})
afterAll(() => browser.close())

describe.each(consoleTargets)("the console of $name", (target) => {
  const { isWhole, reportRefresh } = target
  const { createWebhook, delivered, operator, publish, scene, seller } = useScene(target, () => browser)

  it("opens the pages of a seller whose id is given", async () => {
    const { open, page } = scene.visitor
    await open("/")
    await page.getByLabel("Id of the seller").fill("nobody")
    await button(page, "Open").click()
    await page.getByText("An id has 32 hexadecimal digits in five groups.").waitFor()
    await page.getByLabel("Id of the seller").fill(scene.sellerId)
    await button(page, "Open").click()
    await page.waitForURL(`${scene.service.base}/console/sellers/${scene.sellerId}/webhooks`)
    await page.getByText("There are no webhooks").waitFor()
    assert.strictEqual(await page.title(), "Webhooks – Sellerkit")
    await page.getByRole("link", { name: "Sellers" }).click()
    await page.getByRole("link", { name: scene.sellerId }).click()
    await page.waitForURL(`${scene.service.base}/console/sellers/${scene.sellerId}/webhooks`)
  })

  it("leads to the pages that it has", async () => {
    const { open, page } = scene.visitor
    await open("/")
    const pages = page.getByRole("navigation", { name: "Pages", exact: true })
    await pages.waitFor()
    assert.deepStrictEqual(await pages.getByRole("link").allInnerTexts(), [
      ...(isWhole ? ["Overview", "All webhooks"] : []),
      "Sellers",
      "Tokens"
    ])
    await open("/clock")
    await page.getByRole("heading", { name: "There is no such page" }).waitFor()
  })

  it("creates a webhook, whose secret it shows once", async () => {
    const { open, page } = scene.visitor
    await open(`/sellers/${scene.sellerId}/webhooks/new`)
    await page.getByLabel("Name", { exact: true }).fill("Orders")
    await page.getByLabel("URL", { exact: true }).fill(scene.receiver.url)
    await page.getByLabel("Product card changed").check()
    await button(page, "Create webhook").click()
    const secret = await page.locator("code.secret").innerText()
    const { webhooks } = await seller("GET", "/api/v1/webhooks")
    assert.lengthOf(webhooks, 1)
    assert.deepInclude(webhooks[0], { name: "Orders", url: scene.receiver.url, enabled: true })
    assert.deepStrictEqual(webhooks[0].subscriptions, [{ scope: "content", event: "card_changed" }])
    assert.match(secret, /^whsec_/)
    await button(page, "I have kept it").click()
    await expect.poll(() => page.content()).not.toContain(secret)
  })

  it("names the fields that the service refuses, and changes nothing", async () => {
    const { open, page } = scene.visitor
    await open(`/sellers/${scene.sellerId}/webhooks/new`)
    await page.getByLabel("Name", { exact: true }).fill("n".repeat(500))
    await page.getByLabel("URL", { exact: true }).fill(scene.receiver.url)
    await page.getByLabel("Product card changed").check()
    await button(page, "Create webhook").click()
    await page.locator('[aria-invalid="true"]').first().waitFor()
    assert.deepStrictEqual((await seller("GET", "/api/v1/webhooks")).webhooks, [])
  })

  it("shows webhooks as the API does, and finds them by name and state", async () => {
    const { open, page } = scene.visitor
    await createWebhook({ name: "First" })
    const { id } = await createWebhook({ name: "Second", url: `${scene.receiver.url}/2` })
    await open(`/sellers/${scene.sellerId}/webhooks`)
    await expect.poll(async () => (await rowsOf(page)).length).toBe(2)
    await page.getByLabel("Name, URL or id").fill("econd")
    await expect.poll(async () => (await rowsOf(page)).length).toBe(1)
    assert.include((await rowsOf(page))[0], `${scene.receiver.url}/2`)
    await page.getByLabel("State").selectOption("disabled")
    await page.getByText("No webhook matches").waitFor()
    await page.reload()
    assert.strictEqual(await page.getByLabel("Name, URL or id").inputValue(), "econd")
    await page.getByLabel("State").selectOption("")
    await page.getByRole("link", { name: "Second" }).click()
    await page.waitForURL(`${scene.service.base}/console/sellers/${scene.sellerId}/webhooks/${id}`)
    assert.strictEqual(await fact(page, "Id").innerText(), id)
  })

  it("shows the attempts of a webhook by hours", async () => {
    const { open, page } = scene.visitor
    const { id } = await createWebhook()
    await open(`/sellers/${scene.sellerId}/webhooks/${id}`)
    await page.getByText("Nothing was sent in this time").waitFor()
    await publish()
    await delivered(1)
    scene.receiver.answer = { status: 500 }
    await publish()
    await delivered(2)
    await expect.poll(async () => (await operator(`/sellers/${scene.sellerId}/deliveries`)).deliveries.length).toBe(2)
    await page.reload()
    const hours = page.getByRole("region", { name: "Attempts by hours, the last 30 days" })
    await hours.locator(".chart canvas").first().waitFor()
    await hours.getByText("As a table").click()
    const shown = (await hours.locator("tbody tr").allInnerTexts()).map((row) => row.split("\t").slice(1).map(Number))
    const told = (await operator(`/sellers/${scene.sellerId}/webhooks/${id}/hours`)).hours
    assert.deepStrictEqual(
      shown,
      told.toReversed().map(({ failed, succeeded }: Record<string, number>) => [succeeded, failed])
    )
    // Otherwise the failed event comes again, while another story counts what comes.
    await seller("DELETE", `/api/v1/webhooks/${id}`)
  })

  it("finds events by type, by what became of them, and by key", async () => {
    const { open, page } = scene.visitor
    const subscriptions = [
      { scope: "content", event: "card_changed" },
      { scope: "content", event: "card_creation_error" }
    ]
    const { id } = await createWebhook({ subscriptions })
    const payload = { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:00:00Z" }
    await scene.service.publish(scene.sellerId, [
      { type: "card_changed", scope: "content", payload, idempotencyKey: "the key" }
    ])
    await delivered(1)
    await seller("PUT", `/api/v1/webhooks/${id}`, { ...webhook, subscriptions, enabled: false })
    await publish()
    await open(`/sellers/${scene.sellerId}/events`)
    await expect.poll(async () => (await rowsOf(page)).length).toBe(2)
    assert.deepStrictEqual(
      (await rowsOf(page)).map((row) => /dropped: 1|delivered: 1/.exec(row)?.[0]),
      ["dropped: 1", "delivered: 1"]
    )
    await page.getByLabel("What became of it").selectOption("delivered")
    await expect.poll(async () => (await rowsOf(page)).length).toBe(1)
    assert.include((await rowsOf(page))[0], "the key")
    await page.getByLabel("Type", { exact: true }).selectOption("content/card_creation_error")
    await page.getByText("No event matches").waitFor()
    await page.getByLabel("Idempotency key or id of an event").fill("no such key")
    await button(page, "Open").click()
    await page.getByText("There is no such thing, or not any more").waitFor()
    await page.getByLabel("Idempotency key or id of an event").fill(" the key ")
    await button(page, "Open").click()
    await page.getByText("the key", { exact: true }).first().waitFor()
    assert.match(page.url(), /\/events\/[\da-f-]{36}$/)
  })

  it("edits a webhook, disables and enables it", async () => {
    const { open, page } = scene.visitor
    const { id } = await createWebhook()
    await open(`/sellers/${scene.sellerId}/webhooks/${id}`)
    await page.getByRole("link", { name: "Edit" }).click()
    await page.getByLabel("Name", { exact: true }).fill("Renamed")
    await button(page, "Save").click()
    await page.getByRole("heading", { name: "Renamed" }).waitFor()
    await button(page, "Disable").click()
    await button(page, "Enable").waitFor()
    assert.deepInclude((await seller("GET", "/api/v1/webhooks")).webhooks[0], { name: "Renamed", enabled: false })
    await button(page, "Enable").click()
    await button(page, "Disable").waitFor()
    assert.isTrue((await seller("GET", "/api/v1/webhooks")).webhooks[0].enabled)
  })

  it("deletes a webhook, but asks before", async () => {
    const { open, page } = scene.visitor
    const { id } = await createWebhook()
    await open(`/sellers/${scene.sellerId}/webhooks/${id}`)
    await button(page, "Delete").click()
    await confirm(page, "Cancel")
    assert.lengthOf((await seller("GET", "/api/v1/webhooks")).webhooks, 1)
    await button(page, "Delete").click()
    await confirm(page, "Delete")
    await page.getByText("There are no webhooks").waitFor()
    assert.lengthOf((await seller("GET", "/api/v1/webhooks")).webhooks, 0)
  })

  it("refreshes a secret, and checks a URL", async () => {
    const { open, page } = scene.visitor
    const { id } = await createWebhook()
    await open(`/sellers/${scene.sellerId}/webhooks/${id}`)
    await button(page, "Refresh secret").click()
    await confirm(page, "Refresh secret")
    assert.match(await page.locator("code.secret").innerText(), /^whsec_/)
    await button(page, "Check URL").click()
    await page.getByText("The URL accepts notifications.").waitFor()
    scene.receiver.answer = { status: 500 }
    await button(page, "Check URL").click()
    await page.getByText("The URL does not accept notifications.").waitFor()
    await page.getByText("It answered 500.").waitFor()
  })

  it("sends a test event", async () => {
    const { open, page } = scene.visitor
    const { id } = await createWebhook()
    await open(`/sellers/${scene.sellerId}/webhooks/${id}`)
    await button(page, "Send test event").click()
    await page.getByText("1 event sent for a test").waitFor()
    await delivered(1)
    assert.include(scene.receiver.events[0], '"test":true')
  })

  it("publishes an event, and shows what became of it", async () => {
    const { open, page } = scene.visitor
    await createWebhook()
    await open(`/sellers/${scene.sellerId}/event-types`)
    await page.getByLabel("Type", { exact: true }).selectOption("content/card_changed")
    await page.getByLabel("Payload", { exact: true }).fill("[1]")
    const send = page.getByRole("form", { name: "Publish an event" }).getByRole("button")
    await send.click()
    await page.getByText("This is not an object in JSON.").waitFor()
    const payload = '{"nmID":123456789012345,"vendorCode":"a-1","updatedAt":"2026-01-15T09:00:00.000Z"}'
    await page.getByLabel("Payload", { exact: true }).fill(payload)
    await page.getByLabel("Idempotency key").fill("once")
    await send.click()
    await page.getByText("Published, for 1 webhook").waitFor()
    await delivered(1)
    await page.getByText("delivered", { exact: true }).first().waitFor()
    const id = page.url().split("/").at(-1)!
    const { deliveries, idempotencyKey } = await operator(`/sellers/${scene.sellerId}/events/${id}`)
    assert.strictEqual(idempotencyKey, "once")
    assert.lengthOf(deliveries, 1)
    await page.getByText("123456789012345").first().waitFor()
    assert.include(scene.receiver.events[0], '"nmID":123456789012345')
  })

  it("shows attempts that failed, and retries what waits", async () => {
    const { open, page } = scene.visitor
    const { id: webhookId } = await createWebhook()
    scene.receiver.answer = { status: 503, body: "<b>busy</b>" }
    const event = await publish()
    await delivered(1)
    await open(`/sellers/${scene.sellerId}/events/${event.id}`)
    await page.getByText("waiting", { exact: true }).waitFor()
    await page.getByText("503").first().waitFor()
    const { deliveries } = await operator(`/sellers/${scene.sellerId}/events/${event.id}`)
    await page.getByText(deliveries[0].error).first().waitFor()
    scene.receiver.answer = { status: 200 }
    await open(`/sellers/${scene.sellerId}/webhooks/${webhookId}`)
    await button(page, "Retry now").click()
    await delivered(2)
    await open(`/sellers/${scene.sellerId}/events/${event.id}`)
    await page.getByText("2 attempts").waitFor()
    await page.getByText("delivered", { exact: true }).first().waitFor()
    const { webhooks } = await operator(`/sellers/${scene.sellerId}/events/${event.id}`)
    assert.deepInclude(webhooks[0], { fate: "delivered", attempts: 2 })
  })

  it("lists events and deliveries as the API does, and follows deliveries", async () => {
    const { open, page } = scene.visitor
    await createWebhook()
    // One by one: events that wait together are sent together.
    for (let event = 1; event <= 3; event++) {
      await publish()
      await delivered(event)
    }
    await open(`/sellers/${scene.sellerId}/events`)
    await expect.poll(async () => (await rowsOf(page)).length).toBe(3)
    const { events } = await seller("GET", "/api/v1/events")
    for (const [index, row] of (await rowsOf(page)).entries()) assert.include(row, events[index].id)
    await open(`/sellers/${scene.sellerId}/deliveries`)
    await expect.poll(async () => (await rowsOf(page)).length).toBe(3)
    const { deliveries } = await operator(`/sellers/${scene.sellerId}/deliveries`)
    for (const [index, row] of (await rowsOf(page)).entries()) {
      assert.include(row, deliveries[index].id)
      assert.include(row, "Warehouse")
    }
    await page.getByLabel("Follow").check()
    await publish()
    await expect.poll(async () => (await rowsOf(page)).length, { timeout: 30_000 }).toBe(4)
    await page.getByLabel("Outcome").selectOption("false")
    await page.getByText("No delivery matches").waitFor()
  })

  it("sends the events of a period again, and one delivery", async () => {
    const { open, page } = scene.visitor
    const { id } = await createWebhook()
    await publish()
    await delivered(1)
    await publish()
    await delivered(2)
    await open(`/sellers/${scene.sellerId}/webhooks/${id}`)
    await page.getByLabel("Only events that were not delivered").uncheck()
    await page.getByRole("region", { name: "Send events again" }).getByRole("button", { name: "Send again" }).click()
    await page.waitForURL(/\/resends\//)
    await page.getByText("finished").waitFor()
    assert.strictEqual(await fact(page, "Sent again").innerText(), "2")
    await delivered(4)
    await open(`/sellers/${scene.sellerId}/deliveries`)
    await page
      .getByRole("button", { name: /^Send again: delivery / })
      .last()
      .click()
    await delivered(5)
  })

  it("shows who changed what", async () => {
    const { open, page } = scene.visitor
    const { id } = await createWebhook()
    await open(`/sellers/${scene.sellerId}/history`)
    await expect.poll(async () => (await rowsOf(page)).length).toBe(1)
    const [row] = await rowsOf(page)
    assert.include(row, "Webhook created")
    assert.include(row, id)
  })

  it("makes tokens and revokes them", async () => {
    const { open, page } = scene.visitor
    await open("/tokens")
    const form = page.getByRole("form", { name: "Make a token" })
    await form.getByLabel("Id of the seller").fill(scene.sellerId)
    await form.getByRole("button", { name: "Make a token" }).click()
    scene.token = await page.locator("code.secret").innerText()
    assert.deepStrictEqual((await seller("GET", "/api/v1/webhooks")).webhooks, [])
    const tokenId = await fact(page, "Id of the token").innerText()
    const revoke = page.getByRole("form", { name: "Revoke a token" })
    const ofSeller = revoke.getByLabel("Id of the seller")
    // Where each seller has a place of its own, it has to be said whose it is.
    assert.strictEqual(await ofSeller.count(), isWhole ? 0 : 1)
    if (!isWhole) await ofSeller.fill(scene.sellerId)
    await revoke.getByLabel("Id of the token").fill(tokenId)
    await revoke.getByRole("button").click()
    await confirm(page, "Revoke a token")
    await page.getByText("Revoked", { exact: true }).waitFor()
    assert.strictEqual((await seller("GET", "/api/v1/webhooks")).title, "Unauthorized")
  })

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
    await expect.poll(statusOf, { timeout: 30_000 }).toBe(9)
    await page.locator('.life [aria-current="step"]', { hasText: "active" }).waitFor()
    await button(page, "Complete").click()
    await confirm(page, "Complete")
    await expect.poll(statusOf, { timeout: 30_000 }).toBe(7)
    await page.locator('.life [aria-current="step"]', { hasText: "completed" }).waitFor()
    assert.strictEqual(await page.getByRole("button", { name: "Launch" }).count(), 0)
    await open(`/sellers/${scene.sellerId}/campaigns/102`)
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
    await button(page, "Stop").click()
    await confirm(page, "Stop")
    await page.locator('.life [aria-current="step"]', { hasText: "completed" }).waitFor()
    assert.strictEqual((await told()).status, 7)
    assert.strictEqual(await page.getByRole("button", { name: "Launch" }).count(), 0)
    await open(`/sellers/${scene.sellerId}/media-campaigns/202`)
    await page.getByText("There is no such thing, or not any more").waitFor()
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

  it("shows limits and the retry schedule, and gives a seller one of its own", async () => {
    const { open, page } = scene.visitor
    await open(`/sellers/${scene.sellerId}/limits`)
    const created = page.getByRole("row", { name: /POST \/api\/v1\/webhooks /u })
    await page.getByRole("cell", { name: "GET /ping" }).waitFor()
    assert.strictEqual(await created.count(), 1)
    assert.strictEqual(await fact(page, "Whose it is").innerText(), "that of everybody")
    await page.getByLabel("First wait").fill("soon")
    await button(page, "Save").click()
    await page.getByRole("alert").waitFor()
    await page.getByLabel("First wait").fill("20 seconds")
    await button(page, "Save").click()
    await expect.poll(() => fact(page, "Whose it is").innerText()).toBe("the seller's own")
    const path = `/sellers/${scene.sellerId}/retry-schedule`
    const found = await operator(path)
    assert.isTrue(found.isOwn)
    assert.strictEqual(await fact(page, "First wait").innerText(), found.schedule.firstWait)
    assert.strictEqual(await fact(page, "Attempts").innerText(), String(found.attempts))
    await button(page, "Remove the own schedule").click()
    await confirm(page, "Remove the own schedule")
    await expect.poll(() => fact(page, "Whose it is").innerText()).toBe("that of everybody")
    assert.isFalse((await operator(path)).isOwn)
  })
})

describe.each(wholeTargets)("the console over all sellers, of $name", (target) => {
  const { isLive } = target
  const { createWebhook, delivered, operator, publish, scene } = useScene(target, () => browser)

  it("finds webhooks of all sellers, and the sellers", async () => {
    const { open, page } = scene.visitor
    const name = `Shared ${randomUUID().slice(0, 8)}`
    const { id } = await createWebhook({ name })
    const other = randomUUID()
    await scene.service.fetch("/api/v1/webhooks", {
      method: "POST",
      headers: { authorization: await scene.service.token({ sellerId: other }), "content-type": "application/json" },
      body: JSON.stringify({ ...webhook, name, url: scene.receiver.url, enabled: false })
    })
    await open("/webhooks")
    await page.getByLabel("Name, URL or id").fill(name.toLowerCase())
    await page.getByLabel("Name, URL or id").press("Enter")
    await expect.poll(async () => (await rowsOf(page)).length).toBe(2)
    const all = await operator(`/webhooks?search=${encodeURIComponent(name)}`)
    for (const [index, row] of (await rowsOf(page)).entries()) {
      assert.include(row, all.webhooks[index].sellerId)
      assert.include(row, all.webhooks[index].health.state)
    }
    await page.getByLabel("State").selectOption("disabled")
    await expect.poll(async () => (await rowsOf(page)).length).toBe(1)
    assert.include((await rowsOf(page))[0], other)
    await page.getByLabel("State").selectOption("healthy")
    await expect.poll(async () => (await rowsOf(page)).join()).toContain(scene.sellerId)
    await page.getByRole("link", { name }).click()
    await page.waitForURL(`${scene.service.base}/console/sellers/${scene.sellerId}/webhooks/${id}`)
    await page.getByRole("link", { name: "Sellers" }).click()
    const every = page.getByRole("region", { name: "All sellers" })
    await every.getByRole("link").first().waitFor()
    const { sellers } = await operator("/sellers?limit=50")
    assert.strictEqual(await every.getByRole("link").count(), sellers.length)
    assert.isTrue(sellers.some((one: { readonly sellerId: string }) => one.sellerId === scene.sellerId))
  })

  it("shows which dispatchers are alive, and what to do where none is", async () => {
    const { open, page } = scene.visitor
    const section = page.getByRole("region", { name: "Dispatchers" })
    await open("/overview")
    const isAsTold = async () => {
      const { dispatchers } = await operator("/dispatchers")
      assert.lengthOf(dispatchers, isLive ? 1 : 0)
      const names = await section.locator("tbody tr td:first-child").allInnerTexts()
      const times = await section
        .locator("time")
        .evaluateAll((found) => found.map((time) => time.getAttribute("datetime")))
      const told = [
        dispatchers.map(({ name }: any) => name),
        dispatchers.flatMap(({ seenAt, startedAt }: any) => [startedAt, seenAt])
      ]
      return JSON.stringify([names, times]) === JSON.stringify(told)
    }
    await expect.poll(isAsTold, { timeout: 60_000 }).toBe(true)
    await page.route("**/operator/v1/dispatchers", (route) => route.fulfill({ json: { dispatchers: [] } }))
    await section.getByText("No dispatcher is alive").waitFor()
    await section.getByText("Events are accepted, and wait.", { exact: false }).waitFor()
    await page.unroute("**/operator/v1/dispatchers")
    await expect.poll(isAsTold, { timeout: 60_000 }).toBe(true)
  })

  it("shows what waits, as it goes on", async () => {
    const { open, page } = scene.visitor
    await open("/overview")
    const section = page.getByRole("region", { name: "What waits" })
    const isAsTold = async () => {
      const { backingOff, overdueFor, waiting } = await operator("/backlog")
      const shown = await section.locator("dd").allInnerTexts()
      return shown.join() === [waiting, `${Math.round(overdueFor)} seconds`, backingOff].join()
    }
    await expect.poll(isAsTold, { timeout: 60_000 }).toBe(true)
    const before = await operator("/backlog")
    scene.receiver.answer = { status: 503, body: "busy" }
    await createWebhook()
    await publish()
    await delivered(1)
    await expect
      .poll(() => operator("/backlog"), { timeout: 60_000 })
      .toMatchObject({
        waiting: before.waiting + 1,
        backingOff: before.backingOff + 1
      })
    await expect.poll(isAsTold, { timeout: 60_000 }).toBe(true)
  })
})

describe.each(liveTargets)("the console of a process that lasts, of $name", (target) => {
  const { createWebhook, delivered, publish, scene } = useScene(target, () => browser)

  it("shows how the process fares, as it goes on", async () => {
    const { open, page } = scene.visitor
    await open("/overview")
    const section = page.getByRole("region", { name: "This process in the last hour" })
    await section.waitFor()
    scene.receiver.answer = { status: 503, body: "busy" }
    await createWebhook()
    await publish()
    await delivered(1)
    await section.getByRole("row", { name: /^5xx/ }).waitFor({ timeout: 60_000 })
    await expect.poll(() => fact(page, "Requests on their way").innerText(), { timeout: 60_000 }).toBe("0")
    await section.locator(".chart canvas").first().waitFor()
  })
})
