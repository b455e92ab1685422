/** When the first record of a collection is due, as far as a process knows. A job over due records sleeps until then. */
import { Clock, Effect, Latch } from "effect"
import type { StoredRecord } from "./Collection.ts"

interface Known {
  /** In milliseconds; infinite: nothing is known to become due. */
  at: number
  readonly earlier: Latch.Latch
}

export class FirstDue {
  private readonly collections = new Map<string, Known>()

  /** Called before the storage is read. Records that are written from now on count. */
  forget(collection: string): void {
    this.of(collection).at = Infinity
  }

  found(collection: string, at: number): void {
    const known = this.of(collection)
    if (at >= known.at) return
    known.at = at
    known.earlier.openUnsafe()
  }

  wrote(records: ReadonlyArray<StoredRecord>): void {
    for (const { collection, dueAt } of records) if (dueAt !== undefined) this.found(collection, dueAt)
  }

  /** Completes at that time, or at an earlier one that becomes known meanwhile. */
  awaitTime(collection: string): Effect.Effect<void> {
    const known = this.of(collection)
    return Effect.gen(function* () {
      for (;;) {
        known.earlier.closeUnsafe()
        const wait = known.at - (yield* Clock.currentTimeMillis)
        if (wait <= 0) return
        yield* Effect.raceFirst(known.earlier.await, Effect.sleep(wait))
      }
    })
  }

  private of(collection: string): Known {
    const known = this.collections.get(collection) ?? { at: Infinity, earlier: Latch.makeUnsafe(false) }
    this.collections.set(collection, known)
    return known
  }
}
