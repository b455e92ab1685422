/**
 * Attempts to deliver as they come. An attempt is recorded when it has ended, under the time at which it began, so that a slow
 * one appears behind others that were listed before. So the latest stretch of time is read again each time, and attempts that
 * were given already are known by their ids.
 *
 * Times are compared with each other only, never with this machine's clock, which may not be that of the service.
 */
import type { DeliveryId } from "@sellerkit/core"
import type { DeliveryView } from "@sellerkit/core/client"
import { DateTime, Duration, Effect } from "effect"

type Delivery = typeof DeliveryView.Type

interface DeliveryPage {
  /** The newest first. */
  readonly deliveries: ReadonlyArray<Delivery>
  /** Leads to older ones; empty where there are none. */
  readonly next: string
}

/** Lists a page of attempts, from a time on where one is given. */
export type ListDeliveries<E, R> = (query: {
  readonly limit: number
  readonly next: string
  readonly from?: DateTime.Utc
}) => Effect.Effect<DeliveryPage, E, R>

export interface DeliveryFeed<E, R> {
  /** The newest attempts, the newest last. The feed goes on from there. */
  readonly newest: (count: number) => Effect.Effect<ReadonlyArray<Delivery>, E, R>
  /** What has been recorded since the last call. */
  readonly more: Effect.Effect<ReadonlyArray<Delivery>, E, R>
}

// our choice: an attempt takes ten seconds at most and is recorded at once, unless the storage is in trouble.
const lookBack = Duration.seconds(30)

// The most that one request gives.
const largestPage = 1000

/** All attempts from a time on, or from the beginning. */
const allSince = <E, R>(list: ListDeliveries<E, R>) =>
  Effect.fnUntraced(function* (from: DateTime.Utc | undefined) {
    const found: Array<Delivery> = []
    let next = ""
    do {
      const page = yield* list({ limit: largestPage, next, ...(from && { from }) })
      found.push(...page.deliveries)
      next = page.next
    } while (next !== "")
    return found
  })

const newestOf = <E, R>(list: ListDeliveries<E, R>) =>
  Effect.fnUntraced(function* (count: number) {
    const found: Array<Delivery> = []
    let next = ""
    do {
      const page = yield* list({ limit: Math.min(largestPage, count - found.length), next })
      found.push(...page.deliveries)
      next = page.next
    } while (next !== "" && found.length < count)
    return found
  })

const byTime = (left: Delivery, right: Delivery): number =>
  DateTime.toEpochMillis(left.time) - DateTime.toEpochMillis(right.time)

export const makeDeliveryFeed = <E, R>(list: ListDeliveries<E, R>): DeliveryFeed<E, R> => {
  const since = allSince(list)
  let from: DateTime.Utc | undefined
  // The ids of the given attempts from `from` on.
  let given: ReadonlySet<DeliveryId> = new Set()

  /** Notes that `found` has been given. */
  const remember = (found: ReadonlyArray<Delivery>): void => {
    const latest = found.toSorted(byTime).at(-1)
    if (latest === undefined) return
    const reached = DateTime.subtractDuration(latest.time, lookBack)
    from = from === undefined ? reached : DateTime.max(from, reached)
    given = new Set(found.map(({ id }) => id))
  }

  return {
    newest: Effect.fnUntraced(function* (count) {
      // First the attempts that exist already. Those that come while the rest is read belong to `more`.
      const [latest] = (yield* list({ limit: 1, next: "" })).deliveries
      const before = latest === undefined ? [] : yield* since(DateTime.subtractDuration(latest.time, lookBack))
      const newest = yield* newestOf(list)(count)
      remember([...before, ...newest])
      return newest.toReversed()
    }),
    more: Effect.map(
      Effect.suspend(() => since(from)),
      (found) => {
        const fresh = found.filter(({ id }) => !given.has(id))
        remember(found)
        return fresh.toReversed()
      }
    )
  }
}
