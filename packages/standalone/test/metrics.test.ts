import { assert, describe, it } from "@effect/vitest"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { vi } from "vitest"
import { operatorKey, type RunningService, startService } from "./runningService.ts"

const card = (number: number, idempotencyKey?: string) => ({
  scope: "content",
  type: "card_changed",
  payload: { nmID: number, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" },
  ...(idempotencyKey === undefined ? undefined : { idempotencyKey })
})

const scrape = async ({ url }: RunningService, key = operatorKey) => {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${key}` } })
  const lines = (await response.text()).split("\n")
  return {
    response,
    lines,
    value: (series: string): number | undefined => {
      const line = lines.find((text) => text.startsWith(`${series} `))
      return line === undefined ? undefined : Number(line.slice(series.length + 1))
    }
  }
}

/** A receiver on this machine that answers with a status, and its URL. */
const receiver = async (status: number) => {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}

const subscribe = async (service: RunningService, url: string) => {
  const sellerId = crypto.randomUUID()
  const { body } = await service.operator("POST", "/tokens", { sellerId, type: "base", categories: ["content"] })
  const subscriptions = [{ scope: "content", event: "card_changed" }]
  const webhook = { enabled: true, name: "Cards", url, subscriptions }
  const created = await service.call("POST", "/api/v1/webhooks", webhook, { authorization: body.token })
  assert.strictEqual(created.status, 200)
  return { sellerId, token: body.token as string }
}

describe("metrics", () => {
  it("are for the holder of the operator key alone", async () => {
    const service = await startService()
    try {
      assert.strictEqual((await service.call("GET", "/metrics")).status, 401)
      assert.strictEqual((await scrape(service, "another key of at least thirty-two characters")).response.status, 401)
      const { lines, response } = await scrape(service)
      assert.strictEqual(response.status, 200)
      assert.strictEqual(response.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8")
      for (const line of lines) assert.match(line, /^$|^# (HELP|TYPE) sellerkit_|^sellerkit_[a-z_]+(\{.*\})? \S+$/)
    } finally {
      await service.stop()
    }
  })

  it("begin with what has not happened yet, so that the first time shows as a change", async () => {
    const service = await startService()
    try {
      const { value } = await scrape(service)
      for (const series of [
        "sellerkit_events_deduplicated_total",
        'sellerkit_events_dropped_total{reason="attemptsSpent"}',
        'sellerkit_deliveries_total{outcome="failure",reason="timeout"}',
        'sellerkit_deliveries_total{outcome="failure",reason="5xx"}',
        "sellerkit_publish_to_receipt_seconds_count",
        "sellerkit_events_waiting"
      ]) {
        assert.strictEqual(value(series), 0, series)
      }
    } finally {
      await service.stop()
    }
  })

  it("follow events from publication to receipt", async () => {
    const service = await startService()
    const { server, url } = await receiver(200)
    try {
      const { sellerId } = await subscribe(service, url)
      await service.operator("POST", "/events", { sellerId, events: [card(1, "one"), card(2)] })
      await service.operator("POST", "/events", { sellerId, events: [card(1, "one")] })
      await vi.waitFor(async () => {
        const { value } = await scrape(service)
        assert.strictEqual(value("sellerkit_events_delivered_total"), 2)
      })
      const { value } = await scrape(service)
      assert.strictEqual(value('sellerkit_events_accepted_total{scope="content",type="card_changed"}'), 2)
      assert.strictEqual(value("sellerkit_events_deduplicated_total"), 1)
      assert.isAtLeast(value('sellerkit_deliveries_total{outcome="success",reason="none"}')!, 1)
      assert.strictEqual(value("sellerkit_publish_to_receipt_seconds_count"), 2)
      assert.isBelow(value("sellerkit_publish_to_receipt_seconds_sum")!, 5)
      assert.isAtLeast(value('sellerkit_storage_duration_seconds_count{operation="DeliveryQueue.settle"}')!, 1)
    } finally {
      await service.stop()
      server.close()
    }
  })

  it("say what waits, and that it pauses after a failure", async () => {
    const service = await startService()
    const { server, url } = await receiver(503)
    try {
      const { sellerId } = await subscribe(service, url)
      await service.operator("POST", "/events", { sellerId, events: [card(1), card(2)] })
      await vi.waitFor(async () => {
        const { value } = await scrape(service)
        assert.strictEqual(value("sellerkit_webhooks_backing_off"), 1)
      })
      const { value } = await scrape(service)
      assert.strictEqual(value("sellerkit_events_waiting"), 2)
      assert.strictEqual(value("sellerkit_deliveries_in_flight"), 0)
      assert.strictEqual(value("sellerkit_delivery_overdue_seconds"), 0)
      assert.strictEqual(value('sellerkit_deliveries_total{outcome="failure",reason="5xx"}'), 1)
    } finally {
      await service.stop()
      server.close()
    }
  })

  it("count requests by operation and status, whatever came of them", async () => {
    const service = await startService()
    try {
      const { token } = await subscribe(service, "https://receiver.example/")
      const headers = { authorization: token }
      const check = () => service.call("POST", "/api/v1/webhooks/check", { url: "http://127.0.0.1:9/" }, headers)
      await service.call("GET", "/api/v1/webhooks", undefined, headers)
      await service.call("GET", "/api/v1/webhooks")
      await service.call("POST", "/api/v1/webhooks", "no JSON", headers)
      await service.call("GET", `/api/v1/webhooks/${crypto.randomUUID()}`, undefined, headers)
      await service.call("GET", "/nowhere")
      await service.operator("POST", "/tokens", {})
      // On a slow machine a part of the budget comes back meanwhile.
      await vi.waitFor(async () => {
        const answers = await Promise.all(Array.from({ length: 61 }, check))
        assert.include(
          answers.map(({ status }) => status),
          429
        )
      })
      const { value } = await scrape(service)
      for (const [api, operation, status, count] of [
        ["seller", "webhooks.list", 200, 1],
        ["seller", "webhooks.list", 401, 1],
        ["seller", "webhooks.create", 200, 1],
        ["seller", "webhooks.create", 400, 1],
        ["seller", "webhooks.get", 404, 1],
        ["operator", "tokens.create", 400, 1],
        ["none", "none", 404, 1]
      ]) {
        const labels = `{api="${api}",operation="${operation}",status="${status}"}`
        assert.strictEqual(value(`sellerkit_api_requests_total${labels}`), count as number, labels)
        if (api !== "none") {
          assert.strictEqual(value(`sellerkit_api_request_duration_seconds_count${labels}`), count as number, labels)
        }
      }
      assert.isAtLeast(value('sellerkit_rate_limited_total{operation="webhooks.checkUrl"}')!, 1)
    } finally {
      await service.stop()
    }
  })
})
