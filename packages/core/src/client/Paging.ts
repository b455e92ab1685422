/** The histories from the newest record to the oldest, as streams that fetch page after page as they are read. */
import { Effect } from "effect"
import { pageLimits } from "../pagination/TimePage.ts"
import type { SellerClient } from "./Client.ts"
import { byNext, byOffset } from "./walking.ts"

export * from "./walking.ts"

/** Every field may be left out. `limit`: how many records come with one request, 100 by default. */
type Query<Group extends "deliveries" | "events" | "history"> = Partial<
  Omit<Parameters<SellerClient[Group]["list"]>[0]["query"], "next" | "prev">
>

const { default: limit } = pageLimits

/** Events of the caller's webhooks. */
export const events = (client: SellerClient, query: Query<"events"> = {}) =>
  byNext((cursor) =>
    Effect.map(client.events.list({ query: { limit, ...query, next: cursor } }), ({ events: items, next }) => ({
      items,
      next
    }))
  )

/** Attempts to deliver to the caller's webhooks. */
export const deliveries = (client: SellerClient, query: Query<"deliveries"> = {}) =>
  byNext((cursor) =>
    Effect.map(client.deliveries.list({ query: { limit, ...query, next: cursor } }), ({ deliveries: items, next }) => ({
      items,
      next
    }))
  )

/** Changes of the caller's webhooks. */
export const history = (client: SellerClient, query: Query<"history"> = {}) =>
  byNext((cursor) =>
    Effect.map(client.history.list({ query: { limit, ...query, next: cursor } }), ({ history: items, next }) => ({
      items,
      next
    }))
  )

/** Media campaigns, by their ids. One that is put in meanwhile may be missing, and none comes twice. */
export const mediaCampaigns = (
  client: SellerClient,
  query: Omit<NonNullable<Parameters<SellerClient["media"]["list"]>[0]>["query"], "offset"> = {}
) => {
  const { limit = pageLimits.default } = query
  return byOffset({
    limit,
    fetch: (offset) =>
      Effect.map(
        client.media.list({ query: { order: "id", direction: "asc", ...query, limit, offset } }),
        (found) => found ?? []
      ),
    keyOf: ({ advertId }) => String(advertId)
  })
}
