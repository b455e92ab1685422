/** Visitors of the console. They have a key or a link. Some use the keyboard alone, another language, dark colours or a telephone. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import axe from "axe-core"
import { randomUUID } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { root } from "../fixtures/snippets.ts"
import { operatorKey } from "../standaloneService.ts"
import { type Furnished, startFurnished } from "./furnished.ts"
import { button, shown } from "./looking.ts"
import { overSqlite, overWorker, type Service } from "./targets.ts"
import { visit } from "./Visitor.ts"
import { useBrowser } from "./useBrowser.ts"

const browser = useBrowser()

describe.each([overSqlite, overWorker])("who looks at the console of $name", ({ start }) => {
  let service: Service
  beforeAll(async () => {
    service = await start()
  })
  afterAll(() => service.stop())

  it("needs the operator key, which the page does not keep", async () => {
    const visitor = await visit(browser(), service.base)
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
    const visitor = await visit(browser(), service.base)
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
    const visitor = await visit(browser(), service.base)
    const { page } = visitor
    await page.goto(url)
    await page.getByRole("heading", { name: "Вебхуки", level: 1 }).waitFor()
    assert.notInclude(page.url(), url.split("#")[1]!)
    await visitor.open("/tokens")
    await shown(page, "tokens")
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
    const visitor = await visit(browser(), service.base)
    const { page } = visitor
    await page.goto(url)
    await page.getByText("There are no webhooks").waitFor()
    assert.strictEqual(await page.getByRole("link", { name: "Create webhook" }).count(), 0)
    await page.goto(`${url}x`)
    await page.getByLabel("Operator key").waitFor()
    await visitor.leave()
  })

  it("gets by with the keyboard alone", async () => {
    const visitor = await visit(browser(), service.base)
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
    const visitor = await visit(browser(), service.base, { locale: "ru-RU" })
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

// The pages are the same files wherever they are served.
describe("every page", () => {
  let furnished: Furnished
  beforeAll(async () => {
    furnished = await startFurnished()
  })
  afterAll(() => furnished.stop())

  /** What is wrong with a page, as axe says it. */
  const violationsOf = async (page: Page): Promise<ReadonlyArray<string>> => {
    // What is evaluated by the browser's tools is not under the page's policy.
    await page.evaluate(axe.source)
    return page.evaluate(async () => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run()
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)
    })
  }

  const problems = { light: [] as Array<string>, dark: [] as Array<string>, tooWide: [] as Array<string> }

  const lookAt = async (page: Page, name: string): Promise<void> => {
    const size = page.viewportSize()!
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme })
      problems[colorScheme].push(...(await violationsOf(page)).map((text) => `${name}: ${text}`))
    }
    await page.setViewportSize({ width: 360, height: 640 })
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (width > 360) problems.tooWide.push(`${name}: ${width}`)
    await page.setViewportSize(size)
  }

  /** Once each page, what an address that leads nowhere shows, and what those without a session see. */
  beforeAll(async () => {
    for (const [base, pages] of Map.groupBy(furnished.pages, ({ base }) => base)) {
      const visitor = await visit(browser(), base)
      await visitor.open("/")
      await shown(visitor.page, "the log-in")
      await lookAt(visitor.page, "the log-in")
      await visitor.logIn(pages[0]!.operatorKey)
      for (const { name, path } of [...pages, { name: "nowhere", path: "/nowhere" }]) {
        await visitor.open(path)
        await shown(visitor.page, name)
        await lookAt(visitor.page, name)
      }
      await visitor.leave()
    }
  })

  it.each(["light", "dark"] as const)("can be used by everybody, where it is %s", (colorScheme) => {
    assert.strictEqual(problems[colorScheme].join("\n"), "")
  })

  it("shows times in the zone of the viewer, and the exact instant beside them", async () => {
    const { base, operatorKey: key, path } = furnished.pages.find(({ name }) => name === "event")!
    const shownIn = async (timezoneId: string) => {
      const visitor = await visit(browser(), base, { timezoneId })
      await visitor.open(path)
      await visitor.logIn(key)
      const time = visitor.page.locator("dd time").first()
      const instant = (await time.getAttribute("title"))!
      const text = await time.innerText()
      await visitor.leave()
      assert.strictEqual(
        text,
        new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium", timeZone: timezoneId }).format(
          new Date(instant)
        )
      )
      return { instant, text }
    }
    const [east, west] = [await shownIn("Asia/Vladivostok"), await shownIn("America/New_York")]
    assert.strictEqual(east.instant, west.instant)
    assert.notStrictEqual(east.text, west.text)
  })

  it("has its picture in the documents", () => {
    const gallery = readFileSync(join(root, "docs", "console", "pages.md"), "utf8")
    for (const { name } of furnished.pages) {
      assert.include(gallery, `(${name}.png)`)
      assert.isTrue(existsSync(join(root, "docs", "console", `${name}.png`)), name)
    }
  })

  it("fits a telephone, 360 pixels wide", () => {
    assert.strictEqual(problems.tooWide.join("\n"), "")
  })
})
