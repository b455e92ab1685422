import { DeliveryQueue } from "@sellerkit/core"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Option } from "effect"
import { IpNetwork } from "effect/net"
import { exportJWK, generateKeyPair, SignJWT } from "jose"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { vi } from "vitest"
import { storageLayer } from "../src/storage/storageLayer.ts"
import { type RunningService, startService } from "./runningService.ts"

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const webhook = (url: string) => ({
  enabled: true,
  name: "Orders",
  url,
  subscriptions: [{ scope: "content", event: "card_changed" }]
})

const card = {
  scope: "content",
  type: "card_changed",
  payload: { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" }
}

describe("the service", () => {
  it("says that it is alive and ready", async () => {
    const service = await startService()
    try {
      assert.deepStrictEqual((await service.call("GET", "/health/live")).body, { status: "alive" })
      await vi.waitFor(async () => {
        const { body, status } = await service.call("GET", "/health/ready")
        assert.deepStrictEqual([status, body.status], [200, "ready"], JSON.stringify(body))
      })
    } finally {
      await service.stop()
    }
  })

  it("shows the operator's description on a page that loads nothing from elsewhere", async () => {
    const service = await startService()
    try {
      const page = await fetch(`${service.url}/operator/docs`)
      assert.strictEqual(page.status, 200)
      assert.strictEqual(page.headers.get("x-content-type-options"), "nosniff")
      assert.match(page.headers.get("content-security-policy") ?? "", /^default-src 'none';/)
      await page.body?.cancel()
    } finally {
      await service.stop()
    }
  })

  it("answers 404 to another spelling of any path, which could slip by a proxy's rules", async () => {
    const service = await startService()
    try {
      for (const path of [
        "/Operator/v1/openapi.json",
        "//operator/v1/openapi.json",
        "/operator//docs",
        "/operator/docs/",
        "/%6fperator/docs",
        "/operator/docs;a",
        "/Health/live",
        "/health/live/"
      ]) {
        assert.strictEqual((await service.call("GET", path)).status, 404, path)
      }
      const made = await service.operator("POST", "/Tokens", { sellerId: crypto.randomUUID(), type: "base" })
      assert.strictEqual(made.status, 404)
    } finally {
      await service.stop()
    }
  })

  /** Publishes one event, and completes when the request with it has reached the receiver. */
  const sendTo = async (receiver: Server, service: RunningService): Promise<void> => {
    const arrived = once(receiver, "request", { signal: AbortSignal.timeout(5000) })
    const sellerId = crypto.randomUUID()
    const { body } = await service.operator("POST", "/tokens", { sellerId, type: "base", categories: ["content"] })
    await service.call("POST", "/api/v1/webhooks", webhook(await listen(receiver)), { authorization: body.token })
    await service.operator("POST", "/events", { sellerId, events: [card] })
    await arrived
  }

  it("finishes a request to a receiver that is in flight when it is told to stop, and says that it waits", async () => {
    let answered = 0
    const receiver = createServer((request, response) => {
      request.resume()
      setTimeout(() => {
        answered++
        response.end()
      }, 300)
    })
    const service = await startService()
    await sendTo(receiver, service)
    assert.strictEqual(answered, 0)
    await service.stop()
    assert.strictEqual(answered, 1)
    assert.include(service.logged, "Stopping: waiting for 1 request to receivers, for 17 seconds at most")
    receiver.close()
  })

  it("gives back what a receiver does not answer in time, due at once and with no attempt spent", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sellerkit-service-"))
    const database = { kind: "sqlite", file: join(folder, "sellerkit.db") } as const
    const receiver = createServer((request) => request.resume())
    const service = await startService({ database }, { stopWithin: Duration.millis(100) })
    await sendTo(receiver, service)
    await service.stop()
    const left = Effect.gen(function* () {
      const queue = yield* DeliveryQueue
      const due = yield* queue.nextDue([])
      const share = { lanes: 10, lanesPerAccount: 10, inFlight: [] }
      const one = {
        ...share,
        eventsPerLane: 10,
        eventsPerRequest: 10,
        bytesPerLane: 10_000,
        events: 10,
        bytes: 10_000,
        lease: Duration.seconds(30)
      }
      return { due, batches: yield* queue.claim(one) }
    }).pipe(Effect.provide(Layer.provide(storageLayer(database), NodeServices.layer)))
    const { batches, due } = await Effect.runPromise(left)
    assert.deepStrictEqual(due, Option.some(Duration.zero))
    const [batch] = batches
    assert.strictEqual(batches.length, 1)
    assert.deepStrictEqual([batch!.failures, batch!.events.map(({ attempts }) => attempts)], [0, [0]])
    receiver.closeAllConnections()
    receiver.close()
    rmSync(folder, { recursive: true })
  })

  it("refuses a compressed body of the seller API, and says so", async () => {
    const service = await startService()
    try {
      const { body } = await service.operator("POST", "/tokens", { sellerId: crypto.randomUUID() })
      const answer = await fetch(`${service.url}/api/v1/webhooks`, {
        method: "POST",
        headers: { authorization: body.token, "content-type": "application/json", "content-encoding": "gzip" },
        body: gzipSync(JSON.stringify(webhook("https://receiver.example/")))
      })
      assert.strictEqual(answer.status, 400)
      const { errors } = (await answer.json()) as { readonly errors: ReadonlyArray<unknown> }
      const message = "Expected no compression"
      assert.deepStrictEqual(errors, [{ location: "header.content-encoding", message, value: "gzip" }])
    } finally {
      await service.stop()
    }
  })

  it("takes a proxy's word on the caller's address only when the proxy is trusted", async () => {
    const addressSeen = async (trustedProxies: ReadonlyArray<IpNetwork.IpNetwork>) => {
      const service = await startService({ trustedProxies })
      try {
        const sellerId = crypto.randomUUID()
        const { body } = await service.operator("POST", "/tokens", { sellerId, type: "base", categories: ["content"] })
        const headers = { authorization: body.token, "x-forwarded-for": "6.6.6.6, 198.51.100.7" }
        await service.call("POST", "/api/v1/webhooks", webhook("https://receiver.example/"), headers)
        return (await service.call("GET", "/api/v1/history", undefined, headers)).body.history[0].ip
      } finally {
        await service.stop()
      }
    }
    assert.strictEqual(await addressSeen([]), "127.0.0.1")
    const local = IpNetwork.fromStringUnsafe("127.0.0.1/32")
    assert.strictEqual(await addressSeen([local]), "198.51.100.7")
  })

  it("checks tokens with keys that it loads from a key set's URL", async () => {
    const { privateKey, publicKey } = await generateKeyPair("ES256")
    const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: "one", alg: "ES256" }] }
    const keyServer = createServer((_request, response) => response.end(JSON.stringify(keys)))
    const keysUrl = new URL(await listen(keyServer))
    const service = await startService({ tokenKey: { kind: "keySetUrl", url: keysUrl } })
    try {
      const claims = { id: crypto.randomUUID(), sid: crypto.randomUUID(), s: 2, acc: 1 }
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: "ES256", kid: "one" })
        .setExpirationTime("1h")
        .sign(privateKey)
      const ok = await service.call("GET", "/api/v1/webhooks", undefined, { authorization: token })
      assert.strictEqual(ok.status, 200, JSON.stringify(ok.body))
      const other = await generateKeyPair("ES256")
      const forged = await new SignJWT(claims)
        .setProtectedHeader({ alg: "ES256", kid: "one" })
        .setExpirationTime("1h")
        .sign(other.privateKey)
      const refused = await service.call("GET", "/api/v1/webhooks", undefined, { authorization: forged })
      assert.strictEqual(refused.status, 401)
    } finally {
      await service.stop()
      keyServer.closeAllConnections()
      keyServer.close()
    }
  })
})
