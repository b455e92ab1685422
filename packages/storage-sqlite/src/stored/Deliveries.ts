/** Attempts, as rows in the order of time at their webhooks. */
import type { Delivery } from "@sellerkit/core"
import type { SqliteHost } from "../connection/SqliteHost.ts"
import type { EventKey } from "./StoredEvent.ts"

/** `time` in milliseconds. */
export interface PlainDelivery extends Pick<Delivery, "error" | "responseCode" | "success"> {
  readonly id: string
  readonly time: number
}

/** `gatheredBy`: null where the webhook's attempts are looked at on their own. */
interface AttemptedWebhook {
  readonly webhook: number
  readonly gatheredBy: number | null
}

/** False when it is recorded already. */
export const insertDelivery = (
  host: SqliteHost,
  { gatheredBy, webhook }: AttemptedWebhook,
  { error, id, responseCode, success, time }: PlainDelivery,
  events: ReadonlyArray<EventKey>
): boolean =>
  host.insert(
    `insert into delivery (id, webhook, gathered_by, time, success, response_code, error, events)
     values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (id) do nothing`,
    id,
    webhook,
    gatheredBy,
    time,
    success ? 1 : 0,
    responseCode ?? null,
    error ?? null,
    JSON.stringify(events.map(({ event }) => event))
  ) !== undefined
