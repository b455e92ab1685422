/** A receiver of somebody who has nothing else of ours: an event arrives, is handled once, and a stranger's is not. */
import { createReceiver, memoryStore } from "@sellerkit/receiver"
import { toFetch } from "@sellerkit/receiver/fetch"
import { deepEqual, equal } from "node:assert/strict"

const secret = "a secret that both sides know"
const numbers: Array<number> = []

const receive = toFetch(
  createReceiver({
    secrets: secret,
    store: memoryStore(),
    on: { "content/card_changed": ({ payload }) => void numbers.push(payload.nmID) },
    report: () => undefined
  })
)

const event = {
  id: "1",
  idempotencyKey: "1",
  time: "2026-01-01T00:00:00Z",
  scope: "content",
  type: "card_changed",
  test: false,
  payload: { nmID: 12345678, vendorCode: "A-1", updatedAt: "2026-01-01T00:00:00Z" }
}
const body = JSON.stringify({ sellerId: "seller", requestId: "request", events: [event] })
const statusFor = async (authorization: string) =>
  (await receive(new Request("http://localhost/", { method: "POST", headers: { authorization }, body }))).status

equal(await statusFor("another"), 401)
equal(await statusFor(secret), 200)
equal(await statusFor(secret), 200)
deepEqual(numbers, [12345678])
