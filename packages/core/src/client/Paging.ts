/** The histories from the newest record to the oldest, as streams that fetch page after page as they are read. */
import { Duration, Effect, Option, Schedule, Stream } from "effect"
import { HttpClientError } from "effect/http"
import { TooManyRequests } from "../http/TooManyRequests.ts"
import { pageLimits } from "../pagination/TimePage.ts"
import type { SellerClient } from "./Client.ts"

// our choice: a service that restarts is back within half a minute.
const again = Schedule.max([Schedule.exponential("1 second"), Schedule.recurs(5)])

/** The service failed, or could not be reached: reading the page again may succeed. */
const mayPass = (error: unknown): boolean => {
  if (!HttpClientError.isHttpClientError(error)) return false
  const { reason, response } = error
  return response === undefined ? reason._tag === "TransportError" : response.status >= 500
}

/** It waits for a spent budget as the answer says, however often. After a failure of the service it tries five more times. */
const patiently = <A, E, R>(page: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  page.pipe(
    Effect.retry({ while: mayPass, schedule: again }),
    Effect.catchIf(
      (error) => error instanceof TooManyRequests,
      ({ retryAfter }) => Effect.andThen(Effect.sleep(Duration.seconds(retryAfter)), patiently(page))
    )
  )

/** `fetch` gives a page and its cursor `next`, empty on the last one. */
const walk = <A, E, R>(
  fetch: (next: string) => Effect.Effect<{ readonly items: ReadonlyArray<A>; readonly next: string }, E, R>
): Stream.Stream<A, E, R> =>
  Stream.paginate("", (cursor) =>
    Effect.map(
      patiently(fetch(cursor)),
      ({ items, next }) => [items, Option.liftPredicate(next, (text) => text !== "")] as const
    )
  )

/** Every field may be left out. `limit`: how many records come with one request, 100 by default. */
type Query<Group extends "deliveries" | "events" | "history"> = Partial<
  Omit<Parameters<SellerClient[Group]["list"]>[0]["query"], "next" | "prev">
>

const { default: limit } = pageLimits

/** Events of the caller's webhooks. */
export const events = (client: SellerClient, query: Query<"events"> = {}) =>
  walk((cursor) =>
    Effect.map(client.events.list({ query: { limit, ...query, next: cursor } }), ({ events: items, next }) => ({
      items,
      next
    }))
  )

/** Attempts to deliver to the caller's webhooks. */
export const deliveries = (client: SellerClient, query: Query<"deliveries"> = {}) =>
  walk((cursor) =>
    Effect.map(client.deliveries.list({ query: { limit, ...query, next: cursor } }), ({ deliveries: items, next }) => ({
      items,
      next
    }))
  )

/** Changes of the caller's webhooks. */
export const history = (client: SellerClient, query: Query<"history"> = {}) =>
  walk((cursor) =>
    Effect.map(client.history.list({ query: { limit, ...query, next: cursor } }), ({ history: items, next }) => ({
      items,
      next
    }))
  )
