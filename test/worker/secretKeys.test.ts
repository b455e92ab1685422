/** Changing the key of webhooks' secrets at the edge, by what a host's Workers can call. */
import { assert, it } from "@effect/vitest"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished, vi } from "vitest"
import { startReceiver } from "./seller/receiver.ts"
import { type Sellers, startSellers } from "./seller/sellers.ts"

const seller = { sellerId: "01980000-0000-7000-8000-00000000000a" }

const webhook = (url: string) => ({ name: "Cards", url, subscriptions: [{ scope: "content", event: "card_changed" }] })

const event = {
  scope: "content",
  type: "card_changed",
  payload: { nmID: 1, vendorCode: "A-1", updatedAt: "2026-01-15T09:30:00Z" },
  idempotencyKey: "sent with the new key alone"
}

it("retires an old key: everything is encrypted with the newest, and opens without the old one", async () => {
  const data = await mkdtemp(join(tmpdir(), "sellerkit-keys-"))
  const receiver = await startReceiver()
  onTestFinished(async () => {
    receiver.stop()
    await rm(data, { recursive: true })
  })
  const withKeys = async (secretKeys: ReadonlyArray<string>, use: (sellers: Sellers) => Promise<void>) => {
    const sellers = await startSellers({ data, secretKeys })
    try {
      await use(sellers)
    } finally {
      await sellers.stop()
    }
  }

  await withKeys(["a"], async ({ operator }) => {
    await operator("webhooks.create", seller, webhook(receiver.url))
    await operator("webhooks.create", { ...seller, sandbox: true }, webhook(receiver.url))
  })
  await withKeys(["b", "a"], async ({ operator }) => {
    const reencrypt = () => operator("reencryptSecrets", seller.sellerId)
    assert.deepStrictEqual(await reencrypt(), { examined: 2, reencrypted: 2, unreadable: [] })
    assert.deepStrictEqual(await reencrypt(), { examined: 2, reencrypted: 0, unreadable: [] })
  })
  await withKeys(["b"], async ({ operator }) => {
    await operator("publish", seller, [event])
    await vi.waitFor(() => assert.deepStrictEqual(receiver.keys, [event.idempotencyKey]))
  })
})
