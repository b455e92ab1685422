/** The console where not all goes well, or fast: a service that is away, too many requests, a slow machine, time that is moved. */
import { afterEach, assert, describe, it } from "@effect/vitest"
import { Limits } from "@sellerkit/core"
import { defaultLimits } from "@sellerkit/core/service"
import { Effect, Layer, Record } from "effect"
import { randomUUID } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect } from "vitest"
import { freePort } from "../fixtures/freePort.ts"
import { operatorKey, sqliteInMemory, startStandalone } from "../standaloneService.ts"
import { startSandbox } from "./sandbox.ts"
import { type Visitor, visit } from "./Visitor.ts"
import { useBrowser } from "./useBrowser.ts"

const browser = useBrowser()

const atEnd: Array<() => unknown> = []
afterEach(async () => {
  for (const end of atEnd.splice(0).toReversed()) await end()
})

const enter = async (base: string, path: string, key = operatorKey): Promise<Visitor> => {
  const visitor = await visit(browser(), base)
  await visitor.open(path)
  await visitor.logIn(key)
  return visitor
}

/** Spent by one request, and long enough in coming back for any machine. */
const slowBudgets = Record.map(defaultLimits, () => ({ permits: 1, window: "15 seconds" as const }))

describe("a page", () => {
  it("says that the service is away, and goes on by itself when it is back", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sellerkit-console-"))
    atEnd.push(() => rmSync(folder, { recursive: true }))
    const database = Effect.succeed({ kind: "sqlite", file: join(folder, "sellerkit.db") } as const)
    const port = await freePort()
    const first = await startStandalone(database, { port })
    const { open, page, leave } = await enter(first.base, "/")
    const sellerId = randomUUID()
    await open(`/sellers/${sellerId}/webhooks`)
    await page.getByText("There are no webhooks").waitFor()
    await first.stop()
    await page.getByText("The service cannot be reached").waitFor()
    // What was there stays there.
    assert.isTrue(await page.getByText("There are no webhooks").isVisible())
    const second = await startStandalone(database, { port })
    atEnd.push(() => second.stop())
    await expect.poll(() => page.getByText("The service cannot be reached").count(), { interval: 500 }).toBe(0)
    assert.isTrue(await page.getByText("There are no webhooks").isVisible())
    await leave()
  })

  it("says that it has asked too often, and waits as it is told", async () => {
    const service = await startStandalone(sqliteInMemory, {}, Layer.succeed(Limits, slowBudgets))
    atEnd.push(() => service.stop())
    const sellerId = randomUUID()
    const { open, page, leave } = await enter(service.base, "/")
    const token = await service.token({ sellerId })
    const { status } = await service.fetch("/api/v1/history", { headers: { authorization: token } })
    assert.strictEqual(status, 200)
    await open(`/sellers/${sellerId}/history`)
    await page.getByText("Too many requests").waitFor()
    await page.getByText("Nothing has been changed").waitFor()
    assert.strictEqual(await page.getByText("Too many requests").count(), 0)
    await leave()
  })

  it("shows an answer that comes late, and what it is meanwhile", async () => {
    const service = await startStandalone(sqliteInMemory)
    atEnd.push(() => service.stop())
    const { open, page, leave } = await enter(service.base, "/")
    const isAsked = Promise.withResolvers<void>()
    const mayAnswer = Promise.withResolvers<void>()
    const sellerId = randomUUID()
    await page.route(`**/operator/v1/sellers/${sellerId}/webhooks*`, async (route) => {
      isAsked.resolve()
      await mayAnswer.promise
      return route.continue()
    })
    await open(`/sellers/${sellerId}/webhooks`)
    await isAsked.promise
    await page.getByText("Loading …").waitFor()
    mayAnswer.resolve()
    await page.getByText("There are no webhooks").waitFor()
    assert.strictEqual(await page.getByText("Loading …").count(), 0)
    await leave()
  })

  it("shows that an answer is none of the service", async () => {
    const service = await startStandalone(sqliteInMemory)
    atEnd.push(() => service.stop())
    const { open, page, leave } = await enter(service.base, "/")
    const answers: Array<object> = [
      { status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1><script>alert(1)</script>" },
      { status: 200, contentType: "text/html", body: "<h1>Log in to the network</h1>" }
    ]
    const sellerId = randomUUID()
    // Of this page alone: the overview goes on asking until it is left.
    await page.route(`**/operator/v1/sellers/${sellerId}/webhooks*`, async (route) => {
      const answer = answers.shift()
      return answer === undefined ? route.continue() : route.fulfill(answer)
    })
    await open(`/sellers/${sellerId}/webhooks`)
    await page.getByText("The service failed (502)").waitFor()
    await page.getByText("There are no webhooks").waitFor()
    assert.strictEqual(await page.getByText("The service failed").count(), 0)
    await leave()
  })

  it("goes on by itself after such an answer on a page that reads the text of it", async () => {
    const service = await startStandalone(sqliteInMemory)
    atEnd.push(() => service.stop())
    const { open, page, leave } = await enter(service.base, "/")
    const path = `/sellers/${randomUUID()}/events/${randomUUID()}`
    let isFirst = true
    await page.route(`**/operator/v1${path}*`, async (route) => {
      if (!isFirst) return route.continue()
      isFirst = false
      return route.fulfill({ status: 200, contentType: "text/html", body: "<h1>Log in to the network</h1>" })
    })
    await open(path)
    await page.getByText("The service failed").waitFor()
    await page.getByText("There is no such thing").waitFor()
    assert.strictEqual(await page.getByText("The service failed").count(), 0)
    await leave()
  })

  it("can be used soon, although the processor is slow", async () => {
    const service = await startStandalone(sqliteInMemory)
    atEnd.push(() => service.stop())
    const times: Array<number> = []
    // The least of some: what else the machine does is not the page's.
    for (let round = 0; round < 5; round++) {
      const visitor = await visit(browser(), service.base)
      const session = await visitor.page.context().newCDPSession(visitor.page)
      await session.send("Emulation.setCPUThrottlingRate", { rate: 4 })
      await visitor.open("/")
      await visitor.page.getByLabel("Operator key").waitFor()
      times.push(
        await visitor.page.evaluate(
          () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? performance.now()
        )
      )
      await visitor.leave()
    }
    assert.isBelow(Math.min(...times), 1000)
  })
})

describe("the clock of a sandbox", () => {
  it("is shown, and moved, without logging anybody out", async () => {
    const sandbox = await startSandbox()
    atEnd.push(() => sandbox.stop())
    assert.strictEqual(sandbox.console, `${sandbox.base}/console`)
    const { page, leave } = await enter(sandbox.base, "/clock", sandbox.operatorKey)
    const now = page.getByRole("status").locator("time")
    assert.strictEqual(await now.getAttribute("datetime"), "2026-01-15T09:00:00.000Z")
    await page.getByRole("button", { name: "+1 hour" }).click()
    await expect.poll(() => now.getAttribute("datetime")).toMatch(/^2026-01-15T10:00:00/)
    await page.getByLabel("How much time").fill("30 days")
    await page.getByRole("button", { name: "Let time pass" }).click()
    await expect.poll(() => now.getAttribute("datetime")).toMatch(/^2026-02-14T10:00:00/)
    await page.getByLabel("How much time").fill("a while")
    await page.getByRole("button", { name: "Let time pass" }).click()
    await page.getByText("Expected a duration of at most 366 days", { exact: false }).first().waitFor()
    await page.getByRole("link", { name: "Tokens" }).click()
    await page.getByRole("heading", { name: "Tokens" }).waitFor()
    await leave()
  })
})
