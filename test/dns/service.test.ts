/** A seller's name that leads nowhere is the seller's problem alone, also after a restart. */
import { assert, describe, it } from "@effect/vitest"
import { SellerId } from "@sellerkit/core"
import { serviceLayer } from "@sellerkit/standalone"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Exit, Layer, Logger, Scope } from "effect"
import { HttpServer } from "effect/http"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { vi } from "vitest"
import { operatorKey, settings } from "../fixtures/serviceSettings.ts"
import { makeNameServer } from "../fixtures/dns/NameServer.ts"
import { leadNowhere } from "../fixtures/dns/nameAnswers.ts"

const seller = SellerId.make("a0d9e7f2-2c1b-4f6d-9a57-3d4f5a1b6c7e")

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "sellerkit-nowhere-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

/** Until the scope closes. Calls it with a credential, and gives the answer's body. */
const startService = Effect.fnUntraced(function* (file: string, nameServer: string) {
  const service = serviceLayer({ ...settings, database: { kind: "sqlite", file }, nameServers: [nameServer] }).pipe(
    Layer.provide(NodeServices.layer),
    Layer.provideMerge(Logger.layer([]))
  )
  const url = yield* Effect.provide(HttpServer.addressFormattedWith(Effect.succeed), yield* Layer.build(service))
  return async (credential: string, method: "GET" | "POST", path: string, body?: unknown) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: credential, "content-type": "application/json" },
      ...(body === undefined ? undefined : { body: JSON.stringify(body) })
    })
    assert.strictEqual(response.status, 200, `${method} ${path}`)
    return (await response.json()) as any
  }
})

const webhook = (url: string) => ({
  enabled: true,
  name: "Nowhere",
  url,
  subscriptions: [{ scope: "content", event: "card_changed" }]
})

const cause = "The host name could not be resolved"

describe("a webhook whose name leads nowhere", () => {
  it.live("fails in the check and in deliveries, and neither ends the service, which starts again with it", () =>
    Effect.gen(function* () {
      const { address } = yield* makeNameServer(leadNowhere)
      const file = join(yield* folder, "sellerkit.db")
      const first = yield* Scope.make()
      const call = yield* Scope.provide(startService(file, address), first)
      yield* Effect.promise(async () => {
        const asked = { sellerId: seller, type: "base", categories: ["content"] }
        const { token } = await call(`Bearer ${operatorKey}`, "POST", "/operator/v1/tokens", asked)
        const url = "https://nowhere.example/notifications"
        const checked = await call(token, "POST", "/api/v1/webhooks/check", { url })
        assert.deepStrictEqual(checked, { success: false, error: cause })
        const { id } = await call(token, "POST", "/api/v1/webhooks", webhook(url))
        await call(token, "POST", `/api/v1/webhooks/${id}/test/send`)
        await vi.waitFor(async () => {
          const { deliveries } = await call(token, "GET", "/api/v1/deliveries")
          assert.deepInclude(deliveries[0], { webhookId: id, success: false, error: cause })
        })
      })
      yield* Scope.close(first, Exit.void)
      const again = yield* startService(file, address)
      const lanes = yield* Effect.promise(() =>
        again(`Bearer ${operatorKey}`, "GET", `/operator/v1/sellers/${seller}/webhooks`)
      )
      assert.include(lanes.webhooks[0].health, { failures: 1, waiting: 1 })
    })
  )
})
