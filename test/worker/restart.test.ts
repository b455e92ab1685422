/** What becomes of what an object was doing when its process ended. */
import { assert, it } from "@effect/vitest"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished, vi } from "vitest"
import { startReceiver } from "./seller/receiver.ts"
import { startSellers } from "./seller/sellers.ts"

const subscriptions = [{ scope: "content", event: "card_changed" }]

const card = (idempotencyKey: string) => ({
  scope: "content",
  type: "card_changed",
  payload: { nmID: 1, vendorCode: "A-1", updatedAt: "2026-01-15T09:30:00Z" },
  idempotencyKey
})

// There are no calls after the restart: only alarms cause it. The lease of the request that was cut off is over after 30 s.
it("sends again what was in flight, and what had not been sent, when the process ended", async () => {
  const data = await mkdtemp(join(tmpdir(), "sellerkit-restart-"))
  let isDown = true
  const receiver = await startReceiver((response) => {
    if (!isDown) response.end()
  })
  const sellers = await startSellers({ data })
  onTestFinished(async () => {
    await sellers.stop()
    receiver.stop()
    await rm(data, { recursive: true })
  })

  const [one, other] = ["01980000-0000-7000-8000-00000000000a", "01980000-0000-7000-8000-00000000000b"].map(
    (sellerId) => ({ sellerId })
  )
  await sellers.operator("webhooks.create", one, { name: "Cards", url: receiver.url, subscriptions })
  await sellers.operator("publish", one, [card("in flight")])
  await vi.waitFor(() => assert.deepStrictEqual(receiver.keys, ["in flight"]))
  // Waits behind it.
  await sellers.operator("publish", one, [card("behind")])
  await sellers.operator("webhooks.create", other, { name: "Cards", url: receiver.url, subscriptions })
  // Accepted a moment before the end.
  await sellers.operator("publish", other, [card("just accepted")])
  await sellers.restart()
  isDown = false

  const after = () => receiver.keys.slice(1)
  const all = ["in flight", "behind", "just accepted"]
  await vi.waitFor(() => assert.includeMembers(after(), all), { timeout: 150_000, interval: 100 })
  const { token } = await sellers.operator("issueToken", one)
  const answer = await sellers.fetch("/api/v1/deliveries", { headers: { authorization: token } })
  const { deliveries } = (await answer.json()) as any
  assert.isTrue(deliveries[0].success)
})
