/** Somebody who looks at the console in a real browser, and how long that takes. */
import { buildApp } from "../../packages/console/build/app.ts"
import { startBrowser } from "../../test/console/chromium.ts"
import { serveCommands } from "../harness/childProcess.ts"
import type { Service } from "./deliverySystem.ts"

type Browser = Awaited<ReturnType<typeof startBrowser>>
type Page = Awaited<ReturnType<Browser["newPage"]>>

let browser: Browser | undefined
let page: Page
let service: Service

export interface Shown {
  /** What the page asked for: an address of the console. */
  readonly asked: string
  /** Milliseconds until its answer had come, and until it was on the screen. */
  readonly answered: number
  readonly shown: number
}

export interface Followed {
  /** Milliseconds for which the page did nothing else, at most. */
  readonly longest: number
  /** How often it showed something else. */
  readonly changes: number
}

interface Wanted {
  /** Below the console. */
  readonly path: string
  /** The last part of the path of what the page asks for, such as `events`. */
  readonly asks: string
}

/** What the page keeps between two questions. */
declare const Frames: { readonly read: () => Followed }

/** In the page. */
const show = async ({ address, asks, away }: Readonly<Record<"address" | "asks" | "away", string>>): Promise<Shown> => {
  const patience = 30_000
  const giveUpAt = performance.now() + patience
  const frame = async (): Promise<void> => {
    if (performance.now() > giveUpAt)
      throw new Error(`The page shows neither rows nor that there are none: ${document.body.innerText}`)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  }
  const go = (to: string) => {
    history.pushState(null, "", to)
    dispatchEvent(new PopStateEvent("popstate"))
  }
  const isThere = () => document.querySelector("tbody tr, .empty") !== null
  go(away)
  while (isThere()) await frame()
  performance.clearResourceTimings()
  const begunAt = performance.now()
  go(address)
  while (!isThere()) await frame()
  const shown = performance.now() - begunAt
  const entries = performance.getEntries().filter((entry) => entry instanceof PerformanceResourceTiming)
  const entry = entries.findLast(({ name }) => new URL(name).pathname.endsWith(`/${asks}`))
  if (entry === undefined)
    throw new Error(`The page asked for no ${asks}: ${entries.map(({ name }) => name).join(" ")}`)
  const { pathname, search } = new URL(entry.name)
  return { asked: pathname + search, answered: entry.responseEnd - begunAt, shown }
}

/** In the page: notes what it does from now on. */
const record = (): void => {
  let changes = 0
  let longest = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration)
  }).observe({ entryTypes: ["longtask"] })
  new MutationObserver(() => changes++).observe(document.querySelector("tbody")!, { childList: true })
  Object.assign(globalThis, { Frames: { read: (): Followed => ({ longest, changes }) } })
}

const commands = {
  /** Logs in. */
  open: async (given: Service): Promise<void> => {
    await buildApp()
    service = given
    browser = await startBrowser()
    page = await browser.newPage()
    await page.goto(`${service.url}/console/sellers`)
    await page.getByLabel("Operator key").fill(service.operatorKey)
    await page.getByRole("button", { name: "Log in" }).click()
    await page.getByRole("navigation", { name: "Pages", exact: true }).waitFor()
  },
  show: ({ asks, path }: Wanted): Promise<Shown> =>
    page.evaluate(show, { address: `/console${path}`, asks, away: "/console/tokens" }),
  /** Follows the deliveries of a seller, which has some. */
  follow: async (sellerId: string): Promise<void> => {
    await page.goto(`${service.url}/console/sellers/${sellerId}/deliveries?follow=true`)
    await page.locator("tbody tr").first().waitFor()
    await page.evaluate(record)
  },
  unfollow: async (): Promise<Followed> => {
    const followed = await page.evaluate(() => Frames.read())
    await page.goto(`${service.url}/console/tokens`)
    return followed
  }
}
export type Viewer = typeof commands

serveCommands(commands, async () => browser?.close())
