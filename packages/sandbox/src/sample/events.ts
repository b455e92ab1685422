/** What happens to purchases, in the order of time: only purchases whose end is ahead are in memory. */
import { ordersOf, timeOfOrder } from "./demand.ts"
import { type Fate, fateAt, type Purchase, purchaseAt, type PurchaseSource } from "./Purchase.ts"
import { day } from "./time.ts"

export interface Selling extends PurchaseSource {
  /** Midnight of the first day. */
  readonly from: number
  /** Midnight after the last day. */
  readonly until: number
  /** On average over the year. */
  readonly ordersPerDay: number
}

const golden = (Math.sqrt(5) - 1) / 2

/** From 0 to 1, spread evenly (Weyl). */
const fraction = (number: number): number => (number * golden) % 1

interface Ordering {
  /** From 0. */
  readonly number: number
  readonly time: number
}

/** When each order of a day comes: somewhere between the one before and the one after it. */
function* orderings(midnight: number, first: number, count: number): Generator<Ordering> {
  for (let number = first; number < first + count; number++) {
    yield { number, time: timeOfOrder(midnight, (number - first + fraction(number)) / count) }
  }
}

/** The orders of each day. */
function* days({ from, ordersPerDay, until }: Selling) {
  let first = 0
  for (let midnight = from; midnight < until; midnight += day) {
    const count = ordersOf(midnight, ordersPerDay)
    yield { midnight, orders: orderings(midnight, first, count) }
    first += count
  }
}

export function* purchases(selling: Selling): Generator<Purchase> {
  for (const { orders } of days(selling)) for (const { number, time } of orders) yield purchaseAt(selling, number, time)
}

export interface PurchaseEvent {
  readonly kind: "cancellation" | "return" | "sale"
  readonly time: number
  readonly purchase: Purchase
}

/** What is known of it until its time comes: the purchase is made again from its number. */
type Planned = readonly [time: number, number: number, orderedAt: number, kind: PurchaseEvent["kind"]]

const plannedOf = (
  { number, time: orderedAt }: Ordering,
  { cancelledAt, returnedAt, soldAt }: Fate
): ReadonlyArray<Planned> => {
  if (cancelledAt !== undefined) return [[cancelledAt, number, orderedAt, "cancellation"]]
  const sale: Planned = [soldAt!, number, orderedAt, "sale"]
  return returnedAt === undefined ? [sale] : [sale, [returnedAt, number, orderedAt, "return"]]
}

/** Cancellations, sales and returns until the end of the last day. */
export function* events(selling: Selling): Generator<PurchaseEvent> {
  const planned = new Map<number, Array<Planned>>()
  for (const { midnight, orders } of days(selling)) {
    for (const order of orders) {
      for (const event of plannedOf(order, fateAt(selling, order.number, order.time))) {
        const when = event[0] - (event[0] % day)
        const sameDay = planned.get(when)
        if (sameDay === undefined) planned.set(when, [event])
        else sameDay.push(event)
      }
    }
    // Nothing that is ordered later happens on this day.
    const today = (planned.get(midnight) ?? []).toSorted((one, other) => one[0] - other[0] || one[1] - other[1])
    planned.delete(midnight)
    for (const [time, number, orderedAt, kind] of today) {
      yield { kind, time, purchase: purchaseAt(selling, number, orderedAt) }
    }
  }
}
