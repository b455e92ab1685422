/** What people call webhooks. */
import type { Account, WebhookId } from "@sellerkit/core"
import { Effect } from "effect"
import type { OperatorClient } from "../connection/OperatorClient.ts"
import { printable } from "../output/printable.ts"

/** By id. A webhook that was deleted has none. */
export type WebhookNames = ReadonlyMap<WebhookId, string>

/** The name, or the id where there is none. */
export const nameOf = (names: WebhookNames, id: WebhookId): string => names.get(id) ?? id

export const readWebhookNames = (operator: OperatorClient, { sandbox, sellerId }: Account) =>
  Effect.map(
    operator((api) => api.webhooks.list({ params: { sellerId }, query: { sandbox } })),
    ({ webhooks }): WebhookNames => new Map(webhooks.map(({ id, name }) => [id, printable(name)]))
  )
