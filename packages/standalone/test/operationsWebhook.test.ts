/** The operator is told what becomes of webhooks: at its own URL, and with its current secret. */
import { assert, describe, it } from "@effect/vitest"
import {
  History,
  historyEntries,
  operationsOwner,
  OperationsWebhook,
  Records,
  SealedSecret,
  SecretVault,
  Webhook,
  WebhookStore
} from "@sellerkit/core"
import * as MemoryStorage from "@sellerkit/storage-memory"
import { Duration, Effect, Latch, Layer, Option, Redacted, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { vi } from "vitest"
import { startService } from "./runningService.ts"

/** Answers each request with the status of its path. */
const listening = async () => {
  const received: Array<{ readonly path: string; readonly authorization: string | undefined; readonly body: any }> = []
  const server = createServer(async (request, response) => {
    let text = ""
    for await (const chunk of request) text += chunk
    received.push({ path: request.url!, authorization: request.headers.authorization, body: JSON.parse(text) })
    response.writeHead(Number(request.url!.slice(1))).end()
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return { received, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const storage = Layer.provide(History.layer, Records.layer).pipe(
  Layer.provideMerge(Layer.merge(MemoryStorage.layer, SecretVault.layer([]))),
  Layer.provideMerge(SecureRandom.layerWebCrypto)
)

describe("the host", () => {
  it("is told that a webhook was disabled because its receiver is gone, also after a restart with a new secret", async () => {
    const { received, server, url } = await listening()
    const folder = mkdtempSync(join(tmpdir(), "sellerkit-operations-"))
    const database = { kind: "sqlite", file: join(folder, "sellerkit.db") } as const
    const told = () => received.filter(({ path }) => path === "/200")
    for (const secret of ["a first secret of at least thirty-two characters", "a second one of as many characters"]) {
      const operations = { url: `${url}/200`, secret: Redacted.make(secret) }
      const service = await startService({ database, operations })
      const sellerId = crypto.randomUUID()
      const { body } = await service.operator("POST", "/tokens", { sellerId, type: "base", categories: ["content"] })
      const webhook = {
        enabled: true,
        name: "Orders",
        url: `${url}/410`,
        subscriptions: [{ scope: "content", event: "card_changed" }]
      }
      const created = await service.call("POST", "/api/v1/webhooks", webhook, { authorization: body.token })
      const payload = { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" }
      await service.operator("POST", "/events", {
        sellerId,
        events: [{ scope: "content", type: "card_changed", payload }]
      })
      const notification = await vi.waitFor(() => {
        const last = told().at(-1)
        assert.strictEqual(last?.body.events[0].payload.webhookId, created.body.id)
        return last!
      })
      assert.strictEqual(notification.authorization, secret)
      const [event] = notification.body.events
      assert.deepInclude(event, { scope: "operations", type: "webhook_disabled", test: false })
      assert.deepStrictEqual(event.payload, {
        sellerId,
        sandbox: false,
        serviceId: null,
        webhookId: created.body.id,
        waiting: 1,
        reason: "gone"
      })
      await service.stop()
    }
    const silent = await startService({ database })
    const host = "00000000-0000-0000-0000-000000000000"
    const { body } = await silent.operator("GET", `/sellers/${host}/webhooks`)
    assert.deepStrictEqual(body, { webhooks: [] }, "without a receiver there is no webhook either")
    await silent.stop()
    server.close()
    rmSync(folder, { recursive: true })
  })

  it("has one webhook, however many processes start at the same time", () =>
    Effect.gen(function* () {
      const store = yield* WebhookStore
      const together = yield* Latch.make(false)
      let looking = 0
      // Each has looked before any of them goes on.
      const list = (...given: Parameters<typeof store.list>) =>
        Effect.tap(store.list(...given), () => (++looking === 3 ? together.open : together.await))
      const secret = Redacted.make("a secret of at least thirty-two characters")
      const start = Effect.scoped(
        Layer.build(Layer.fresh(OperationsWebhook.layer({ url: "https://host.example/", secret })))
      )
      yield* Effect.all([start, start, start], { concurrency: "unbounded" }).pipe(
        Effect.provideService(WebhookStore, { ...store, list })
      )
      assert.lengthOf(yield* store.list(operationsOwner), 1)
    }).pipe(Effect.provide(storage), Effect.runPromise))

  describe("that starts again", () => {
    const url = "https://host.example/"
    const [first, second] = [1, 2].map((number) => Redacted.make(`secret ${number} of at least thirty-two characters`))

    /** Another start, a day later. */
    const start = Effect.fnUntraced(function* (secret = first!) {
      yield* TestClock.adjust(Duration.days(1))
      yield* Effect.scoped(Layer.build(Layer.fresh(OperationsWebhook.layer({ url, secret }))))
    })

    const seen = Effect.gen(function* () {
      const store = yield* WebhookStore
      const history = yield* (yield* History).page(operationsOwner, { limit: 100, direction: "newer" })
      const [webhook] = yield* store.list(operationsOwner)
      const sealed = Option.getOrThrow(yield* store.secret(webhook!))
      return { actions: history.items.map(({ action }) => action).toReversed(), sealed, webhook: webhook! }
    })

    const opened = Effect.gen(function* () {
      const { sealed, webhook } = yield* seen
      return Redacted.value(yield* (yield* SecretVault).open(sealed, webhook))
    })

    it.effect("writes nothing where nothing differs", () =>
      Effect.gen(function* () {
        yield* start()
        const before = yield* seen
        yield* start()
        assert.deepStrictEqual(yield* seen, before)
        assert.deepStrictEqual(before.actions, ["createWebhook"])
      }).pipe(Effect.provide(storage))
    )

    it.effect("writes another secret, also over one that cannot be opened", () =>
      Effect.gen(function* () {
        yield* start()
        yield* start(second)
        assert.strictEqual(yield* opened, Redacted.value(second!))
        const { webhook } = yield* seen
        const store = yield* WebhookStore
        assert.isTrue(yield* store.replaceSecret({ key: webhook, secret: (yield* seen).sealed }, SealedSecret("lost")))
        yield* start(second)
        assert.strictEqual(yield* opened, Redacted.value(second!))
        assert.deepStrictEqual((yield* seen).actions, ["createWebhook", "editWebhook", "editWebhook"])
      }).pipe(Effect.provide(storage))
    )

    it.effect("enables what was disabled, and subscribes to what it is not subscribed to", () =>
      Effect.gen(function* () {
        yield* start()
        const store = yield* WebhookStore
        const { webhook: made } = yield* seen
        for (const change of [{ status: "disabled" as const }, { subscriptions: made.subscriptions.slice(1) }]) {
          const { items } = yield* (yield* History).page(operationsOwner, { limit: 1, direction: "newer" })
          yield* store.change(made, (found) =>
            Result.succeed({ webhook: new Webhook({ ...found, ...change }), entry: historyEntries.encode(items[0]!) })
          )
          yield* start()
          const { webhook } = yield* seen
          assert.deepStrictEqual(webhook, new Webhook({ ...made, updatedAt: webhook.updatedAt }))
        }
      }).pipe(Effect.provide(storage))
    )
  })
})
