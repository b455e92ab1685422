/** Takes the pictures of docs/console.md: `npm run screenshots`. */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { buildApp } from "../../packages/console/build/app.ts"
import { operatorKey, sqliteInMemory, startStandalone } from "../standaloneService.ts"
import { startBrowser } from "./chromium.ts"
import { startReceiver } from "./receiver.ts"
import { visit } from "./Visitor.ts"

const folder = join(import.meta.dirname, "..", "..", "docs", "console")
const sellerId = "a0d9e7f2-2c1b-4f6d-9a57-3d4f5a1b6c7e"

await buildApp()
const [browser, service, warehouse, feedback] = await Promise.all([
  startBrowser(),
  startStandalone(sqliteInMemory),
  startReceiver(),
  startReceiver()
])
try {
  const token = await service.token({ sellerId })
  const create = async (name: string, url: string, subscriptions: ReadonlyArray<object>): Promise<string> => {
    const response = await service.fetch("/api/v1/webhooks", {
      method: "POST",
      headers: { authorization: token, "content-type": "application/json" },
      body: JSON.stringify({ name, url, subscriptions, enabled: true })
    })
    return ((await response.json()) as { readonly id: string }).id
  }
  const card = { scope: "content", event: "card_changed" }
  await create("Warehouse", warehouse.url, [card, { scope: "promotion", event: "campaign_status_changed" }])
  const failing = await create("Answers to feedback", feedback.url, [
    card,
    { scope: "questionsandfeedback", event: "feedback_updated" }
  ])
  feedback.answer = { status: 503, body: "We are being updated" }
  const ids: Array<string> = []
  for (const nmID of [12_345_678, 12_345_679, 87_654_321]) {
    const payload = { nmID, vendorCode: `shirt-${nmID % 1000}`, updatedAt: "2026-01-15T09:00:00Z" }
    const [event] = await service.publish(sellerId, [{ type: "card_changed", scope: "content", payload }])
    ids.push(event!.id)
    while (warehouse.events.length < ids.length) await setTimeout(10)
  }

  const campaign = { name: "Summer shirts", type: 8, status: 9, budget: 4500, createTime: "2026-01-15T09:00:00Z" }
  await service.operator("PUT", `/sellers/${sellerId}/campaigns/101`, campaign)
  const day = 24 * 60 * 60 * 1000
  const rows = Array.from({ length: 30 }, (_, index) => ({
    advertId: 101,
    nmId: 12_345_678,
    appType: 1,
    date: new Date(Date.now() - (29 - index) * day).toISOString().slice(0, 10),
    views: Math.round(1800 + 900 * Math.sin(index / 3) + 40 * index),
    clicks: Math.round(60 + 25 * Math.sin(index / 3) + index),
    sum: 0,
    atbs: 4,
    orders: 2,
    shks: 2,
    sum_price: 3980
  }))
  const lines = rows.map((row) => JSON.stringify(row)).join("\n")
  await service.operator("POST", `/sellers/${sellerId}/campaign-statistics`, lines)

  // Others are among all webhooks, and are sent things while the overview is looked at.
  for (const [index, name] of ["Stocks", "Prices", "Orders"].entries()) {
    const other = `b0d9e7f2-2c1b-4f6d-9a57-3d4f5a1b6c7${index}`
    await service.fetch("/api/v1/webhooks", {
      method: "POST",
      headers: { authorization: await service.token({ sellerId: other }), "content-type": "application/json" },
      body: JSON.stringify({ name, url: `${warehouse.url}/${index}`, subscriptions: [card], enabled: index !== 1 })
    })
  }
  const looked = new AbortController()
  const publishing = (async () => {
    const payload = { nmID: 12_345_680, vendorCode: "shirt-680", updatedAt: "2026-01-15T09:00:00Z" }
    const events = [{ type: "card_changed", scope: "content", payload }]
    while (!looked.signal.aborted) {
      await service.publish("b0d9e7f2-2c1b-4f6d-9a57-3d4f5a1b6c70", events)
      await setTimeout(100)
    }
  })()

  const pictures = [
    { name: "overview", path: "/overview", colorScheme: "dark" },
    { name: "all-webhooks", path: "/webhooks", colorScheme: "light" },
    { name: "events", path: `/sellers/${sellerId}/events`, colorScheme: "light" },
    { name: "webhooks", path: `/sellers/${sellerId}/webhooks`, colorScheme: "light" },
    { name: "webhook", path: `/sellers/${sellerId}/webhooks/${failing}`, colorScheme: "light" },
    { name: "event", path: `/sellers/${sellerId}/events/${ids[0]}`, colorScheme: "light" },
    { name: "campaign", path: `/sellers/${sellerId}/campaigns/101`, colorScheme: "light" },
    { name: "deliveries", path: `/sellers/${sellerId}/deliveries`, colorScheme: "dark" }
  ] as const
  mkdirSync(folder, { recursive: true })
  for (const { colorScheme, name, path } of pictures) {
    const visitor = await visit(browser, service.base, { colorScheme, viewport: { width: 1000, height: 640 } })
    await visitor.open(path)
    await visitor.logIn(operatorKey)
    await visitor.page.locator("h1").waitFor()
    if (name === "overview") {
      // It goes on being told. After some samples there is something to draw.
      await setTimeout(70_000)
      await visitor.page.locator("canvas").first().waitFor()
    } else await visitor.page.waitForLoadState("networkidle")
    if (name === "campaign") await visitor.page.locator("canvas").first().scrollIntoViewIfNeeded()
    const file = join(folder, `${name}.png`)
    await visitor.page.screenshot({ path: file })
    console.log(file)
    await visitor.leave()
  }
  looked.abort()
  await publishing
} finally {
  await Promise.all([browser.close(), service.stop(), warehouse.stop(), feedback.stop()])
}
