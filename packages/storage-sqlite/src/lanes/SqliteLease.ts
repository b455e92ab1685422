/**
 * Leases of this process remember the rows they are about, so that these need not be looked up when the lease is settled.
 *
 * The rows are in the lease itself: in a `WeakMap` beside it, they would outlive the garbage collector's cheap rounds.
 */
import type { EventId, Lease, Owner, WebhookId } from "@sellerkit/core"
import type { SizedKey } from "../stored/StoredEvent.ts"

export interface LeasedEvent extends SizedKey {
  readonly id: EventId
}

interface LeasedRows {
  readonly webhook: number
  /** Not settled yet, in the order in which they are sent: what joins is added, what was settled before is taken away. */
  readonly events: Array<LeasedEvent>
}

export class SqliteLease implements Lease {
  readonly owner: Owner
  readonly webhookId: WebhookId
  readonly fence: number
  readonly #rows: LeasedRows

  constructor({ fence, owner, webhookId }: Lease, rows: LeasedRows) {
    this.owner = owner
    this.webhookId = webhookId
    this.fence = fence
    this.#rows = rows
  }

  /** Undefined for a lease that another process took, or that was made again. */
  static rowsOf(lease: Lease): LeasedRows | undefined {
    return #rows in lease ? lease.#rows : undefined
  }
}
