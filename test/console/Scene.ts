/** A service with a console, a receiver, and for each story a seller of its own and the operator in a browser. */
import { afterAll, afterEach, beforeAll, beforeEach } from "@effect/vitest"
import { randomUUID } from "node:crypto"
import type { Browser, BrowserContextOptions } from "playwright-core"
import { expect } from "vitest"
import { operatorKey } from "../standaloneService.ts"
import { startReceiver, type TestReceiver } from "./receiver.ts"
import type { ConsoleTarget, Service } from "./targets.ts"
import { type Visitor, visit } from "./Visitor.ts"

export const webhook = {
  name: "Warehouse",
  subscriptions: [{ scope: "content", event: "card_changed" }],
  enabled: true
}

interface Scene {
  service: Service
  receiver: TestReceiver
  visitor: Visitor
  sellerId: string
  token: string
}

/** For a `describe`: its stories share the service, and have all else for themselves. */
export const useScene = ({ start }: ConsoleTarget, browser: () => Browser) => {
  const scene = {} as Scene
  let session: NonNullable<BrowserContextOptions["storageState"]>

  beforeAll(async () => {
    scene.service = await start()
    scene.receiver = await startReceiver()
    const first = await visit(browser(), scene.service.base)
    await first.open("/")
    await first.logIn(operatorKey)
    session = await first.page.context().storageState()
    await first.leave()
  })
  afterAll(async () => {
    await scene.service.stop()
    await scene.receiver.stop()
  })
  beforeEach(async () => {
    scene.sellerId = randomUUID()
    scene.token = await scene.service.token({ sellerId: scene.sellerId })
    scene.receiver.events.length = 0
    scene.receiver.answer = { status: 200 }
    scene.visitor = await visit(browser(), scene.service.base, { storageState: session })
  })
  afterEach(async ({ task }) => {
    const { leave, page } = scene.visitor
    if (task.result?.state === "fail") {
      const said = await page.innerText("body", { timeout: 5000 }).catch(String)
      console.error(`${task.name}: ${page.url()} said\n${said}`)
    }
    await leave()
  })

  const seller = async (method: string, path: string, body?: unknown): Promise<any> => {
    const response = await scene.service.fetch(path, {
      method,
      headers: { authorization: scene.token, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    const text = await response.text()
    return text === "" ? undefined : JSON.parse(text)
  }

  const operator = async (path: string): Promise<any> => (await scene.service.operator("GET", path)).json()

  return {
    scene,
    seller,
    operator,
    createWebhook: (given: object = {}) =>
      seller("POST", "/api/v1/webhooks", { ...webhook, url: scene.receiver.url, ...given }),
    publish: async (payload: object = { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:00:00Z" }) => {
      const [event] = await scene.service.publish(scene.sellerId, [{ type: "card_changed", scope: "content", payload }])
      return event!
    },
    /** So many events have come to the receiver. What became of the last request may not be recorded yet. */
    delivered: (number: number) => expect.poll(() => scene.receiver.events.length).toBe(number),
    /** So many requests to receivers are recorded. */
    recorded: (number: number) =>
      expect
        .poll(async () => (await operator(`/sellers/${scene.sellerId}/deliveries`)).deliveries.length)
        .toBeGreaterThanOrEqual(number)
  }
}
