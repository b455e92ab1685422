/** The examples of apps with webhooks inside, run as their readers run them. */
import { afterEach, assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { vi } from "vitest"
import { type RunningProcess, startProcess } from "./fixtures/runningProcess.ts"
import { makeDatabases } from "./postgres/databases.ts"

const examples = join(import.meta.dirname, "..", "examples")
const sellerId = "0b2f0e6a-6a2c-4f0e-9a53-0c2f3b8f5d11"

const atEnd: Array<() => unknown> = []
afterEach(async () => {
  for (const end of atEnd.splice(0).toReversed()) await end()
})

const surroundings = (example: string, env: Readonly<Record<string, string>>) => ({
  cwd: join(examples, example),
  env: { ...process.env, PORT: "0", ...env }
})

const start = (example: string, script: string, env: Readonly<Record<string, string>>): RunningProcess => {
  const started = startProcess([script], surroundings(example, env))
  atEnd.push(() => started.stop())
  return started
}

/** What follows the words in the line that begins with them. */
const said = async (running: RunningProcess, words: string): Promise<string> =>
  (await running.next((line) => line.startsWith(words))).slice(words.length)

/** Why it did not start. */
const refusal = async (example: string, script: string, env: Readonly<Record<string, string>>): Promise<string> => {
  const refused = spawn(process.execPath, [script], surroundings(example, env))
  const [errors, [code]] = await Promise.all([text(refused.stderr), once(refused, "close")])
  assert.strictEqual(code, 1)
  return errors.trimEnd()
}

/** The events that a receiver is sent. */
const startReceiver = async () => {
  const events: Array<any> = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      events.push(...JSON.parse(body).events)
      response.end()
    })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  atEnd.push(() => server.close())
  return { events, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

const post = async (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body)
  })
  return { status: answer.status, body: (await answer.json()) as any }
}

const webhook = (url: string, scope: string, event: string) => ({
  enabled: true,
  name: "Example",
  url,
  subscriptions: [{ scope, event }]
})

describe("examples/plain-javascript", () => {
  const folder = mkdtempSync(join(tmpdir(), "sellerkit-example-"))
  const env = { DATABASE: join(folder, "webhooks.db"), TOKEN_SECRET: "a secret of at least thirty-two characters" }

  it("answers sellers, publishes, delivers, and finds everything again when it is started anew", async () => {
    const { events, url } = await startReceiver()
    const first = start("plain-javascript", "app.js", env)
    const app = await said(first, "The app is at ")
    const authorization = await said(first, "A seller's token: ")
    const created = await post(`${app}/api/v1/webhooks`, webhook(url, "content", "card_changed"), { authorization })
    assert.strictEqual(created.status, 200)
    const card = `/cards/${sellerId}/17`
    assert.deepStrictEqual((await post(`${app}${card}`, { vendorCode: "shirt" })).body, { deliveries: 1 })
    await vi.waitFor(() => assert.deepStrictEqual([events.length, events[0]?.payload.vendorCode], [1, "shirt"]))
    const wrong = await post(`${app}${card}`, { vendorCode: 17 })
    assert.deepStrictEqual([wrong.status, wrong.body.problems[0].location], [400, "events.0.payload.vendorCode"])
    assert.strictEqual(await first.stop(), 0)
    const again = await said(start("plain-javascript", "app.js", env), "The app is at ")
    assert.deepStrictEqual((await post(`${again}${card}`, { vendorCode: "shirt" })).body, { deliveries: 1 })
    await vi.waitFor(() => assert.lengthOf(events, 2))
    atEnd.unshift(() => rmSync(folder, { recursive: true, force: true }))
  })

  it("says in one sentence why it does not start", async () => {
    const sentence = await refusal("plain-javascript", "app.js", { ...env, TOKEN_SECRET: "" })
    assert.strictEqual(sentence, "Option tokens.secret: Expected at least 32 characters")
  })
})

describe("examples/express-shop", () => {
  // The shop makes its tables, and the service its schema, as they do in a new database.
  const database = makeDatabases(() => Effect.void)

  it.live("publishes the event of an order exactly when the order is there", () =>
    Effect.gen(function* () {
      const { maxConnections, url: DATABASE_URL } = yield* database
      // PGlite has one connection, which the shop and its webhooks cannot share.
      if (maxConnections !== undefined) return
      yield* Effect.promise(async () => {
        const { events, url } = await startReceiver()
        const running = start("express-shop", "shop.ts", { DATABASE_URL, ALLOWED_NETWORKS: "127.0.0.0/8" })
        const shop = await said(running, "The shop is at ")
        const order = (quantity: number) => post(`${shop}/orders`, { sellerId, product: "shirt-blue-42", quantity })
        const api = `${shop}/seller-api/api/v1/webhooks`
        const wanted = webhook(url, "orders", "order_placed")
        assert.strictEqual((await post(api, wanted, { "x-session": "unknown" })).status, 401)
        assert.strictEqual((await post(api, wanted, { "x-session": "demo" })).status, 200)
        assert.strictEqual((await order(11)).status, 409)
        const { orderId } = (await order(2)).body
        await vi.waitFor(() => assert.isNotEmpty(events))
        assert.deepStrictEqual(
          events.map(({ idempotencyKey, payload, scope, type }) => ({ idempotencyKey, payload, scope, type })),
          [
            {
              idempotencyKey: `order-${orderId}`,
              payload: { orderId, product: "shirt-blue-42", quantity: 2 },
              scope: "orders",
              type: "order_placed"
            }
          ]
        )
        const history = await fetch(`${shop}/seller-api/api/v1/events`, { headers: { "x-session": "demo" } })
        assert.lengthOf(((await history.json()) as any).events, 1, "none of the order that was rolled back")
        assert.strictEqual(await running.stop(), 0)
      })
    }).pipe(Effect.scoped)
  )

  it("says in one sentence why it does not start", async () => {
    const sentence = await refusal("express-shop", "shop.ts", { DATABASE_URL: "" })
    assert.match(sentence, /^Set DATABASE_URL to a PostgreSQL database, such as .*$/)
  })
})
