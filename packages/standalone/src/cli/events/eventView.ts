/** An event and what became of it, for people. */
import type { DropReason, EventFate, EventFates } from "@sellerkit/core"
import { DateTime } from "effect"
import { deliveryTable } from "../deliveries/deliveryTable.ts"
import type { Screen } from "../output/Output.ts"
import { printable } from "../output/printable.ts"
import { type Cell, table } from "../output/Table.ts"
import { shownDistance, shownTime } from "../output/times.ts"
import type { WebhookNames } from "../webhooks/WebhookNames.ts"

export interface ShownEvent extends Omit<EventFates, "id" | "payload"> {
  readonly id: string
  readonly payload: unknown
}

const droppedBecause: Readonly<Record<DropReason, string>> = {
  attemptsSpent: "its last attempt failed",
  webhookDeleted: "the webhook was deleted",
  webhookDisabled: "the webhook was disabled when it happened",
  heldTooLong: "the webhook stayed disabled for too long"
}

const fateOf = ({ dropReason, fate, heldUntil, nextAttemptAt }: EventFate, now: DateTime.Utc): Cell => {
  const isWaiting = nextAttemptAt !== undefined && DateTime.isGreaterThan(nextAttemptAt, now)
  switch (fate) {
    case "delivered":
      return ["green", "delivered"]
    case "pending":
      return ["yellow", isWaiting ? `pending, tried again in ${shownDistance(now, nextAttemptAt)}` : "pending, due now"]
    case "held":
      return [
        "yellow",
        heldUntil === undefined ? "held" : `held for ${shownDistance(now, heldUntil)}: its webhook is disabled`
      ]
    case "dropped":
      return ["red", dropReason === undefined ? "dropped" : `dropped: ${droppedBecause[dropReason]}`]
  }
}

const heading = ["Webhook", "Name", "Attempts", "Fate"].map((text): Cell => ["dim", text])

const fateTable = (fates: ReadonlyArray<EventFate>, names: WebhookNames, now: DateTime.Utc, screen: Screen): string => {
  const rows = fates.map((fate): ReadonlyArray<Cell> => [
    fate.webhookId,
    names.get(fate.webhookId) ?? "(deleted)",
    String(fate.attempts),
    fateOf(fate, now)
  ])
  return table([heading, ...rows], screen)
}

export const eventView = (
  { deliveries, id, idempotencyKey, payload, scope, test, time, type, webhooks }: ShownEvent,
  names: WebhookNames,
  now: DateTime.Utc,
  screen: Screen
): string => {
  const { paint } = screen
  return [
    `${paint("bold", printable(`${scope}/${type}`))} ${id}${test ? " (test)" : ""}`,
    `${paint("dim", "Time")} ${shownTime(time)}  ${paint("dim", "Idempotency key")} ${printable(idempotencyKey)}`,
    printable(JSON.stringify(payload)),
    "",
    fateTable(webhooks, names, now, screen),
    "",
    deliveryTable(deliveries, names, screen, { withHeading: true })
  ].join("\n")
}
