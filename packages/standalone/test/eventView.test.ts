/** What became of an event, as people see it. */
import { DeliveryId, type EventFate, WebhookId } from "@sellerkit/core"
import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { eventView } from "../src/cli/events/eventView.ts"
import { paintWith } from "../src/cli/output/Output.ts"

const now = DateTime.makeUnsafe("2026-11-21T02:00:00Z")
const webhookId = WebhookId.make("019845e1-67aa-7c3e-9d1f-52f0c1d2e3f4")
const deleted = WebhookId.make("019845e1-67aa-7c3e-9d1f-52f0c1d2e3f5")

const event = {
  id: "019845e1-682f-7b02-a706-3b2422d13aec",
  idempotencyKey: "k\u202E",
  time: now,
  scope: "content",
  type: "card_changed",
  test: true,
  payload: { title: "\u001B[2J" },
  deliveries: []
}

const shown = (fate: Omit<EventFate, "attempts" | "webhookId">, id = webhookId): string =>
  eventView({ ...event, webhooks: [{ webhookId: id, attempts: 2, ...fate }] }, new Map([[webhookId, "Orders"]]), now, {
    paint: paintWith(false),
    columns: 200
  })

const later = DateTime.add(now, { minutes: 90 })

describe("an event", () => {
  it.each([
    [{ fate: "delivered" }, "delivered"],
    [{ fate: "pending", nextAttemptAt: later }, "pending, tried again in 1h 30m"],
    [{ fate: "pending", nextAttemptAt: now }, "pending, due now"],
    [{ fate: "held", heldUntil: later }, "held for 1h 30m: its webhook is disabled"],
    [{ fate: "dropped", dropReason: "attemptsSpent" }, "dropped: its last attempt failed"],
    [{ fate: "dropped", dropReason: "webhookDeleted" }, "dropped: the webhook was deleted"],
    [{ fate: "dropped", dropReason: "webhookDisabled" }, "dropped: the webhook was disabled when it happened"],
    [{ fate: "dropped", dropReason: "heldTooLong" }, "dropped: the webhook stayed disabled for too long"]
  ] as const)("has its fate at a webhook: %o", (fate, text) =>
    assert.match(shown(fate), new RegExp(`^${webhookId} {2}Orders {2}2 {9}${text}$`, "m"))
  )

  it("is shown with each attempt, and the name of its webhook where there is one", () => {
    assert.match(shown({ fate: "delivered" }), /No attempts/)
    assert.match(shown({ fate: "delivered" }, deleted), new RegExp(`^${deleted} {2}\\(deleted\\)`, "m"))
    const id = DeliveryId.make(event.id)
    const deliveries = [{ id, time: now, webhookId: deleted, success: false, responseCode: 500, error: "It failed" }]
    const text = eventView({ ...event, deliveries, webhooks: [] }, new Map(), now, {
      paint: paintWith(false),
      columns: 200
    })
    assert.include(text, `2026-11-21T02:00:00Z  ${id}  500     ${deleted}: It failed`)
  })

  it("shows nothing that a terminal would obey", () => {
    const text = shown({ fate: "delivered" })
    assert.include(text, "content/card_changed 019845e1-682f-7b02-a706-3b2422d13aec (test)")
    assert.notMatch(text.replaceAll("\n", ""), /[\p{Cc}\p{Bidi_Control}]/u)
  })
})
