/** What became of an event has one shape, wherever it is asked for. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, expectTypeOf, it } from "@effect/vitest"
import type { Operator } from "@sellerkit/adapter-worker"
import type { EventRecord } from "@sellerkit/core"
import { createSellerkit, type Sellerkit } from "@sellerkit/embed"
import { Sandbox } from "@sellerkit/sandbox"
import { serviceLayer } from "@sellerkit/standalone"
import * as SqliteStorage from "@sellerkit/storage-sqlite"
import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import { HttpServer } from "effect/http"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { vi } from "vitest"
import { operatorKey, settings } from "./fixtures/serviceSettings.ts"

const sellerId = "01980000-0000-7000-8000-000000000001"
const subscription = { scope: "content", event: "card_changed" } as const
const payload = { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" }

/** As it crosses a network. */
const asJson = (record: EventRecord): unknown => JSON.parse(JSON.stringify(record))

/** What is where, and of what kind: times, ids, and who was first differ. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shapeOf).toSorted(byText)
  if (typeof value !== "object" || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shapeOf(member)]))
}

const byText = (left: unknown, right: unknown): number => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1)

/** Answers 200, or 410 below `/gone`. */
const startReceiver = async () => {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(request.url === "/gone" ? 410 : 200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, end: () => server.close() }
}

/** An event that one webhook has got, and that is held for another. */
const fatesInProcess = async (file: string): Promise<EventRecord> => {
  const receiver = await startReceiver()
  const sellerkit = await createSellerkit({
    storage: SqliteStorage.layer(file),
    allowedNetworks: ["127.0.0.0/8"],
    log: () => undefined
  })
  try {
    for (const path of ["", "gone"]) {
      const url = `${receiver.url}/${path}`
      await sellerkit.webhooks.create({ sellerId }, { name: "Cards", url, subscriptions: [subscription] })
    }
    const [event] = await sellerkit.publish({ sellerId }, [{ scope: "content", type: "card_changed", payload }])
    return await vi.waitFor(async () => {
      const record = await sellerkit.fates({ sellerId }, event!.id)
      assert.sameMembers(
        record.webhooks.map(({ fate }) => fate),
        ["delivered", "held"]
      )
      return record
    })
  } finally {
    await sellerkit.close()
    receiver.end()
  }
}

const fatesOverHttp = async (file: string, id: string): Promise<unknown> => {
  const service = serviceLayer({ ...settings, database: { kind: "sqlite", file } }).pipe(
    Layer.provide(NodeServices.layer),
    Layer.provideMerge(Logger.layer([]))
  )
  const runtime = ManagedRuntime.make(service)
  try {
    const base = await runtime.runPromise(HttpServer.addressFormattedWith(Effect.succeed))
    const headers = { authorization: `Bearer ${operatorKey}` }
    return await (await fetch(`${base}/operator/v1/sellers/${sellerId}/events/${id}`, { headers })).json()
  } finally {
    await runtime.dispose()
  }
}

const fatesInSandbox = async (): Promise<EventRecord> => {
  await using seller = await Sandbox.start()
  await seller.createWebhook({ subscriptions: ["card_changed"] })
  const gone = await seller.newReceiver()
  gone.answer(() => ({ status: 410 }))
  await seller.createWebhook({ url: gone.url, subscriptions: ["card_changed"] })
  const [event] = await seller.publish({ type: "card_changed", payload })
  return seller.fates(event!.id)
}

describe("what became of an event", () => {
  it("is said in the same words in a process, over HTTP, in a sandbox and at the edge", async () => {
    expectTypeOf<ReturnType<Sellerkit<[]>["fates"]>>().toEqualTypeOf<Promise<EventRecord>>()
    expectTypeOf<ReturnType<Operator["fates"]>>().toEqualTypeOf<Promise<EventRecord>>()
    expectTypeOf<ReturnType<Sandbox["fates"]>>().toEqualTypeOf<Promise<EventRecord>>()
    const folder = mkdtempSync(join(tmpdir(), "sellerkit-fates-"))
    try {
      const file = join(folder, "sellerkit.db")
      const record = await fatesInProcess(file)
      assert.deepStrictEqual(await fatesOverHttp(file, record.id), asJson(record))
      assert.deepStrictEqual(shapeOf(asJson(await fatesInSandbox())), shapeOf(asJson(record)))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
