/** Processes that have a part of the service each, over one database. */
import { assert, describe, it } from "@effect/vitest"
import type { Settings } from "@sellerkit/standalone"
import { Effect, Redacted } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { vi } from "vitest"
import { startProcess as startCommand } from "../fixtures/runningProcess.ts"
import { program } from "../fixtures/program.ts"
import { postgresDatabase } from "../targets.ts"
import {
  callerOf,
  makeSeller,
  type Receiver,
  type Role,
  type RunningProcess,
  startProcess,
  startReceiver
} from "./processes.ts"

interface World {
  readonly url: string
  readonly receiver: Receiver
  start(role: Role, change?: Partial<Settings>): Promise<RunningProcess>
}

const test = (title: string, body: (world: World) => Promise<void>) =>
  it.live(title, () =>
    Effect.scoped(
      Effect.flatMap(postgresDatabase, ({ url, maxConnections }) =>
        Effect.promise(async () => {
          // PGlite has one connection for all of them.
          if (maxConnections !== undefined) return
          const started: Array<RunningProcess> = []
          const receiver = await startReceiver()
          try {
            await body({
              url,
              receiver,
              start: async (role, change) => {
                const process = await startProcess(role, url, change)
                started.push(process)
                return process
              }
            })
          } finally {
            await Promise.all(started.map((process) => process.stop()))
            receiver.close()
          }
        })
      )
    )
  )

const ready = (process: RunningProcess) => process.call("GET", "/health/ready")

describe("a process of the API alone", () => {
  test("publishes what dispatchers deliver at once", async ({ receiver, start }) => {
    const [api] = await Promise.all([start("api"), start("dispatcher"), start("dispatcher")])
    const seller = await makeSeller(api!, receiver.url)
    for (let number = 0; number < 5; number++) {
      assert.strictEqual((await seller.publish(api!, `order-${number}`)).status, 202)
      // Sooner than by looking, which is done every five seconds.
      await vi.waitFor(() => assert.lengthOf(receiver.received, number + 1), { timeout: 4000, interval: 5 })
    }
  })

  test("delivers nothing itself, and is ready", async ({ receiver, start }) => {
    const api = await start("api")
    const seller = await makeSeller(api, receiver.url)
    await seller.publish(api, "order-1")
    const { body, status } = await ready(api)
    assert.deepStrictEqual([status, body], [200, { status: "ready" }])
    const { body: metrics } = await api.call("GET", "/metrics")
    assert.match(metrics, /^sellerkit_events_waiting 1$/m)
    assert.notMatch(metrics, /^sellerkit_deliveries_in_flight /m)
    assert.lengthOf(receiver.received, 0)
    await start("dispatcher")
    await vi.waitFor(() => assert.lengthOf(receiver.received, 1))
  })
})

describe("dispatchers beside it", () => {
  test("are known by it while they run, in the order of their start, and are gone at once when they stop", async ({
    start
  }) => {
    const api = await start("api")
    const listed = async (): Promise<ReadonlyArray<string>> => {
      const { body, status } = await api.call("GET", "/operator/v1/dispatchers")
      assert.strictEqual(status, 200)
      return body.dispatchers.map(({ id }: { readonly id: string }) => id)
    }
    assert.deepStrictEqual(await listed(), [])
    const first = await start("dispatcher")
    await vi.waitFor(async () => assert.lengthOf(await listed(), 1))
    const [one] = await listed()
    await start("dispatcher")
    await vi.waitFor(async () => assert.lengthOf(await listed(), 2))
    const both = await listed()
    assert.strictEqual(both[0], one)
    await first.stop()
    assert.deepStrictEqual(await listed(), both.slice(1))
  })
})

describe("a dispatcher alone", () => {
  test("answers how it does, and nothing else", async ({ start }) => {
    const dispatcher = await start("dispatcher")
    assert.deepStrictEqual((await dispatcher.call("GET", "/health/live")).body, { status: "alive" })
    await vi.waitFor(async () => {
      const { body, status } = await ready(dispatcher)
      assert.deepStrictEqual([status, body.status, body.dispatcher.inFlight], [200, "ready", 0])
    })
    const { body: metrics, status } = await dispatcher.call("GET", "/metrics")
    assert.strictEqual(status, 200)
    assert.match(metrics, /^sellerkit_deliveries_in_flight 0$/m)
    assert.strictEqual((await dispatcher.sell("no key", "GET", "/metrics")).status, 401)
    for (const path of ["/api/v1/webhooks", "/operator/v1/tokens", "/docs", "/operator/docs", "/openapi.json"]) {
      const { body, status } = await dispatcher.call("GET", path)
      assert.deepStrictEqual([status, body.title], [404, "Path not found"], path)
    }
  })

  test("is one of several that start at the same time, and make the host's webhook once", async ({
    receiver,
    start
  }) => {
    const operations = { url: receiver.url, secret: Redacted.make("a secret of at least thirty-two characters") }
    const [api] = await Promise.all([
      start("api"),
      ...Array.from({ length: 4 }, () => start("dispatcher", { operations }))
    ])
    const { body } = await api!.call("GET", "/operator/v1/sellers/00000000-0000-0000-0000-000000000000/webhooks")
    assert.deepStrictEqual(
      body.webhooks.map(({ url }: { readonly url: string }) => url),
      [receiver.url]
    )
  })
})

describe("commands", () => {
  test("run a part each, and end in order", async ({ receiver, url }) => {
    const data = mkdtempSync(join(tmpdir(), "sellerkit-roles-"))
    const env = { ...process.env, PORT: "0", SELLERKIT_DATA: data, SELLERKIT_DATABASE: url }
    const start = async (...args: ReadonlyArray<string>) => {
      const command = startCommand([program, ...args, "--json"], { cwd: data, env })
      return { command, started: JSON.parse(await command.next((line) => line.startsWith("{"))) }
    }
    const api = await start("serve", "--api-only")
    const dispatcher = await start("dispatch")
    try {
      assert.notInclude(JSON.stringify(dispatcher.started), new URL(url).password)
      const seller = await makeSeller(callerOf(api.started.api, api.started.operatorKey), receiver.url)
      const metrics = await callerOf(dispatcher.started.address, api.started.operatorKey).call("GET", "/metrics")
      assert.strictEqual(metrics.status, 200)
      await seller.publish(callerOf(api.started.api, api.started.operatorKey), "order-1")
      await vi.waitFor(() => assert.lengthOf(receiver.received, 1))
    } finally {
      const codes = [await api.command.stop(), await dispatcher.command.stop()]
      rmSync(data, { recursive: true })
      assert.deepStrictEqual(codes, [0, 0])
    }
  })
})
