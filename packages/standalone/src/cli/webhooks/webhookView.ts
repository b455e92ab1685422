/** A webhook as its owner sees it, for people. */
import type { Subscription } from "@sellerkit/core"
import type { DateTime } from "effect"
import { shownType } from "../events/eventTypes.ts"
import type { Paint } from "../output/Output.ts"
import { printable } from "../output/printable.ts"
import { type Cell, table } from "../output/Table.ts"
import { shownTime } from "../output/times.ts"

export interface ShownWebhook {
  readonly id: string
  readonly enabled: boolean
  readonly name: string
  readonly url: string
  readonly subscriptions: ReadonlyArray<Subscription>
  readonly createdAt: DateTime.Utc
  readonly updatedAt: DateTime.Utc
  /** Present where the webhook has just been made. */
  readonly secret?: string
}

export const webhookView = (webhook: ShownWebhook, paint: Paint): string => {
  const { createdAt, enabled, id, name, secret, subscriptions, updatedAt, url } = webhook
  const types = subscriptions.length === 0 ? ["none"] : subscriptions.map(shownType)
  const facts: ReadonlyArray<readonly [name: string, value: Cell]> = [
    ["Webhook", id],
    ["Name", printable(name)],
    ["URL", url],
    ["State", enabled ? ["green", "enabled"] : ["yellow", "disabled"]],
    ["Events", types[0]!],
    ...types.slice(1).map((type) => ["", type] as const),
    ["Created", shownTime(createdAt)],
    ["Changed", shownTime(updatedAt)],
    ...(secret === undefined ? [] : [["Secret", secret] as const])
  ]
  // Not wrapped, so that the text can be copied.
  const rows = facts.map(([fact, value]): ReadonlyArray<Cell> => [["dim", fact], value])
  const shown = table(rows, { paint, columns: Infinity })
  return secret === undefined ? shown : `${shown}\n${paint("dim", "The secret is shown this once.")}`
}
