/** Which events were processed, so that each is processed once although it may arrive more than once. */

/** What tells one event from another. A key is unique among the events of its seller only. */
export interface EventKey {
  readonly sellerId: string
  readonly idempotencyKey: string
}

/** Stores processed events. `Transaction` is what the store gives to the handler, so that both write together. */
export interface ProcessedEvents<Transaction = undefined> {
  /**
   * Calls `handle` unless it has been called for this event before, and succeeded. When it fails, the event counts as never
   * processed, and this rejects with its error.
   *
   * - `handled`: `handle` was called, and is done.
   * - `processed`: the event was processed before.
   * - `busy`: this or another process is handling it, and may still fail.
   */
  once(event: EventKey, handle: (transaction: Transaction) => Promise<void>): Promise<"handled" | "processed" | "busy">
}
