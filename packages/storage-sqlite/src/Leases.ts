/**
 * The rows of what was leased, kept for when it is settled: a lease that this process took need not be looked up again.
 * Keyed by the lease itself, so that they are forgotten along with it.
 */
import type { EventId, Lease } from "@sellerkit/core"

/** An event as the rows know it. */
export interface EventKey {
  readonly event: number
  readonly time: number
}

interface LeasedRows {
  readonly webhook: number
  readonly events: ReadonlyMap<EventId, EventKey>
}

export type Leases = WeakMap<Lease, LeasedRows>
