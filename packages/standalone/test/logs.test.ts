/** What the log says of requests and deliveries: enough to find them, and nothing that is secret. */
import { assert, describe, it } from "@effect/vitest"
import { Duration } from "effect"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { DatabaseSync } from "node:sqlite"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { vi } from "vitest"
import { operatorKey, type RunningService, startService, tokenSecret } from "./runningService.ts"

interface Line {
  readonly message: string
  readonly annotations: Readonly<Record<string, string>>
}

const linesOf = ({ logLines }: RunningService): ReadonlyArray<Line> => logLines.map((line) => JSON.parse(line))

const allLines = ({ developmentLog, logLines }: RunningService): string => [...logLines, ...developmentLog].join("\n")

const find = (service: RunningService, start: string): Line | undefined =>
  linesOf(service).find(({ message }) => String(message).startsWith(start))

const startReceiver = async (status: number) => {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(status).end()
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/path-hunter2?key=query-hunter2`, stop: () => server.close() }
}

const subscriptions = [{ scope: "content", event: "card_changed" }]
const webhook = (url: string) => ({ enabled: true, name: "Cards", url, subscriptions })

const event = {
  scope: "content",
  type: "card_changed",
  payload: { nmID: 1, vendorCode: "payload-hunter2", updatedAt: "2026-01-15T09:30:00Z" }
}

const newSeller = async (service: RunningService) => {
  const sellerId = crypto.randomUUID()
  const { body } = await service.operator("POST", "/tokens", { sellerId, type: "base", categories: ["content"] })
  return { sellerId, token: body.token as string, headers: { authorization: body.token as string } }
}

/** Everything that a log line could be about, on a database that breaks in the end. */
const live = async (service: RunningService, file: string) => {
  const [well, ill, gone] = [await startReceiver(200), await startReceiver(500), await startReceiver(410)]
  const { headers, sellerId, token } = await newSeller(service)
  const secrets: Array<string> = [token]
  const ids: Array<string> = []
  const refused = "http://10.0.0.1/hook?key=query-hunter2"
  for (const url of [well.url, ill.url, gone.url, refused, "http://nowhere.invalid/?key=query-hunter2"]) {
    const { body, status } = await service.call("POST", "/api/v1/webhooks?a=query-hunter2", webhook(url), headers)
    assert.strictEqual(status, 200, JSON.stringify(body))
    secrets.push(body.secret)
    ids.push(body.id)
  }
  await service.call("POST", "/api/v1/webhooks/check", { url: refused }, headers)
  await service.call("POST", "/api/v1/webhooks", webhook("https://user:password-hunter2@receiver.example/"), headers)
  await service.call("POST", "/api/v1/webhooks", "{ body-hunter2", headers)
  await service.call("GET", "/api/v1/webhooks?order=query-hunter2", undefined, {
    authorization: "Bearer token-hunter2"
  })
  await service.call("GET", "/metrics?key=query-hunter2", undefined, { authorization: "Bearer key-hunter2" })
  await service.call("GET", "/nowhere/path-hunter2?key=query-hunter2", undefined, headers)
  await service.operator("POST", "/events", { sellerId, events: [event, { ...event, type: "type-hunter2" }] })
  await service.operator("POST", "/events", { sellerId, events: [event] })
  await vi.waitFor(() => assert.isDefined(find(service, "Disabled a webhook")))
  // The service may be writing.
  const database = new DatabaseSync(file, { timeout: 60_000 })
  database.exec("drop table subscription; drop table webhook; drop table lane")
  database.close()
  const requestId = "the-request-that-fails"
  const failed = await service.call("GET", `/api/v1/webhooks/${ids[0]}?key=query-hunter2`, undefined, {
    ...headers,
    "x-request-id": requestId
  })
  assert.strictEqual(failed.status, 500)
  await service.operator("POST", "/events", { sellerId, events: [event] })
  await vi.waitFor(() => assert.isDefined(find(service, "The dispatcher could not go on")))
  for (const receiver of [well, ill, gone]) receiver.stop()
  return { ids, requestId, secrets, sellerId }
}

describe("the log", () => {
  it("names what it is about, and holds no secret, no token, no payload, and no URL", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sellerkit-logs-"))
    const file = join(folder, "sellerkit.db")
    // Without keys, so that secrets go where they are stored as they are.
    const service = await startService(
      { database: { kind: "sqlite", file }, secretKeys: [] },
      { stopWithin: Duration.zero }
    )
    try {
      const { ids, requestId, secrets, sellerId } = await live(service, file)
      const all = allLines(service)
      for (const secret of [...secrets, operatorKey, tokenSecret, "hunter2", "10.0.0.1", "nowhere.invalid"]) {
        assert.notInclude(all, secret)
      }
      const failed = linesOf(service).find(({ annotations }) => annotations["requestId"] === requestId)!
      assert.deepInclude(failed.annotations, { origin: "webhooks.get", sellerId, webhookId: ids[0]! })
      const disabled = find(service, "Disabled a webhook")!
      assert.deepInclude(disabled.annotations, { sellerId, webhookId: ids[2]! })
      assert.strictEqual(find(service, "The operator interface refused")!.annotations["origin"], "metrics.scrape")
      for (const { annotations, message } of linesOf(service)) {
        if (/request failed|refused a call/.test(message)) assert.property(annotations, "requestId", message)
      }
      const publication = linesOf(service).find(({ annotations }) => annotations["origin"] === "events.publish")!
      assert.strictEqual(publication.annotations["sellerId"], sellerId)
    } finally {
      await service.stop()
      rmSync(folder, { recursive: true })
    }
  })

  it("has no line about what does not exist", async () => {
    const service = await startService()
    const [sellerId, id] = [crypto.randomUUID(), crypto.randomUUID()]
    try {
      const { headers } = await newSeller(service)
      const answers = [
        await service.operator("GET", `/sellers/${sellerId}/resends/${id}`),
        await service.operator("POST", `/sellers/${sellerId}/resends/${id}/cancel`),
        await service.operator("POST", `/sellers/${sellerId}/deliveries/${id}/resend`),
        await service.operator("POST", `/sellers/${sellerId}/webhooks/${id}/resend`, { since: "2026-01-15T00:00:00Z" }),
        await service.operator("GET", `/sellers/${sellerId}/events/${id}`),
        await service.call("GET", `/api/v1/webhooks/${id}`, undefined, headers),
        await service.call("GET", "/nowhere")
      ]
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        answers.map(() => 404)
      )
      assert.deepStrictEqual(service.logged, [])
    } finally {
      await service.stop()
    }
  })

  it("does not show the URL of a key set that cannot be loaded, which may hold a key", async () => {
    const keys = await startReceiver(500)
    const service = await startService({ tokenKey: { kind: "keySetUrl", url: new URL(keys.url) } })
    const token = "eyJhbGciOiJFUzI1NiIsImtpZCI6ImEifQ.eyJzaWduYXR1cmUiOiJodW50ZXIyIn0.token-hunter2"
    try {
      const { status } = await service.call("GET", "/api/v1/webhooks", undefined, { authorization: token })
      assert.strictEqual(status, 503)
      assert.isDefined(find(service, "The token keys could not be loaded"))
      assert.notInclude(allLines(service), "hunter2")
      assert.include(allLines(service), "answered 500")
    } finally {
      await service.stop()
      keys.stop()
    }
  })
})
