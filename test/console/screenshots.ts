/** Takes the pictures of docs/console.md and docs/console/pages.md, one of each page: `npm run screenshots`. */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { buildApp } from "../../packages/console/build/app.ts"
import { startBrowser } from "./chromium.ts"
import { startFurnished } from "./furnished.ts"
import { shown } from "./looking.ts"
import { visit } from "./Visitor.ts"

const folder = join(import.meta.dirname, "..", "..", "docs", "console")

/** Pages whose pictures are dark. */
const dark = new Set(["overview", "deliveries", "clock"])

/** Pages of which what matters is further down. */
const charts = new Set(["campaign", "mediaCampaign"])

await buildApp()
const [browser, furnished] = await Promise.all([startBrowser(), startFurnished()])
const looked = new AbortController()
const publishing = (async () => {
  while (!looked.signal.aborted) {
    await furnished.publishElsewhere()
    await setTimeout(100)
  }
})()
try {
  mkdirSync(folder, { recursive: true })
  for (const { base, name, operatorKey, path } of furnished.pages) {
    const visitor = await visit(browser, base, {
      colorScheme: dark.has(name) ? "dark" : "light",
      viewport: { width: 1000, height: 640 }
    })
    const { page } = visitor
    await visitor.open(path)
    // What is at home is what everybody sees first.
    if (name !== "home") {
      await visitor.logIn(operatorKey)
      await shown(page, name)
    }
    if (name === "overview") {
      // After some samples there is something to draw.
      await setTimeout(70_000)
      await page.locator("canvas").first().waitFor()
    }
    if (charts.has(name)) await page.locator("canvas").first().scrollIntoViewIfNeeded()
    const file = join(folder, `${name}.png`)
    await page.screenshot({ path: file })
    console.log(file)
    await visitor.leave()
  }
} finally {
  looked.abort()
  await publishing
  await Promise.all([browser.close(), furnished.stop()])
}
