/** Webhooks as their owner sees them, for people. */
import { shownType } from "../events/eventTypes.ts"
import type { Screen } from "../output/Output.ts"
import { printable } from "../output/printable.ts"
import { type Cell, table } from "../output/Table.ts"
import type { ShownWebhook } from "./webhookView.ts"

const heading = ["Webhook", "Name", "State", "Events", "URL"].map((text): Cell => ["dim", text])

export const ownWebhookTable = (webhooks: ReadonlyArray<ShownWebhook>, screen: Screen): string => {
  if (webhooks.length === 0) return "This account has no webhooks."
  const rows = webhooks.map(({ enabled, id, name, subscriptions, url }): ReadonlyArray<Cell> => [
    id,
    printable(name),
    enabled ? ["green", "enabled"] : ["yellow", "disabled"],
    subscriptions.map(shownType).join(" "),
    url
  ])
  return table([heading, ...rows], screen)
}
