/** Leases of this process remember the keys of their events, so that these need not be looked up when the lease is settled. */
import type { EventId, Lease, Owner, WebhookId } from "@sellerkit/core"

/** An event that waits, as the database finds it. */
export interface PendingKey {
  readonly id: EventId
  readonly number: bigint
  readonly time: bigint
  readonly attempts: number
  readonly dueAt: bigint
}

export class PgLease implements Lease {
  readonly owner: Owner
  readonly webhookId: WebhookId
  readonly fence: number
  readonly #events: ReadonlyArray<PendingKey>

  constructor({ fence, owner, webhookId }: Lease, events: ReadonlyArray<PendingKey>) {
    this.owner = owner
    this.webhookId = webhookId
    this.fence = fence
    this.#events = events
  }

  /** In the order of the batch; undefined for a lease that another process took, or that was made again. */
  static eventsOf(lease: Lease): ReadonlyArray<PendingKey> | undefined {
    return #events in lease ? lease.#events : undefined
  }
}
