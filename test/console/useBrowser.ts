/** For a file of tests: a browser, and the application as it is now. */
import { afterAll, beforeAll } from "@effect/vitest"
import type { Browser } from "playwright-core"
import { buildApp } from "../../packages/console/build/app.ts"
import { startBrowser } from "./chromium.ts"

export const useBrowser = (): (() => Browser) => {
  let browser: Browser
  beforeAll(async () => {
    await buildApp()
    browser = await startBrowser()
  })
  afterAll(() => browser.close())
  return () => browser
}
