import { assert, describe, it } from "@effect/vitest"
import { Duration, Redacted } from "effect"
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { vi } from "vitest"
import type { TracingSettings } from "../src/tracing/TracingSettings.ts"
import { attributeOf, type Collector, startCollector } from "./collector.ts"
import { operatorKey, startService, tokenSecret } from "./runningService.ts"

const callersTrace = "0af7651916cd43dd8448eb211c80319c"
const callersSpan = "b7ad6b7169203331"

const settingsFor = ({ url }: Collector, change: Partial<TracingSettings> = {}): TracingSettings => ({
  url,
  protocol: "http/json",
  compression: "none",
  headers: Redacted.make({ "x-collector-key": "collectors-own-key" }),
  resource: { "service.name": "webhooks-of-a-test" },
  sampling: { ratio: 1, callerDecides: true },
  exportInterval: Duration.millis(50),
  ...change
})

const startReceiver = async () => {
  const requests: Array<IncomingHttpHeaders> = []
  const server = createServer((request, response) => {
    request.resume()
    requests.push(request.headers)
    response.end()
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook-path-hunter2?key=query-hunter2`
  return { requests, url, stop: () => server.close() }
}

const event = {
  scope: "content",
  type: "card_changed",
  payload: { nmID: 1, vendorCode: "payload-hunter2", updatedAt: "2026-01-15T09:30:00Z" }
}

/** Publishes one event to a receiver, with everything that can go wrong on the way there, and stops. */
const publishAndStop = async (change: (collector: Collector) => Partial<TracingSettings> = () => ({})) => {
  const collector = await startCollector()
  const receiver = await startReceiver()
  const service = await startService({ tracing: settingsFor(collector, change(collector)) })
  try {
    const sellerId = crypto.randomUUID()
    const made = await service.operator("POST", "/tokens", { sellerId, type: "base", categories: ["content"] })
    const { token } = made.body
    const subscriptions = [{ scope: "content", event: "card_changed" }]
    const webhook = { enabled: true, name: "Cards", url: receiver.url, subscriptions }
    const created = await service.call("POST", "/api/v1/webhooks?note=query-hunter2", webhook, {
      authorization: token,
      traceparent: `00-${callersTrace}-${callersSpan}-01`
    })
    await service.call(
      "POST",
      "/api/v1/webhooks",
      { ...webhook, url: "https://a:password-hunter2@b" },
      {
        authorization: token
      }
    )
    await service.call("GET", "/api/v1/webhooks", undefined, { authorization: "token-hunter2" })
    await service.call("GET", "/api/v1/nothing-hunter2?a=query-hunter2", undefined, { authorization: token })
    await service.operator("POST", "/events", { sellerId, events: [{ ...event, type: "type-hunter2" }] })
    const published = await service.call(
      "POST",
      "/operator/v1/events",
      { sellerId, events: [event] },
      {
        authorization: `Bearer ${operatorKey}`,
        traceparent: `00-${callersTrace}-${callersSpan}-01`
      }
    )
    assert.strictEqual(published.status, 202)
    await vi.waitFor(() => assert.lengthOf(receiver.requests, 1))
    const secrets = [operatorKey, tokenSecret, token, created.body.secret, "collectors-own-key", "hunter2"]
    return { collector, received: receiver.requests[0]!, secrets, webhookId: created.body.id, sellerId }
  } finally {
    await service.stop()
    receiver.stop()
    collector.stop()
  }
}

describe("traces", () => {
  it("lead from the host's own over the publication to the delivery, and on to the receiver", async () => {
    const { collector, received, sellerId, webhookId } = await publishAndStop()
    const server = collector.spans("events.publish").find((span) => span.parentSpanId === callersSpan)!
    assert.strictEqual(server.traceId, callersTrace)
    const publication = collector.spans("Events.publish").find((span) => span.parentSpanId === server.spanId)!
    const [delivery, ...others] = collector.spans("deliver")
    assert.lengthOf(others, 0)
    assert.deepStrictEqual(
      delivery!.links.map(({ spanId, traceId }) => [traceId, spanId]),
      [[callersTrace, publication.spanId]]
    )
    assert.notStrictEqual(delivery!.traceId, callersTrace)
    assert.strictEqual(received["traceparent"], `00-${delivery!.traceId}-${delivery!.spanId}-01`)
    for (const [key, value] of Object.entries({
      "server.address": "127.0.0.1",
      "http.response.status_code": 200,
      "messaging.batch.message_count": 1,
      "sellerkit.webhook.id": webhookId,
      "sellerkit.seller.id": sellerId
    })) {
      assert.strictEqual(attributeOf(delivery!, key), value, key)
    }
    assert.isNotEmpty(collector.spans("DeliveryQueue.settle"))
  })

  it("show requests by their operation, and strangers do not lead them elsewhere", async () => {
    const { collector } = await publishAndStop()
    const [created, refused] = collector.spans("webhooks.create")
    assert.notStrictEqual(created!.traceId, callersTrace)
    assert.isUndefined(created!.parentSpanId)
    assert.strictEqual(attributeOf(created!, "http.route"), "/api/v1/webhooks")
    assert.strictEqual(attributeOf(refused!, "http.response.status_code"), 400)
    const insert = collector.spans("WebhookStore.insert")[0]!
    assert.strictEqual(insert.traceId, created!.traceId)
    const failed = collector.spans("Events.publish").find(({ status }) => status.code === 2)
    assert.strictEqual(attributeOf(failed!, "error.type"), "EventsRejected")
  })

  it("hold no secret, no token, no payload, and no query or path of a URL", async () => {
    const { collector, secrets } = await publishAndStop()
    const sent = collector.bodies.join("\n")
    assert.include(sent, "webhooks-of-a-test")
    for (const secret of secrets) assert.notInclude(sent, secret)
    assert.strictEqual(collector.headers[0]!["x-collector-key"], "collectors-own-key")
  })

  it("are left out by sampling, but a publication that is kept keeps its delivery", async () => {
    const { collector, received } = await publishAndStop(() => ({ sampling: { ratio: 0, callerDecides: true } }))
    assert.lengthOf(collector.spans("webhooks.create"), 0)
    assert.lengthOf(collector.spans("deliver"), 1)
    assert.match(String(received["traceparent"]), /-01$/)
    const none = await publishAndStop(() => ({ sampling: { ratio: 0, callerDecides: false } }))
    assert.lengthOf(none.collector.spans(), 0)
    assert.match(String(none.received["traceparent"]), /-00$/)
  })

  it("cost receivers nothing where there are none", async () => {
    const receiver = await startReceiver()
    const service = await startService()
    try {
      const sellerId = crypto.randomUUID()
      const { body } = await service.operator("POST", "/tokens", { sellerId, type: "base", categories: ["content"] })
      const subscriptions = [{ scope: "content", event: "card_changed" }]
      const webhook = { enabled: true, name: "Cards", url: receiver.url, subscriptions }
      await service.call("POST", "/api/v1/webhooks", webhook, { authorization: body.token })
      await service.operator("POST", "/events", { sellerId, events: [event] })
      await vi.waitFor(() => assert.lengthOf(receiver.requests, 1))
      assert.notProperty(receiver.requests[0]!, "traceparent")
    } finally {
      await service.stop()
      receiver.stop()
    }
  })

  it("that cannot be sent stop nothing, and the log says so", async () => {
    const collector = await startCollector()
    collector.stop()
    const service = await startService({ tracing: settingsFor(collector) })
    try {
      assert.strictEqual((await service.call("GET", "/health/live")).status, 200)
      assert.strictEqual((await service.call("GET", "/api/v1/webhooks")).status, 401)
      const said = () => service.logged.filter((line) => line.includes("Traces are lost"))
      await vi.waitFor(() => assert.isNotEmpty(said()))
      await service.call("GET", "/api/v1/webhooks")
      assert.lengthOf(said(), 1, "once per outage")
      assert.notInclude(said()[0]!, collector.url.host)
    } finally {
      await service.stop()
    }
  })

  it("are new ones each time that the console asks what a page follows", async () => {
    const collector = await startCollector()
    const service = await startService({ tracing: settingsFor(collector) })
    const own = { "x-sellerkit-console": "1", "content-type": "application/json" }
    const stop = new AbortController()
    try {
      const body = JSON.stringify({ operatorKey })
      const entered = await fetch(`${service.url}/console/session`, { method: "POST", headers: own, body })
      const cookie = entered.headers.get("set-cookie")!.split(";")[0]!
      const path = `/console/operator/v1/sellers/${crypto.randomUUID()}/deliveries`
      const followed = await fetch(`${service.url}${path}`, {
        headers: { ...own, cookie, accept: "text/event-stream" },
        signal: stop.signal
      })
      assert.strictEqual(followed.status, 200)
      await vi.waitFor(() => {
        const spans = collector.spans().filter((span) => attributeOf(span, "http.request.method") === "GET")
        assert.isAtLeast(spans.length, 3)
        assert.strictEqual(new Set(spans.map(({ traceId }) => traceId)).size, spans.length)
      }, 20_000)
    } finally {
      stop.abort()
      await service.stop()
      collector.stop()
    }
  })
})
