/**
 * The main job, as a newcomer does it: the service is started as `npm start` starts it, a receiver runs as a process of
 * its own, a webhook is created over HTTP, events are published, and what arrives is compared byte for byte.
 */
import { publishedCatalog } from "@sellerkit/core"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { vi } from "vitest"
import { freePort } from "./fixtures/freePort.ts"
import { type RunningProcess, startProcess } from "./fixtures/runningProcess.ts"

const root = join(import.meta.dirname, "..")
const entry = "packages/standalone/src/main.ts"

const run = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}): RunningProcess =>
  startProcess(args, { cwd: root, env: { ...process.env, NO_COLOR: "1", ...env } })

/** One event of each published type, with the payload as text whose every byte has to arrive. */
const events = [
  { scope: "contentanalytics", type: "report_generation_complete", change: (text: string) => text },
  {
    scope: "content",
    type: "card_creation_error",
    change: (text: string) => JSON.stringify(JSON.parse(text), null, 2)
  },
  {
    scope: "content",
    type: "card_changed",
    change: (text: string) => text.replace("}", ',"price":19.90,"big":12345678901234567890}')
  },
  {
    scope: "questionsandfeedback",
    type: "feedback_updated",
    change: (text: string) => text.replace("Fits well", "Подошло \\u2705 ✅")
  }
].map(({ change, scope, type }) => ({
  scope,
  type,
  payload: change(JSON.stringify(publishedCatalog.find(scope, type)!.eventType.example))
}))

describe("the main job", () => {
  let data: string
  let env: Readonly<Record<string, string>>
  let service: RunningProcess
  let receiver: RunningProcess
  let started: { readonly api: string; readonly token: string; readonly operatorKey: string; readonly sellerId: string }
  let receiverUrl: string

  // The production way of installing is skipped: what the test runs with is installed already.
  const startService = async () => {
    service = run(["scripts/toolchain.mjs", entry, "serve", "--json"], env)
    started = JSON.parse(await service.next((line) => line.startsWith("{")))
  }
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: started.token, "content-type": "application/json", ...init.headers }
    const response = await fetch(`${started.api}${path}`, { ...init, headers })
    const text = await response.text()
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) }
  }
  const operator = (path: string, body: string) =>
    call(`/operator/v1${path}`, { method: "POST", body, headers: { authorization: `Bearer ${started.operatorKey}` } })

  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), "sellerkit-"))
    env = { PORT: String(await freePort()), SELLERKIT_DATA: data }
    await startService()
    const port = await freePort()
    receiver = run([join(root, "test", "fixtures", "receiver.ts"), String(port)])
    receiverUrl = await receiver.next((line) => line.startsWith("http://"))
  })

  afterAll(async () => {
    await Promise.all([service.stop(), receiver.stop()])
    rmSync(data, { recursive: true })
  })

  let webhook: { readonly id: string; readonly secret: string }
  let published: ReadonlyArray<{ readonly id: string; readonly idempotencyKey: string; readonly deliveries: number }>

  it("keeps its keys and its database to its owner", () => {
    for (const file of ["development.json", "sellerkit.db"]) {
      assert.strictEqual(statSync(join(data, file)).mode & 0o777, 0o600, file)
    }
  })

  it("creates a webhook over HTTP", async () => {
    const { body, status } = await call("/api/v1/webhooks", {
      method: "POST",
      body: JSON.stringify({
        enabled: true,
        name: "Main job",
        url: `${receiverUrl}/hook?from=sellerkit`,
        subscriptions: events.map(({ scope, type }) => ({ scope, event: type }))
      })
    })
    assert.strictEqual(status, 200, JSON.stringify(body))
    webhook = body
  })

  it("takes one event of each type", async () => {
    const given = events.map(
      ({ payload, scope, type }, index) =>
        `{"scope":"${scope}","type":"${type}","payload":${payload},"time":"2026-01-15T09:30:0${index}.125Z","idempotencyKey":"main-${index}"}`
    )
    const { body, status } = await operator(
      "/events",
      `{"sellerId":"${started.sellerId}","events":[${given.join(",")}]}`
    )
    assert.strictEqual(status, 202, JSON.stringify(body))
    published = body.events
    assert.deepStrictEqual(
      published.map(({ deliveries, idempotencyKey }) => [idempotencyKey, deliveries]),
      events.map((_, index) => [`main-${index}`, 1])
    )
  })

  it("delivers them to the receiver, byte for byte", async () => {
    const arrived = JSON.parse(await receiver.next((line) => line.startsWith("{")))
    assert.deepInclude(arrived, { method: "POST", path: "/hook?from=sellerkit" })
    assert.strictEqual(arrived.headers.authorization, webhook.secret)
    assert.strictEqual(arrived.headers["content-type"], "application/json")
    const { requestId } = JSON.parse(arrived.body)
    const expected = events.map(
      ({ payload, scope, type }, index) =>
        `{"id":"${published[index]!.id}","idempotencyKey":"main-${index}","time":"2026-01-15T09:30:0${index}.125Z",` +
        `"type":"${type}","scope":"${scope}","test":false,"payload":${payload}}`
    )
    assert.strictEqual(
      arrived.body,
      `{"sellerId":"${started.sellerId}","requestId":"${requestId}","events":[${expected.join(",")}]}`
    )
  })

  const history = async () => {
    const deliveries = await call("/api/v1/deliveries")
    const changes = await call("/api/v1/history")
    const seen = await call("/api/v1/events")
    const webhooks = await call("/api/v1/webhooks")
    return [deliveries, changes, seen, webhooks].map(({ body, status }) => ({ status, body }))
  }
  let before: Awaited<ReturnType<typeof history>>

  it("shows it in the histories", async () => {
    before = await vi.waitFor(async () => {
      const shown = await history()
      assert.isNotEmpty(shown[0]!.body.deliveries, "the delivery is recorded after the receiver has answered")
      return shown
    })
    const [deliveries, changes, seen] = before.map(({ body }) => body)
    assert.strictEqual(deliveries.deliveries.length, 1, "they travelled together")
    assert.deepInclude(deliveries.deliveries[0], { webhookId: webhook.id, success: true, responseCode: 200 })
    assert.deepInclude(changes.history[0], { action: "createWebhook", source: "api", ip: "127.0.0.1" })
    assert.deepStrictEqual(
      seen.events.map(({ idempotencyKey, type }: any) => [idempotencyKey, type]),
      events.map(({ type }, index) => [`main-${index}`, type]).toReversed()
    )
    const fate = await call(`/operator/v1/sellers/${started.sellerId}/events/${published[0]!.id}`, {
      headers: { authorization: `Bearer ${started.operatorKey}` }
    })
    assert.deepStrictEqual(fate.body.webhooks, [{ webhookId: webhook.id, fate: "delivered", attempts: 1 }])
  })

  it("keeps everything over a restart", async () => {
    const { token, ...facts } = started
    assert.strictEqual(await service.stop(), 0, "it stops in order")
    await startService()
    const { token: _another, ...same } = started
    assert.deepStrictEqual(same, facts)
    started = { ...started, token }
    assert.deepStrictEqual(await history(), before)
  })

  it("takes a repeated publication for what it is", async () => {
    const { payload, scope, type } = events[2]!
    const given = `{"scope":"${scope}","type":"${type}","payload":${payload},"idempotencyKey":"main-2"}`
    const { body } = await operator("/events", `{"sellerId":"${started.sellerId}","events":[${given}]}`)
    assert.deepStrictEqual(body.events, [published[2]])
    const other = given.replace("19.90", "19.91")
    const conflict = await operator("/events", `{"sellerId":"${started.sellerId}","events":[${other}]}`)
    assert.strictEqual(conflict.status, 409)
    assert.strictEqual(receiver.lines.filter((line) => line.startsWith("{")).length, 1)
  })
})
