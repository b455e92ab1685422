/** Calls that are under way as the service closes. */
import { assert, it } from "@effect/vitest"
import { EventStore } from "@sellerkit/core"
import * as MemoryStorage from "@sellerkit/storage-memory"
import { Effect, Layer } from "effect"
import { createSellerkit, SellerkitClosed } from "../src/index.ts"

const seller = { sellerId: crypto.randomUUID() }
const payload = { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" }
const event = { scope: "content", type: "card_changed", payload } as const

/** Events are stored, and it is only said once `stored` has settled. */
const started = async (stored: Promise<void>) => {
  const begun = Promise.withResolvers<void>()
  const storage = Layer.effect(
    EventStore,
    Effect.map(EventStore, (store) =>
      EventStore.of({
        ...store,
        append: (...given) =>
          Effect.tap(store.append(...given), () =>
            Effect.promise(() => {
              begun.resolve()
              return stored
            })
          )
      })
    )
  ).pipe(Layer.provideMerge(MemoryStorage.layer))
  const sellerkit = await createSellerkit({ dispatcher: false, log: () => {}, storage })
  const published = sellerkit.publish(seller, [event])
  published.catch(() => {})
  await begun.promise
  return { sellerkit, published }
}

it("end as they would have", async () => {
  const stored = Promise.withResolvers<void>()
  const { published, sellerkit } = await started(stored.promise)
  const closing = sellerkit.close()
  stored.resolve()
  assert.lengthOf(await published, 1)
  await closing
})

it("reject with SellerkitClosed where they take too long", async () => {
  const { published, sellerkit } = await started(new Promise(() => {}))
  await sellerkit.close()
  assert.instanceOf(await published.catch((error: unknown) => error), SellerkitClosed)
})

it("reject with SellerkitClosed where they are requests whose caller is never known", async () => {
  const sellerkit = await createSellerkit({ dispatcher: false, log: () => {}, storage: MemoryStorage.layer })
  const request = () => new Request("https://shop.example/api/v1/webhooks")
  const incoming = { authenticate: () => new Promise<never>(() => {}) }
  const answers = Promise.allSettled([sellerkit.handler(request(), incoming), sellerkit.route(request(), incoming)])
  await sellerkit.close()
  for (const answer of await answers) {
    assert(answer.status === "rejected")
    assert.instanceOf(answer.reason, SellerkitClosed)
  }
})
