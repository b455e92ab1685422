/** The operator interface where each seller's data is in an object of its own. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { OperatorClient } from "@sellerkit/core/client"
import { SellerId, WebhookId } from "@sellerkit/core"
import { Effect, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import { readdirSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { vi } from "vitest"
import { bundle, compressedSize, sellerWorker } from "../fixtures/worker/bundle.ts"
import { type Receiver, startReceiver } from "./seller/receiver.ts"
import { type Sellers, startSellers } from "./seller/sellers.ts"

const key = "an operator key of at least thirty-two characters"
const subscriptions = [{ scope: "content", event: "card_changed" }]

let sellersMade = 0
const newSeller = () => SellerId.make(`01980000-0000-7000-8000-${String(++sellersMade).padStart(12, "0")}`)

const event = (idempotencyKey: string, payload: string) =>
  `{"scope":"content","type":"card_changed","idempotencyKey":"${idempotencyKey}","payload":${payload}}`

const card = '{"nmID":1,"vendorCode":"a","updatedAt":"2026-01-15T09:30:00Z"}'

describe("the operator interface of a Worker with an object per seller", () => {
  let data: string
  let sellers: Sellers
  let receiver: Receiver
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), "sellerkit-operator-"))
    receiver = await startReceiver()
    sellers = await startSellers({ data, operatorKey: key })
  })
  afterAll(async () => {
    await sellers.stop()
    receiver.stop()
    await rm(data, { recursive: true })
  })

  const objects = () =>
    readdirSync(data, { recursive: true, encoding: "utf8" }).filter((name) => /[0-9a-f]{64}\.sqlite$/.test(name))

  const ask = async (method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}) => {
    const answer = await sellers.fetch(path, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
      ...(body !== undefined && { body })
    })
    const text = await answer.text()
    const isJson = answer.headers.get("content-type")?.startsWith("application/json")
    return { answer, status: answer.status, text, body: isJson ? (JSON.parse(text) as any) : undefined }
  }

  const publish = (sellerId: string, ...events: ReadonlyArray<string>) =>
    ask("POST", "/operator/v1/events", `{"sellerId":"${sellerId}","events":[${events.join()}]}`)

  const subscribe = (sellerId: string) =>
    sellers.operator("webhooks.create", { sellerId }, { name: "Cards", url: receiver.url, subscriptions })

  it("answers nobody without the key, and wakes no object for what names no seller", async () => {
    const token = await sellers.operator("issueToken", { sellerId: newSeller() })
    for (const authorization of ["", "Bearer wrong", `Bearer ${token.token}`, token.token]) {
      for (const path of ["/operator/v1/sellers/01980000-0000-7000-8000-000000000001/webhooks", "/metrics"]) {
        assert.strictEqual((await ask("GET", path, undefined, { authorization })).status, 401)
      }
      const published = await ask("POST", "/operator/v1/events", `{"sellerId":"${newSeller()}","events":[]}`, {
        authorization
      })
      assert.strictEqual(published.status, 401)
    }
    assert.strictEqual((await ask("GET", "/operator/v1/nothing")).status, 404)
    // An object has no dispatcher that lives on, and knows what waits of one seller alone.
    for (const path of ["/operator/v1/dispatchers", "/operator/v1/backlog"]) {
      assert.strictEqual((await ask("GET", path)).body.title, "Not available here")
    }
    assert.strictEqual(
      (await ask("GET", "/operator/v1/sellers/somebody/webhooks")).body.errors[0].location,
      "path.sellerId"
    )
    for (const [body, locations] of [
      ["", ["body"]],
      ['{"sellerId":"somebody","events":[]}', ["body.sellerId", "body.events"]],
      ['{"events":[]}', ["body.sellerId", "body.events"]]
    ] as const) {
      const { errors } = (await ask("POST", "/operator/v1/events", body)).body
      assert.sameMembers(
        errors.map(({ location }: { location: string }) => location),
        [...locations]
      )
    }
    assert.strictEqual((await ask("GET", "/operator/v1/openapi.json")).status, 200)
    assert.match((await ask("GET", "/operator/docs")).text, /Sellerkit operator interface/)
    assert.deepStrictEqual(objects(), [])
  })

  it("publishes to the seller's object, and shows what became of it", async () => {
    const sellerId = newSeller()
    const { id } = await subscribe(sellerId)
    const published = await publish(sellerId, event("first", card))
    assert.strictEqual(published.status, 202, published.text)
    assert.strictEqual(published.body.events[0].deliveries, 1)
    await vi.waitFor(() => assert.deepStrictEqual(receiver.keys, ["first"]))
    await vi.waitFor(async () => {
      const fate = await ask("GET", `/operator/v1/sellers/${sellerId}/events/${published.body.events[0].id}`)
      assert.deepStrictEqual(fate.body.webhooks, [{ webhookId: id, fate: "delivered", attempts: 1 }])
    })
    const { deliveries } = (await ask("GET", `/operator/v1/sellers/${sellerId}/deliveries?success=true`)).body
    assert.deepStrictEqual(
      deliveries.map(({ webhookId }: { webhookId: string }) => webhookId),
      [id]
    )
    const resent = await ask("POST", `/operator/v1/sellers/${sellerId}/deliveries/${deliveries[0].id}/resend`)
    assert.strictEqual(resent.status, 202, resent.text)
    await vi.waitFor(() => assert.deepStrictEqual(receiver.keys, ["first", "first"]))
    assert.strictEqual((await ask("GET", `/operator/v1/sellers/${newSeller()}/webhooks`)).body.webhooks.length, 0)

    const zipped = gzipSync(`{"sellerId":"${sellerId}","events":[${event("zipped", card)}]}`)
    const unpacked = await ask("POST", "/operator/v1/events", zipped, { "content-encoding": "gzip" })
    assert.strictEqual(unpacked.status, 202, unpacked.text)

    const wrong = await publish(sellerId, event("second", '{"nmID":"one"}'))
    assert.strictEqual(wrong.status, 400)
    assert.include(
      wrong.body.errors.map(({ location }: { location: string }) => location),
      "body.events.0.payload.nmID"
    )
    const conflict = await publish(sellerId, event("first", card.replace("1", "2")))
    assert.deepStrictEqual([conflict.status, conflict.body.title], [409, "Idempotency key belongs to another event"])
    const noText = await ask("POST", "/operator/v1/events", new Uint8Array([0x22, 0xff, 0x22]))
    assert.deepInclude(noText.body.errors[0], { location: "body", message: "Expected UTF-8" })
  })

  it("is called by the client that is derived from its declaration", async () => {
    const sellerId = newSeller()
    const { id } = await subscribe(sellerId)
    const about = { params: { sellerId }, query: {} }
    const operator = await Effect.runPromise(
      OperatorClient.make({ baseUrl: sellers.origin(), key: Redacted.make(key) }).pipe(
        Effect.provide(FetchHttpClient.layer)
      )
    )
    const { schedule } = await Effect.runPromise(operator.retrySchedules.get(about))
    const set = await Effect.runPromise(operator.retrySchedules.set({ ...about, payload: { ...schedule, factor: 3 } }))
    assert.deepInclude(set, { isOwn: true })
    assert.strictEqual(set.schedule.factor, 3)
    assert.isFalse((await Effect.runPromise(operator.retrySchedules.remove(about))).isOwn)
    const params = { sellerId, id: WebhookId.make(id) }
    assert.strictEqual(
      (await Effect.runPromise(operator.webhooks.retry({ params, query: {} }))).health.state,
      "healthy"
    )
    const failure = await Effect.runPromise(
      Effect.flip(operator.webhooks.get({ params: { ...params, sellerId: newSeller() }, query: {} }))
    )
    assert.strictEqual(failure._tag, "NotFound")
  })

  it("makes tokens without an object", async () => {
    const before = objects().length
    const made = await ask("POST", "/operator/v1/tokens", JSON.stringify({ sellerId: newSeller() }))
    assert.strictEqual(made.status, 200, made.text)
    assert.strictEqual(objects().length, before)
    const { status } = await sellers.fetch("/api/v1/webhooks", { headers: { authorization: made.body.token } })
    assert.strictEqual(status, 200)
  })

  it("revokes a token where it is said whose it is", async () => {
    const sellerId = newSeller()
    const made = await ask("POST", "/operator/v1/tokens", JSON.stringify({ sellerId }))
    const asSeller = async () =>
      (await sellers.fetch("/api/v1/webhooks", { headers: { authorization: made.body.token } })).status
    assert.strictEqual(await asSeller(), 200)
    const revoked = await ask("DELETE", `/operator/v1/sellers/${sellerId}/tokens/${made.body.tokenId}`)
    assert.strictEqual(revoked.status, 204)
    assert.strictEqual(await asSeller(), 401)
  })

  it("cannot revoke that a host lets somebody in without a token", async () => {
    const sellerId = newSeller()
    assert.strictEqual((await ask("DELETE", `/operator/v1/sellers/${sellerId}/tokens/host`)).status, 204)
    const made = await ask("POST", "/operator/v1/tokens", JSON.stringify({ sellerId }))
    const { status } = await sellers.fetch("/api/v1/webhooks", { headers: { authorization: made.body.token } })
    assert.strictEqual(status, 200)
  })

  it("says of what is about all sellers that it is not there", async () => {
    for (const [method, path, body] of [
      ["DELETE", "/operator/v1/tokens/some-token"],
      ["POST", "/operator/v1/secrets/reencrypt", "{}"],
      ["GET", "/metrics"]
    ] as const) {
      const refused = await ask(method, path, body)
      assert.strictEqual(refused.status, 501)
      assert.strictEqual(refused.body.title, "Not available here")
      assert.strictEqual(refused.answer.headers.get("x-request-id"), refused.body.requestId)
    }
  })

  it("has an answer to every operation that is declared", async () => {
    const { paths } = (await ask("GET", "/operator/v1/openapi.json")).body
    const sellerId = newSeller()
    const asked = Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [method.toUpperCase(), path] as const)
    )
    assert.isAbove(asked.length, 15)
    for (const [method, path] of asked) {
      const filled = path
        .replace("{sellerId}", sellerId)
        .replace("{serviceId}", "crm")
        .replace(/\{\w+\}/, newSeller())
      const { status } = await ask(method, filled, method === "GET" ? undefined : "{}")
      assert.include([200, 202, 204, 400, 404, 409, 501], status, `${method} ${path}`)
    }
  })

  it("weighs what it weighs where it is mounted alone", async () => {
    const [mounted] = (await bundle(join(import.meta.dirname, "seller", "operatedWorker.ts"))).modules
    const [without] = (await bundle(sellerWorker)).modules
    const bytes = compressedSize(mounted) - compressedSize(without)
    console.info(`The operator interface in a Worker: ${bytes} bytes compressed`)
    assert.isBelow(bytes, 16 * 1024)
    assert.notInclude(without.contents, "/operator/v1")
  })

  it("weighs what it weighs with the console", async () => {
    const [mounted] = (await bundle(join(import.meta.dirname, "seller", "operatedWorker.ts"))).modules
    const [withConsole] = (await bundle(join(import.meta.dirname, "seller", "consoleWorker.ts"))).modules
    const bytes = compressedSize(withConsole) - compressedSize(mounted)
    console.info(`The console in a Worker: ${bytes} bytes compressed`)
    assert.isBelow(bytes, 16 * 1024)
    assert.notInclude(mounted.contents, "/console")
  })
})
