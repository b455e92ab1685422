/** Visitors of the console. They have a key or a link. Some use the keyboard alone, another language, dark colours or a telephone. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import axe from "axe-core"
import { randomUUID } from "node:crypto"
import type { Browser } from "playwright-core"
import { vi } from "vitest"
import { buildApp } from "../../packages/console/build/app.ts"
import { operatorKey } from "../standaloneService.ts"
import { startBrowser } from "./chromium.ts"
import { button } from "./looking.ts"
import { startReceiver, type TestReceiver } from "./receiver.ts"
import { overSqlite, overWorker, type Service } from "./targets.ts"
import { type Visitor, visit } from "./Visitor.ts"

let browser: Browser
beforeAll(async () => {
  await buildApp()
  browser = await startBrowser()
})
afterAll(() => browser.close())

describe.each([overSqlite, overWorker])("who looks at the console of $name", ({ start }) => {
  let service: Service
  beforeAll(async () => {
    service = await start()
  })
  afterAll(() => service.stop())

  it("needs the operator key, which the page does not keep", async () => {
    const visitor = await visit(browser, service.base)
    const { page } = visitor
    await visitor.open("/tokens")
    await page.getByLabel("Operator key").fill("a wrong key")
    await button(page, "Log in").click()
    await page.getByText("This is not the key of this service.").waitFor()
    await visitor.logIn(operatorKey)
    // The address was kept.
    await page.getByRole("heading", { name: "Tokens" }).waitFor()
    const kept = await page.evaluate(() =>
      JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])
    )
    assert.notInclude(kept, operatorKey)
    assert.strictEqual(await page.evaluate(() => document.cookie), "")
    await button(page, "Log out").click()
    await page.getByLabel("Operator key").waitFor()
    await page.reload()
    await page.getByLabel("Operator key").waitFor()
    await visitor.leave()
  })

  it("logs in again where the session has ended, and sees the same page", async () => {
    const visitor = await visit(browser, service.base)
    const { page } = visitor
    await visitor.open("/tokens")
    await visitor.logIn(operatorKey)
    await page.context().clearCookies()
    const form = page.getByRole("form", { name: "Make a token" })
    await form.getByLabel("Id of the seller").fill(randomUUID())
    await form.getByRole("button", { name: "Make a token" }).click()
    await page.getByText("The session has ended.", { exact: false }).waitFor()
    await visitor.logIn(operatorKey)
    await page.getByRole("heading", { name: "Tokens" }).waitFor()
    assert.strictEqual(page.url(), `${service.base}/console/tokens`)
    await visitor.leave()
  })

  it("sees one seller alone, by a link, in the colours and the language that the link says", async () => {
    const sellerId = randomUUID()
    const link = await service.operator("POST", `/sellers/${sellerId}/portal`, {
      theme: { accent: "#7a1fa2", language: "ru" }
    })
    const { url } = (await link.json()) as { readonly url: string }
    const visitor = await visit(browser, service.base)
    const { page } = visitor
    await page.goto(url)
    await page.getByRole("heading", { name: "Вебхуки", level: 1 }).waitFor()
    assert.notInclude(page.url(), url.split("#")[1]!)
    await visitor.open("/tokens")
    assert.strictEqual(await page.getByText(sellerId).count(), 0)
    await visitor.open(`/sellers/${randomUUID()}/webhooks`)
    await page.getByRole("link", { name: "Создать вебхук" }).click()
    await page.getByLabel("Название", { exact: true }).waitFor()
    const accent = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent"))
    assert.strictEqual(accent.trim(), "#7a1fa2")
    await visitor.leave()
  })

  it("may only look where the link says so", async () => {
    const sellerId = randomUUID()
    const link = await service.operator("POST", `/sellers/${sellerId}/portal`, { readOnly: true })
    const { url } = (await link.json()) as { readonly url: string }
    const visitor = await visit(browser, service.base)
    const { page } = visitor
    await page.goto(url)
    await page.getByText("There are no webhooks").waitFor()
    assert.strictEqual(await page.getByRole("link", { name: "Create webhook" }).count(), 0)
    await page.goto(`${url}x`)
    await page.getByLabel("Operator key").waitFor()
    await visitor.leave()
  })

  it("gets by with the keyboard alone", async () => {
    const visitor = await visit(browser, service.base)
    const { page } = visitor
    await visitor.open("/")
    const tabTo = async (name: string) => {
      // A page that has just been opened takes the focus to its heading.
      await page.getByText(name, { exact: true }).first().waitFor()
      await page.waitForLoadState("networkidle")
      for (let step = 0; step < 40; step++) {
        await page.keyboard.press("Tab")
        const focused = await page.evaluate(() => {
          const element = document.activeElement
          return element instanceof HTMLInputElement ? element.labels?.[0]?.innerText : element?.textContent
        })
        if (focused?.trim() === name) return
      }
      assert.fail(`${name} cannot be reached`)
    }
    await tabTo("Operator key")
    await page.keyboard.type(operatorKey)
    await page.keyboard.press("Enter")
    await page.getByRole("navigation", { name: "Pages", exact: true }).waitFor()
    const sellerId = randomUUID()
    await tabTo("Id of the seller")
    await page.keyboard.type(sellerId)
    await page.keyboard.press("Enter")
    await page.getByText("There are no webhooks").waitFor()
    await tabTo("Create webhook")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Create webhook" }).waitFor()
    await visitor.leave()
  })

  it("reads it in English or Russian", async () => {
    const visitor = await visit(browser, service.base, { locale: "ru-RU" })
    const { page } = visitor
    await visitor.open("/")
    await page.getByLabel("Ключ оператора").waitFor()
    await page.getByRole("combobox").selectOption("en")
    await page.getByLabel("Operator key").waitFor()
    await page.reload()
    await page.getByLabel("Operator key").waitFor()
    assert.strictEqual(await page.evaluate(() => document.documentElement.lang), "en")
    await visitor.leave()
  })
})

const banner = { id: 7, name: "Front page", status: 6, cpm: 300, advert_type: 1, place: 2 }

// The pages are the same files wherever they are served.
describe("every page", () => {
  let service: Service
  let receiver: TestReceiver
  let paths: ReadonlyArray<string>
  beforeAll(async () => {
    service = await overSqlite.start()
    receiver = await startReceiver()
    const sellerId = randomUUID()
    const token = await service.token({ sellerId })
    const response = await service.fetch("/api/v1/webhooks", {
      method: "POST",
      headers: { authorization: token, "content-type": "application/json" },
      body: JSON.stringify({
        name: "Warehouse",
        url: receiver.url,
        subscriptions: [{ scope: "content", event: "card_changed" }],
        enabled: true
      })
    })
    const { id } = (await response.json()) as { id: string }
    receiver.answer = { status: 500, body: "out of order" }
    const payload = { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:00:00Z" }
    const [event] = await service.publish(sellerId, [{ type: "card_changed", scope: "content", payload }])
    await vi.waitFor(() => assert.lengthOf(receiver.events, 1), 60_000)
    const own = ["webhooks", "webhooks/new", `webhooks/${id}`, `webhooks/${id}/edit`, "events", `events/${event!.id}`]
    const put = await service.operator("PUT", `/sellers/${sellerId}/campaigns/1`, {
      name: "Summer",
      type: 8,
      status: 11
    })
    assert.strictEqual(put.status, 204)
    const media = { name: "Sale", brand: "Plank", type: 2, status: 6, extended: { budget: 1000 }, items: [banner] }
    const putMedia = await service.operator("PUT", `/sellers/${sellerId}/media-campaigns/2`, media)
    assert.strictEqual(putMedia.status, 204)
    const ofSeller = ["deliveries", "event-types", "history", "reports", "limits"]
    const others = [...ofSeller, "campaigns", "campaigns/1", "media-campaigns", "media-campaigns/2"]
    paths = [
      "/",
      "/overview",
      "/webhooks",
      "/tokens",
      ...[...own, ...others].map((path) => `/sellers/${sellerId}/${path}`),
      "/nowhere"
    ]
  })
  afterAll(async () => {
    await service.stop()
    await receiver.stop()
  })

  const visitAll = async (visitor: Visitor, look: (path: string) => Promise<void>) => {
    await visitor.open("/")
    await look("the log-in")
    await visitor.logIn(operatorKey)
    for (const path of paths) {
      await visitor.open(path)
      await visitor.page.locator("h1").waitFor()
      // The overview goes on being told.
      if (path === "/overview") await visitor.page.locator("dl.facts").waitFor()
      else await visitor.page.waitForLoadState("networkidle")
      await look(path)
    }
    await visitor.leave()
  }

  it.each(["light", "dark"] as const)("can be used by everybody, where it is %s", async (colorScheme) => {
    const visitor = await visit(browser, service.base, { colorScheme })
    const violations: Array<string> = []
    await visitAll(visitor, async (path) => {
      // What is evaluated by the browser's tools is not under the page's policy.
      await visitor.page.evaluate(axe.source)
      const found = await visitor.page.evaluate(async () => {
        const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run()
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)
      })
      violations.push(...found.map((text) => `${path}: ${text}`))
    })
    assert.deepStrictEqual(violations, [])
  })

  it("fits a telephone, 360 pixels wide", async () => {
    const visitor = await visit(browser, service.base, { viewport: { width: 360, height: 640 } })
    const tooWide: Array<string> = []
    await visitAll(visitor, async (path) => {
      const width = await visitor.page.evaluate(() => document.documentElement.scrollWidth)
      if (width > 360) tooWide.push(`${path}: ${width}`)
    })
    assert.deepStrictEqual(tooWide, [])
  })
})
