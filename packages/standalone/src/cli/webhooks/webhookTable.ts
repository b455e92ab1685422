/** How webhooks fare, for people. */
import type { WebhookHealth, WebhookStatus } from "@sellerkit/core"
import { DateTime } from "effect"
import type { MonitoredWebhookView } from "@sellerkit/core/client"
import { counted } from "../output/counted.ts"
import type { Screen } from "../output/Output.ts"
import { printable } from "../output/printable.ts"
import { type Cell, table } from "../output/Table.ts"
import { shownDistance } from "../output/times.ts"

type MonitoredWebhook = typeof MonitoredWebhookView.Type

const disabledBecause: Readonly<Record<Exclude<WebhookStatus, "enabled">, string>> = {
  disabled: "by its owner",
  serviceDisabled: "with its service, by the seller",
  unreachable: "its receiver accepted nothing for too long",
  gone: "its receiver answered 410 Gone"
}

const failing = ({ backingOffUntil, failingSince, failures }: WebhookHealth, now: DateTime.Utc): string => {
  const since = failingSince === undefined ? "" : ` for ${shownDistance(failingSince, now)}`
  const isWaiting = backingOffUntil !== undefined && DateTime.isGreaterThan(backingOffUntil, now)
  const next = isWaiting ? `, backing off for ${shownDistance(now, backingOffUntil)} more` : ""
  return `failing${since} (${counted(failures, "request")})${next}`
}

const held = ({ heldUntil, waiting }: WebhookHealth, now: DateTime.Utc): string =>
  heldUntil === undefined || waiting === 0 ? "" : `; what waits is held for ${shownDistance(now, heldUntil)}`

const stateOf = (health: WebhookHealth, now: DateTime.Utc): Cell => {
  if (health.status !== "enabled") return ["yellow", `disabled: ${disabledBecause[health.status]}${held(health, now)}`]
  return health.state === "failing" ? ["red", failing(health, now)] : ["green", "healthy"]
}

/** A column, and what it says of a webhook. */
type Column = readonly [heading: string, cell: (webhook: MonitoredWebhook) => Cell]

const columnsOf = (now: DateTime.Utc, withService: boolean): ReadonlyArray<Column> => [
  ["Webhook", ({ id }) => id],
  ["Name", ({ name }) => printable(name)],
  ...(withService ? ([["Service", ({ serviceId }) => serviceId ?? "–"]] satisfies ReadonlyArray<Column>) : []),
  ["State", ({ health }) => stateOf(health, now)],
  [
    "Last success",
    ({ health: { lastSuccessAt } }) =>
      lastSuccessAt === undefined ? "never" : `${shownDistance(lastSuccessAt, now)} ago`
  ],
  ["Waiting", ({ health }) => String(health.waiting)]
]

export const webhookTable = (webhooks: ReadonlyArray<MonitoredWebhook>, now: DateTime.Utc, screen: Screen): string => {
  if (webhooks.length === 0) return "This account has no webhooks."
  // No column is needed where all webhooks are the seller's own.
  const columns = columnsOf(
    now,
    webhooks.some(({ serviceId }) => serviceId !== null)
  )
  const heading = columns.map(([text]): Cell => ["dim", text])
  return table([heading, ...webhooks.map((webhook) => columns.map(([, cellOf]) => cellOf(webhook)))], screen)
}
