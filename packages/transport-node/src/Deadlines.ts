/** Ends requests that take too long, with one sleeping fiber for all of them: a timer each would cost more than a request. */
import { Clock, Effect, Latch, type Scope } from "effect"

/** Milliseconds since some start: unlike the time of day they never go back. */
export const monotonicMillis = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos / 1_000_000n))

export interface Deadlines {
  /** `now` in monotonic milliseconds. Calls `expire` when the time is over, unless the returned function was called before. */
  start(now: number, expire: () => void): () => void
}

/** All deadlines of one millisecond. */
interface Slot {
  readonly at: number
  readonly pending: Set<() => void>
}

/** `wait`: milliseconds, the same for every request, so that slots come in the order in which they expire. */
export const makeDeadlines = Effect.fnUntraced(function* (
  wait: number
): Effect.fn.Return<Deadlines, never, Scope.Scope> {
  const slots: Array<Slot> = []
  const arrived = yield* Latch.make(false)

  const expireDue = Effect.map(monotonicMillis, (now) => {
    while (slots[0] !== undefined && slots[0].at <= now) {
      for (const expire of slots.shift()!.pending) expire()
    }
  })
  const dropEmpty = Effect.sync(() => {
    while (slots[0]?.pending.size === 0) slots.shift()
    if (slots.length === 0) arrived.closeUnsafe()
  })
  const sleepUntilNext = Effect.flatMap(monotonicMillis, (now) =>
    slots[0] === undefined ? arrived.await : Effect.sleep(Math.max(0, slots[0].at - now))
  )
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.andThen(dropEmpty, sleepUntilNext), expireDue)))

  return {
    start: (now, expire) => {
      const last = slots.at(-1)
      const at = now + wait
      const slot = last?.at === at ? last : { at, pending: new Set<() => void>() }
      if (slot !== last) slots.push(slot)
      slot.pending.add(expire)
      arrived.openUnsafe()
      return () => slot.pending.delete(expire)
    }
  }
})
