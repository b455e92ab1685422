/** One webhook's lane: what waits for it, and when it may be sent to. */
import { type EventId, largestBatch, testDueAt } from "@sellerkit/core"
import { type Pending, PendingList } from "./PendingList.ts"

export class Lane {
  failures = 0
  failingSince: number | undefined
  announcedAt: number | undefined
  lastSuccessAt: number | undefined
  batchSize = largestBatch
  /** Nothing is sent before it: the lane's own pause after a failure. */
  waitUntil = 0
  leaseUntil = 0
  fence = 0
  /** Requests up to this fence count nothing for the lane, because it was started again. */
  forgiven = 0
  /** When the lane has to be looked at; undefined while nothing waits. */
  readyAt: number | undefined
  /** Leases up to this fence end with the request in flight, because the webhook has changed since. */
  recalled = 0
  private readonly byAttempts: Array<PendingList> = []
  private readonly pending = new Map<EventId, Pending>()

  /** Whether nothing has failed: neither its last request nor any event that waits. */
  get isSound(): boolean {
    return this.failures === 0 && this.earliest(1).length === 0
  }

  get size(): number {
    return this.pending.size
  }

  get isEmpty(): boolean {
    return this.pending.size === 0
  }

  get(id: EventId): Pending | undefined {
    return this.pending.get(id)
  }

  add(entry: Pending): void {
    this.pending.set(entry.stored.event.id, entry)
    this.list(entry.attempts).add(entry)
  }

  remove(id: EventId): void {
    const entry = this.pending.get(id)
    if (entry === undefined) return
    this.pending.delete(id)
    this.list(entry.attempts).remove(entry)
  }

  retry(id: EventId, dueAt: number): void {
    const entry = this.pending.get(id)
    if (entry === undefined) return
    this.remove(id)
    this.add({ stored: entry.stored, attempts: entry.attempts + 1, dueAt })
  }

  /**
   * Those that are due: from `least` attempts on, fewest attempts first, then by when they are due, then oldest. An event that
   * was never tried is always due, even when the clock has been set back since.
   */
  *due(least: number, now: number): Iterable<Pending> {
    for (const list of this.lists(least)) {
      for (const entry of list) {
        if (entry.attempts > 0 && entry.dueAt > now) break
        yield entry
      }
    }
  }

  /** For each number of attempts, from `least` on: the event that is due first. */
  earliest(least: number): ReadonlyArray<Pending> {
    return this.lists(least).flatMap(({ first }) => first ?? [])
  }

  /** Whether a test event waits that was never tried. */
  get hasTest(): boolean {
    return this.list(0).first?.dueAt === testDueAt
  }

  /** Until when nothing of it is sent. */
  get pausedUntil(): number {
    return this.hasTest ? 0 : this.waitUntil
  }

  /** Makes everything that waits due. What was due already stays due since then. */
  endPause(now: number): void {
    this.waitUntil = 0
    if (this.isEmpty) this.readyAt = undefined
    else this.wake(now)
    const waiting = [...this.pending.values()].filter(({ dueAt }) => dueAt > now)
    for (const entry of waiting) {
      this.remove(entry.stored.event.id)
      this.add({ ...entry, dueAt: now })
    }
  }

  /** The lane has to be looked at by then, or earlier when it already had to. */
  wake(at: number): void {
    const earliest = Math.max(at, this.pausedUntil, this.leaseUntil)
    if (this.readyAt === undefined || this.readyAt > earliest) this.readyAt = earliest
  }

  recall(): void {
    this.recalled = this.fence
  }

  forgetFailures(): void {
    this.failures = 0
    this.failingSince = undefined
    this.announcedAt = undefined
    this.batchSize = largestBatch
    this.waitUntil = 0
    this.forgiven = this.fence
  }

  private lists(least: number): ReadonlyArray<PendingList> {
    return this.byAttempts.slice(least).filter((list) => list !== undefined)
  }

  private list(attempts: number): PendingList {
    return (this.byAttempts[attempts] ??= new PendingList())
  }
}
