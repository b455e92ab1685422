/** The examples, run as their readers run them. */
import { sign } from "@sellerkit/core/delivery"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { vi } from "vitest"
import { run } from "./fixtures/command.ts"
import { type RunningProcess, startProcess } from "./fixtures/runningProcess.ts"

const examples = join(import.meta.dirname, "..", "examples")

describe("examples/receiver", () => {
  const secret = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE="
  const otherSecret = "whsec_b3RoZXI="

  const surroundings = (env: Readonly<Record<string, string>>) => ({
    cwd: join(examples, "receiver"),
    env: { ...process.env, ...env }
  })
  const data = mkdtempSync(join(tmpdir(), "sellerkit-receiver-"))
  let receiver: RunningProcess
  let url: string
  /** As `npm start` does. */
  const start = async () => {
    const env = { WEBHOOK_SECRET: `${otherSecret} ${secret}`, PORT: "0", DATABASE: join(data, "receiver.db") }
    receiver = startProcess(["../../scripts/toolchain.mjs", "examples/receiver/receiver.js"], surroundings(env))
    const announcement = "Receiving at "
    url = (await receiver.next((line) => line.startsWith(announcement))).slice(announcement.length)
  }
  beforeAll(start, 30_000)
  afterAll(async () => {
    await receiver.stop()
    rmSync(data, { recursive: true })
  })

  const send = async (body: string, change: Record<string, string> = {}, signedWith = secret): Promise<number> => {
    const id = crypto.randomUUID()
    const timestamp = Math.floor(Date.now() / 1000).toString()
    const signature = await Effect.runPromise(
      sign(Redacted.make(signedWith), { id, timestamp, body }).pipe(Effect.provide(NodeCrypto.layerMac))
    )
    const headers = {
      authorization: signedWith,
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": signature,
      ...change
    }
    const response = await fetch(url, { method: "POST", headers, body })
    return response.status
  }
  const notification = (sellerId: string, ...keys: ReadonlyArray<string>): string =>
    JSON.stringify({
      sellerId,
      requestId: "r",
      events: keys.map((idempotencyKey) => ({
        id: crypto.randomUUID(),
        idempotencyKey,
        time: "2026-01-15T09:30:00.000Z",
        scope: "content",
        type: "card_changed",
        test: false,
        payload: { nmID: 1 }
      }))
    })
  /** Seller and key of each event that was processed. */
  const processed = (): ReadonlyArray<string> =>
    receiver.lines.filter((line) => line.startsWith("processing")).map((line) => line.split(" ").slice(2, 4).join(" "))

  it("processes each event once, however often it arrives", async () => {
    assert.strictEqual(await send(notification("one", "a", "b")), 200)
    assert.strictEqual(await send(notification("one", "b", "c")), 200)
    assert.strictEqual(await send(notification("one", "a", "b")), 200)
    await vi.waitFor(() => assert.deepStrictEqual(processed(), ["one a", "one b", "one c"]))
  })

  it("takes the same key of another seller for another event", async () => {
    assert.strictEqual(await send(notification("two", "a"), {}, otherSecret), 200)
    assert.strictEqual(await send(notification("two", "a"), {}, otherSecret), 200)
    await vi.waitFor(() => assert.deepStrictEqual(processed().slice(3), ["two a"]))
  })

  it("refuses a wrong secret, a wrong signature and an old notification", async () => {
    const before = processed().length
    assert.strictEqual(await send(notification("one", "x"), { authorization: "whsec_d3Jvbmc=" }), 401)
    assert.strictEqual(await send(notification("one", "x"), { "webhook-signature": "v1,AAAA" }), 401)
    assert.strictEqual(await send(notification("one", "x"), { "webhook-timestamp": "1700000000" }), 401)
    assert.strictEqual(processed().length, before)
  })

  it("knows what it has processed when it is started anew", async () => {
    await receiver.stop()
    await start()
    assert.strictEqual(await send(notification("one", "c", "d")), 200)
    await vi.waitFor(() => assert.deepStrictEqual(processed(), ["one d"]))
  })

  const refuses = (title: string, env: () => Readonly<Record<string, string>>, sentence: RegExp) =>
    it(`says in one sentence why it does not start: ${title}`, async () => {
      const refused = spawn(process.execPath, ["receiver.js"], surroundings({ WEBHOOK_SECRET: secret, ...env() }))
      let said = ""
      refused.stderr.on("data", (chunk) => (said += chunk))
      const code = await new Promise((resolve) => refused.once("close", resolve))
      assert.strictEqual(code, 1)
      assert.match(said.trimEnd(), sentence)
    })

  refuses("no secret is given", () => ({ WEBHOOK_SECRET: "" }), /^Set WEBHOOK_SECRET .*$/)
  refuses("the port is in use", () => ({ PORT: new URL(url).port }), /^Port \d+ is in use: .* PORT$/)
  refuses("the port is no number", () => ({ PORT: "abc" }), /^PORT is abc: .* from 0 to 65535$/)
  refuses("the port is too large", () => ({ PORT: "65536" }), /^PORT is 65536: .* from 0 to 65535$/)
})

const vitest = join(examples, "..", "node_modules", "vitest", "vitest.mjs")

describe("examples/integrator-tests", () => {
  it.each([
    ["Vitest", [vitest, "run"], /Tests.*4 passed/],
    ["node:test", ["--test", "test/inbox.node.ts"], /pass 1\b/]
  ])("passes with %s", async (_, args, passed) => {
    const { out, status } = await run(process.execPath, args, { cwd: join(examples, "integrator-tests") })
    assert.strictEqual(status, 0, out)
    assert.match(out, passed)
  })
})

describe.each([
  ["campaign-life", /Tests.*4 passed/],
  ["bidding-bot", /Tests.*3 passed/]
])("examples/%s", (name, passed) => {
  it("passes", async () => {
    const { out, status } = await run(process.execPath, [vitest, "run"], { cwd: join(examples, name) })
    assert.strictEqual(status, 0, out)
    assert.match(out, passed)
  })
})

describe("examples/two-dispatchers", () => {
  it("delivers everything, although a dispatcher is killed in the middle", async () => {
    const env = {
      ...process.env,
      // The server that it starts for a newcomer.
      DATABASE_URL: "",
      // Half a minute would be long.
      NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, "fixtures/shortLease.ts"))}`,
      LEASE_SECONDS: "3"
    }
    const { out, status } = await run(process.execPath, ["main.ts"], {
      cwd: join(examples, "two-dispatchers"),
      env
    })
    assert.strictEqual(status, 0, out)
    assert.match(out, /^The second dispatcher was killed when \d+ of 1000 events had arrived$/m)
    assert.match(out, /^All 1000 events were handled, each once$/m)
    const [, first, second] = /^The first dispatcher delivered (\d+), the second one (\d+)$/m.exec(out)!
    assert.isAtLeast(Number(first) + Number(second), 1000)
    assert.isAbove(Number(second), 0)
  })
})
