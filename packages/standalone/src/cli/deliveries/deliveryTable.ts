/** Attempts to deliver, for people: one below the other, in columns that stay where they are as more of them come. */
import type { DeliveryView } from "@sellerkit/core/client"
import type { Screen } from "../output/Output.ts"
import { type Cell, table } from "../output/Table.ts"
import { shownTime } from "../output/times.ts"
import { nameOf, type WebhookNames } from "../webhooks/WebhookNames.ts"

type Delivery = typeof DeliveryView.Type

const answer = "Answer"

const heading = ["Time", "Delivery", answer, "Webhook"].map((text): Cell => ["dim", text])

const rowOf = ({ error, id, responseCode, success, time, webhookId }: Delivery, names: WebhookNames) => {
  const code = String(responseCode ?? "none").padEnd(answer.length)
  const name = nameOf(names, webhookId)
  return [
    shownTime(time),
    id,
    [success ? "green" : "red", code],
    error === undefined ? name : `${name}: ${error}`
  ] satisfies ReadonlyArray<Cell>
}

export const deliveryTable = (
  deliveries: ReadonlyArray<Delivery>,
  names: WebhookNames,
  screen: Screen,
  { withHeading }: { readonly withHeading: boolean }
): string => {
  if (deliveries.length === 0) return "No attempts to deliver so far."
  const rows = deliveries.map((delivery) => rowOf(delivery, names))
  return table(withHeading ? [heading, ...rows] : rows, screen)
}
