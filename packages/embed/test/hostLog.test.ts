/** A log of the host that fails ends nothing. */
import { afterEach, assert, it } from "@effect/vitest"
import { DeliveryQueue } from "@sellerkit/core"
import * as MemoryStorage from "@sellerkit/storage-memory"
import { Effect, Layer } from "effect"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { vi } from "vitest"
import { createSellerkit, type LogEntry } from "../src/index.ts"

const seller = { sellerId: crypto.randomUUID() }
const payload = { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" }

/** Breaks when it is asked for work, for as long as `isBroken` says so. */
const storageWhile = (isBroken: () => boolean) =>
  Layer.effect(
    DeliveryQueue,
    Effect.map(DeliveryQueue, (queue) =>
      DeliveryQueue.of({
        ...queue,
        claim: (request) => (isBroken() ? Effect.die(new Error("Out of order")) : queue.claim(request))
      })
    )
  ).pipe(Layer.provideMerge(MemoryStorage.layer))

afterEach(() => {
  vi.restoreAllMocks()
})

const logs: Readonly<Record<string, (entry: LogEntry) => void>> = {
  throws: () => {
    throw new Error("The log is full")
  },
  rejects: () => Promise.reject(new Error("The log is full"))
}

it.each(Object.entries(logs))("deliveries and answers go on where it %s", async (_title, log) => {
  const print = vi.spyOn(console, "error").mockReturnValue()
  const received: Array<string | undefined> = []
  const receiver = createServer((request, response) => {
    received.push(request.url)
    request.resume()
    response.end()
  }).listen(0, "127.0.0.1")
  await once(receiver, "listening")
  let isBroken = true
  const sellerkit = await createSellerkit({
    storage: storageWhile(() => isBroken),
    allowedNetworks: ["127.0.0.0/8"],
    log
  })
  const printed = () => print.mock.calls.map((words) => words.join(" ")).join("\n")
  await vi.waitFor(() =>
    assert.match(printed(), /could not go on, and tries again \(and log has thrown:\) Error: The log/)
  )
  const failing = await sellerkit.handler(new Request("https://shop.example/api/v1/webhooks"), {
    authenticate: () => {
      throw new Error("No sessions today")
    }
  })
  assert.strictEqual(failing.status, 500)
  assert.sameMembers(Object.keys((await failing.json()) as object), [
    "title",
    "detail",
    "requestId",
    "origin",
    "errors"
  ])
  isBroken = false
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  const subscriptions = [{ scope: "content", event: "card_changed" }] as const
  await sellerkit.webhooks.create(seller, { name: "Cards", url, enabled: true, subscriptions })
  await sellerkit.publish(seller, [{ scope: "content", type: "card_changed", payload }])
  await vi.waitFor(() => assert.lengthOf(received, 1))
  await sellerkit.close()
  receiver.close()
})
