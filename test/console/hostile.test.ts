/** Whatever sellers and receivers write: the console shows it, and executes none of it. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { propertyRuns } from "@sellerkit/testing"
import { Arbitrary, Duration, Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"
import type { Browser, BrowserContextOptions } from "playwright-core"
import { vi } from "vitest"
import { buildApp } from "../../packages/console/build/app.ts"
import { operatorKey, sqliteInMemory, startStandalone } from "../standaloneService.ts"
import { startBrowser } from "./chromium.ts"
import { startReceiver, type TestReceiver } from "./receiver.ts"
import { visit } from "./Visitor.ts"

/** What is code in one place or another, or ends a place in which it is none. */
const Piece = Schema.Literals([
  "<img src=x onerror=alert(1)>",
  "<script>alert(1)</script>",
  "<svg onload=alert(1)>",
  "<iframe srcdoc='<script>alert(1)</script>'>",
  '"><b onmouseover=alert(1)>',
  "' autofocus onfocus=alert(1) x='",
  "</title></textarea></style>",
  "javascript:alert(1)",
  "${alert(1)}{{alert(1)}}",
  "&lt;i&gt;&#106;",
  "\u202e😀я"
])
const HostileText = Arbitrary.map(
  Arbitrary.array(Arbitrary.schema(Piece), { minLength: 1, maxLength: 2 }),
  (pieces) => `x${pieces.join("")}x`
)

let browser: Browser
let service: Awaited<ReturnType<typeof startStandalone>>
let receiver: TestReceiver
let session: NonNullable<BrowserContextOptions["storageState"]>

beforeAll(async () => {
  await buildApp()
  browser = await startBrowser()
  service = await startStandalone(sqliteInMemory, { reportRefresh: Duration.millis(100) })
  receiver = await startReceiver()
  const visitor = await visit(browser, service.base)
  await visitor.open("/")
  await visitor.logIn(operatorKey)
  session = await visitor.page.context().storageState()
  await visitor.leave()
})
afterAll(async () => {
  await Promise.all([browser.close(), service.stop(), receiver.stop()])
})

const succeeded = async (response: Response): Promise<any> => {
  const text = await response.text()
  assert.isTrue(response.ok, text)
  return text === "" ? undefined : JSON.parse(text)
}

/** A seller in whose fields the text stands wherever it can, and the pages that show it. */
const sellerWith = async (text: string): Promise<ReadonlyArray<string>> => {
  const sellerId = randomUUID()
  const token = await service.token({ sellerId })
  const webhook = {
    name: text,
    url: `${receiver.url}?q=${encodeURIComponent(text)}`,
    subscriptions: [{ scope: "content", event: "card_changed" }],
    enabled: true
  }
  const headers = { authorization: token, "content-type": "application/json" }
  const body = JSON.stringify(webhook)
  const { id } = await succeeded(await service.fetch("/api/v1/webhooks", { method: "POST", headers, body }))
  const before = receiver.events.length
  const payload = { nmID: 1, vendorCode: text, updatedAt: "2026-01-15T09:00:00Z", [text]: text }
  const [event] = await service.publish(sellerId, [{ type: "card_changed", scope: "content", payload }])
  await vi.waitFor(() => assert.isAbove(receiver.events.length, before))
  const put = async (path: string, given: object) =>
    succeeded(await service.operator("PUT", `/sellers/${sellerId}/${path}`, given))
  await put("campaigns/1", { name: text, type: 8, status: 11 })
  const banner = { id: 7, name: text, status: 6, cpm: 300, advert_type: 1, url: text, subject_name: text }
  const extended = { budget: 1000, reason: text }
  await put("media-campaigns/2", { name: text, brand: text, type: 2, status: 6, items: [banner], extended })
  const pages = ["webhooks", `webhooks/${id}`, `webhooks/${id}/edit`, "events", `events/${event!.id}`, "deliveries"]
  const others = ["history", "campaigns", "campaigns/1", "media-campaigns", "media-campaigns/2"]
  return [...pages, ...others].map((page) => `/sellers/${sellerId}/${page}`)
}

/** Pages on which people read the text itself. */
const shows = /\/(webhooks|webhooks\/[^/]+|events\/.*|campaigns|campaigns\/1|media-campaigns|media-campaigns\/2)$/

describe("hostile texts", () => {
  it.effect.prop(
    "are shown, and nothing in them is executed",
    [HostileText],
    ([text]) =>
      Effect.promise(async () => {
        receiver.answer = { status: 400, body: text }
        const paths = await sellerWith(text)
        const visitor = await visit(browser, service.base, { storageState: session })
        const { page } = visitor
        for (const path of paths) {
          await visitor.open(path)
          await page.locator("h1").waitFor()
          await page.waitForLoadState("networkidle")
          const made = "main :is(img, script, iframe, b[onmouseover], [onfocus], [srcdoc], a[href^='javascript:' i])"
          assert.strictEqual(await page.locator(made).count(), 0, path)
          if (!shows.test(path)) continue
          const read = await page.locator("main").textContent()
          // A payload is shown as JSON.
          assert.isTrue(read!.includes(text) || read!.includes(JSON.stringify(text).slice(1, -1)), `${path}: ${read}`)
        }
        // Fails where a dialog was opened, where a script failed, and where the policy had to keep something out.
        await visitor.leave()
      }),
    { timeout: 170_000, arbitrary: propertyRuns(4, 10) }
  )
})
