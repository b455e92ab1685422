/** Services in one process, which know nothing of each other. */
import { assert, describe, it } from "@effect/vitest"
import { EventStore, observedStorage } from "@sellerkit/core"
import * as MemoryStorage from "@sellerkit/storage-memory"
import { Effect, Layer } from "effect"
import { createSellerkit } from "../src/index.ts"

const seller = { sellerId: crypto.randomUUID() }

describe("a service beside another one", () => {
  it("gives way to its own events alone: in a Worker it would go on in the name of another object", async () => {
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = Layer.effect(
      EventStore,
      Effect.map(EventStore, (store) =>
        EventStore.of({
          ...store,
          append: (...given) =>
            Effect.promise(() => {
              begun.resolve()
              return released.promise
            }).pipe(Effect.andThen(store.append(...given)))
        })
      )
    ).pipe(Layer.provideMerge(MemoryStorage.layer))
    const options = { dispatcher: false, log: () => {} } as const
    const busy = await createSellerkit({ ...options, storage: observedStorage(slow) })
    const other = await createSellerkit({ ...options, storage: MemoryStorage.layer })
    const payload = { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" }
    const published = busy.publish(seller, [{ scope: "content", type: "card_changed", payload }])
    await begun.promise
    const request = new Request("https://shop.example/api/v1/supplier/orders?dateFrom=2026-01-15")
    const answer = await other.handler(request, { authenticate: () => seller })
    assert.deepStrictEqual([answer.status, await answer.text()], [200, "[]"])
    released.resolve()
    assert.lengthOf(await published, 1)
    await Promise.all([busy.close(), other.close()])
  })
})
