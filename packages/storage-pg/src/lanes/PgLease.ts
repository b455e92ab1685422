/**
 * Leases of this process remember the keys of their events, so that these need not be looked up when the lease is settled, and what
 * of them is carried: kept in memory, while no row says that it waits.
 */
import type { EventId, Lease, Owner, WebhookId } from "@sellerkit/core"

/** A row of `carried`, and how many of its events are not settled. */
export interface CarriedRow {
  readonly number: bigint
  readonly until: bigint
  unsettled: number
}

/** An event that waits, as the database finds it. */
export interface PendingKey {
  readonly id: EventId
  readonly number: bigint
  readonly time: bigint
  readonly attempts: number
  readonly dueAt: bigint
  readonly carried?: { readonly row: CarriedRow; readonly bytes: number }
}

/** The rows of which nothing is left to settle once these events are settled. */
export const finishedBy = (events: Iterable<PendingKey>): ReadonlyArray<CarriedRow> => {
  const counts = new Map<CarriedRow, number>()
  for (const { carried } of events)
    if (carried !== undefined) counts.set(carried.row, (counts.get(carried.row) ?? 0) + 1)
  return [...counts].flatMap(([row, count]) => (row.unsettled === count ? [row] : []))
}

export class PgLease implements Lease {
  readonly owner: Owner
  readonly webhookId: WebhookId
  readonly fence: number
  // A lease is compared and printed without them.
  readonly #events = new Map<EventId, PendingKey>()

  constructor({ fence, owner, webhookId }: Lease, events: ReadonlyArray<PendingKey>) {
    this.owner = owner
    this.webhookId = webhookId
    this.fence = fence
    this.add(events)
  }

  add(events: ReadonlyArray<PendingKey>): void {
    for (const event of events) this.#events.set(event.id, event)
  }

  /** They are settled, or wait in the database. */
  forget(events: Iterable<PendingKey>): void {
    for (const { carried, id } of events) if (this.#events.delete(id) && carried !== undefined) carried.row.unsettled--
  }

  get events(): ReadonlyMap<EventId, PendingKey> {
    return this.#events
  }

  /** Undefined for a lease that another process took, or that was made again. */
  static of(lease: Lease): PgLease | undefined {
    return #events in lease ? lease : undefined
  }
}
