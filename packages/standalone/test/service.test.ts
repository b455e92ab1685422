import { assert, describe, it } from "@effect/vitest"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { exportJWK, generateKeyPair, SignJWT } from "jose"
import { IpNetwork } from "effect/net"
import { startService } from "./runningService.ts"

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
      let ready = await service.call("GET", "/health/ready")
      while (ready.status !== 200) ready = await service.call("GET", "/health/ready")
      assert.strictEqual(ready.body.status, "ready")
    } finally {
      await service.stop()
    }
  })

  it("finishes a request to a receiver that is in flight when it is told to stop", async () => {
    let answered = 0
    let arrived = () => {}
    const inFlight = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const receiver = createServer((request, response) => {
      request.resume()
      arrived()
      setTimeout(() => {
        answered++
        response.end()
      }, 300)
    })
    const url = await listen(receiver)
    const service = await startService()
    const sellerId = crypto.randomUUID()
    const { body } = await service.operator("POST", "/tokens", { sellerId, type: "base", categories: ["content"] })
    await service.call("POST", "/api/v1/webhooks", webhook(url), { authorization: body.token })
    await service.operator("POST", "/events", { sellerId, events: [card] })
    await inFlight
    assert.strictEqual(answered, 0)
    await service.stop()
    assert.strictEqual(answered, 1)
    receiver.close()
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
