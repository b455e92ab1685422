/** The examples, run as their readers run them. */
import { sign } from "@sellerkit/core/delivery"
import { NodeCrypto } from "@effect/platform-node"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import { createInterface } from "node:readline"

const examples = join(import.meta.dirname, "..", "examples")

describe("examples/receiver", () => {
  const secret = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="
  let receiver: ChildProcess
  let url: string
  const lines: Array<string> = []
  beforeAll(async () => {
    receiver = spawn(process.execPath, ["receiver.js"], {
      cwd: join(examples, "receiver"),
      env: { ...process.env, WEBHOOK_SECRET: `whsec_b2xk ${secret}`, PORT: "0" },
      stdio: ["ignore", "pipe", "inherit"]
    })
    url = await new Promise((resolve) => {
      createInterface({ input: receiver.stdout! }).on("line", (line) => {
        lines.push(line)
        if (line.startsWith("Receiving at ")) resolve(line.slice("Receiving at ".length))
      })
    })
  })
  afterAll(() => void receiver.kill())

  const send = async (body: string, change: Record<string, string> = {}): Promise<number> => {
    const id = crypto.randomUUID()
    const timestamp = Math.floor(Date.now() / 1000).toString()
    const signature = await Effect.runPromise(
      sign(Redacted.make(secret), { id, timestamp, body }).pipe(Effect.provide(NodeCrypto.layerMac))
    )
    const headers = {
      authorization: secret,
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": signature,
      ...change
    }
    const response = await fetch(url, { method: "POST", headers, body })
    return response.status
  }
  const notification = (...keys: ReadonlyArray<string>): string =>
    JSON.stringify({
      sellerId: "s",
      requestId: "r",
      events: keys.map((idempotencyKey) => ({
        idempotencyKey,
        scope: "content",
        type: "card_changed",
        test: false,
        payload: { nmID: 1 }
      }))
    })
  const processedKeys = (): ReadonlyArray<string> =>
    lines.filter((line) => line.startsWith("processing")).map((line) => line.split(" ")[2]!)

  it("processes each event once, however often it arrives", async () => {
    assert.strictEqual(await send(notification("a", "b")), 200)
    assert.strictEqual(await send(notification("b", "c")), 200)
    assert.strictEqual(await send(notification("a", "b")), 200)
    assert.deepStrictEqual(processedKeys(), ["a", "b", "c"])
  })

  it("refuses a wrong secret, a wrong signature and an old notification", async () => {
    const before = processedKeys().length
    assert.strictEqual(await send(notification("x"), { authorization: "whsec_d3Jvbmc=" }), 401)
    assert.strictEqual(await send(notification("x"), { "webhook-signature": "v1,AAAA" }), 401)
    assert.strictEqual(await send(notification("x"), { "webhook-timestamp": "1700000000" }), 401)
    assert.strictEqual(processedKeys().length, before)
  })
})
