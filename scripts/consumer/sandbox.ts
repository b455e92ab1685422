/** A test of an integration, without a test runner. */
import { NothingArrived, Sandbox } from "@sellerkit/sandbox"
import { deepEqual, ok, rejects } from "node:assert/strict"

const seller = await Sandbox.start({ startsAt: "2026-01-15T09:00:00Z" })
await seller.createWebhook({ subscriptions: ["card_changed"] })
seller.receiver.fail({ times: 2 })
await seller.publish("card_changed")
await seller.advance("1 minute")
deepEqual(
  seller.receiver.notifications.map(({ status, time }) => [time.toISOString().slice(11, 19), status]),
  [
    ["09:00:00", 500],
    ["09:00:10", 500],
    ["09:00:30", 200]
  ]
)
seller.receiver.clear()
await rejects(seller.receiver.next({ within: "1 minute" }), NothingArrived)
ok((await fetch(`${seller.baseUrl}/openapi.json`)).ok)
await seller.close()
