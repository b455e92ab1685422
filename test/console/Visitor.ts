/** Somebody who looks at the console in a browser. */
import { assert } from "@effect/vitest"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"

/** What the browser says of an answer that is no success; the page says it too. */
const isOfAnswer = (text: string): boolean => text.startsWith("Failed to load resource")

export interface Visitor {
  readonly page: Page
  /** Below the console, such as `/tokens`. */
  readonly open: (path: string) => Promise<void>
  readonly logIn: (key: string) => Promise<void>
  /** Fails where the browser complained: a script failed, or its policy kept something out. */
  readonly leave: () => Promise<void>
}

export const visit = async (browser: Browser, base: string, options: BrowserContextOptions = {}): Promise<Visitor> => {
  const context = await browser.newContext({ viewport: { width: 1100, height: 800 }, locale: "en-GB", ...options })
  const page = await context.newPage()
  // A limit for what hangs (test/fixtures/patience.ts).
  page.setDefaultTimeout(150_000)
  const complaints: Array<string> = []
  page.on("pageerror", (error) => complaints.push(String(error.stack)))
  page.on("dialog", (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on("console", (message) => {
    if (message.type() === "error" && !isOfAnswer(message.text())) complaints.push(message.text())
  })
  page.on("request", (request) => {
    const url = request.url()
    if (!url.startsWith(base) && !url.startsWith("data:")) complaints.push(`a request to ${url}`)
  })
  return {
    page,
    open: async (path) => void (await page.goto(`${base}/console${path}`)),
    logIn: async (key) => {
      await page.getByLabel("Operator key").fill(key)
      await page.getByRole("button", { name: "Log in" }).click()
      await page.getByRole("navigation", { name: "Pages", exact: true }).waitFor()
    },
    leave: async () => {
      await context.close()
      assert.strictEqual(complaints.join("\n"), "")
    }
  }
}
