/** Pending events with the same number of attempts: by when they are due, then oldest. */
import type { StoredEvent } from "./StoredEvent.ts"

/** An event in a lane. Times are milliseconds. */
export interface Pending {
  readonly stored: StoredEvent
  readonly attempts: number
  readonly dueAt: number
}

const isBefore = (left: Pending, right: Pending): boolean =>
  left.dueAt === right.dueAt ? left.stored.sequence < right.stored.sequence : left.dueAt < right.dueAt

export class PendingList implements Iterable<Pending> {
  // New events usually go to the end.
  private readonly entries: Array<Pending> = []

  get first(): Pending | undefined {
    return this.entries[0]
  }

  add(entry: Pending): void {
    this.entries.splice(this.countBefore(entry), 0, entry)
  }

  remove(entry: Pending): void {
    this.entries.splice(this.countBefore(entry), 1)
  }

  [Symbol.iterator](): Iterator<Pending> {
    return this.entries[Symbol.iterator]()
  }

  private countBefore(entry: Pending): number {
    let [low, high] = [0, this.entries.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (isBefore(this.entries[middle]!, entry)) low = middle + 1
      else high = middle
    }
    return low
  }
}
