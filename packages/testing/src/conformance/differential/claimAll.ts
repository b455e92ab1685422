/** Claims until nothing is due: which of the lanes that are due at the same time comes first is a driver's own. */
import {
  AccountCapacity,
  type Batch,
  type ClaimRequest,
  DeliveryQueue,
  payloadBytes,
  type StorageError
} from "@sellerkit/core"
import { Duration, Effect, Option, Order } from "effect"

interface Claimed {
  /** In the order of their webhooks' ids. */
  readonly batches: ReadonlyArray<Batch>
  /** Whether each claim kept to its bounds. */
  readonly withinBounds: boolean
  /** When there is something to do again in accounts that the request leaves room for; `never ends` when there always is. */
  readonly nextDue: Option.Option<Duration.Duration> | "never ends"
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((total, number) => total + number, 0)

const bytesOf = ({ events }: Batch): number => sum(events.map(({ event }) => payloadBytes(event)))

const isWithinBounds = (request: ClaimRequest, batches: ReadonlyArray<Batch>): boolean => {
  const capacity = new AccountCapacity(request.lanesPerAccount, request.inFlight)
  for (const { lease } of batches) {
    if (capacity.isFull(lease.owner)) return false
    capacity.add(lease.owner)
  }
  // Only the last batch may go beyond the bounds.
  const before = batches.slice(0, -1)
  return (
    batches.length <= request.lanes &&
    sum(before.map(({ events }) => events.length)) < request.events &&
    sum(before.map(bytesOf)) < request.bytes
  )
}

const byWebhook = Order.mapInput(Order.String, ({ lease }: Batch) => lease.webhookId)

// More claims than any list of operations leads to.
const mostClaims = 1000

export const claimAll = Effect.fnUntraced(function* (
  request: ClaimRequest
): Effect.fn.Return<Claimed, StorageError, DeliveryQueue> {
  const queue = yield* DeliveryQueue
  const { full } = new AccountCapacity(request.lanesPerAccount, request.inFlight)
  const batches: Array<Batch> = []
  let withinBounds = true
  for (let claims = 0; claims < mostClaims; claims++) {
    const claimed = yield* queue.claim(request)
    batches.push(...claimed)
    withinBounds &&= isWithinBounds(request, claimed)
    const nextDue = yield* queue.nextDue(full)
    if (!Option.exists(nextDue, Duration.isZero)) {
      return { batches: batches.toSorted(byWebhook), withinBounds, nextDue }
    }
  }
  return { batches, withinBounds, nextDue: "never ends" }
})
