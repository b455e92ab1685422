/** One webhook's lane: what waits for it, and when it may be sent to. */
import { type EventId, largestBatch } from "@sellerkit/core"
import type { StoredEvent } from "./StoredEvent.ts"

/** An event in a lane. Times are milliseconds. */
export interface Pending {
  readonly stored: StoredEvent
  attempts: number
  dueAt: number
}

export class Lane {
  failures = 0
  failingSince: number | undefined
  batchSize = largestBatch
  /** Nothing is sent before it: the lane's own pause after a failure. */
  waitUntil = 0
  leaseUntil = 0
  fence = 0
  /** When the lane has to be looked at; undefined while nothing waits. */
  readyAt: number | undefined
  // By number of attempts, each in the order of acceptance.
  private readonly byAttempts: Array<Map<EventId, Pending>> = []
  private readonly pending = new Map<EventId, Pending>()

  get isEmpty(): boolean {
    return this.pending.size === 0
  }

  get(id: EventId): Pending | undefined {
    return this.pending.get(id)
  }

  add(entry: Pending): void {
    this.pending.set(entry.stored.event.id, entry)
    this.bucket(entry.attempts).set(entry.stored.event.id, entry)
  }

  remove(id: EventId): void {
    const entry = this.pending.get(id)
    if (entry === undefined) return
    this.pending.delete(id)
    this.bucket(entry.attempts).delete(id)
  }

  retry(id: EventId, dueAt: number): void {
    const entry = this.pending.get(id)
    if (entry === undefined) return
    this.remove(id)
    this.add({ stored: entry.stored, attempts: entry.attempts + 1, dueAt })
  }

  /** Fewest attempts first, then oldest. */
  *inOrder(): Iterable<Pending> {
    for (const bucket of this.byAttempts) if (bucket !== undefined) yield* bucket.values()
  }

  /** The lane has to be looked at by then, or earlier when it already had to. */
  wake(at: number): void {
    const earliest = Math.max(at, this.waitUntil, this.leaseUntil)
    if (this.readyAt === undefined || this.readyAt > earliest) this.readyAt = earliest
  }

  forgetFailures(): void {
    this.failures = 0
    this.failingSince = undefined
    this.batchSize = largestBatch
    this.waitUntil = 0
  }

  private bucket(attempts: number): Map<EventId, Pending> {
    return (this.byAttempts[attempts] ??= new Map())
  }
}
