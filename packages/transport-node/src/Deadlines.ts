/** Ends requests that take too long, with one sleeping fiber for all of them: a timer each would cost more than a request. */
import { monotonicMillisOf, sleepUntil } from "@sellerkit/core"
import { Clock, Effect, Latch, type Scope } from "effect"

export interface Deadlines {
  /** Calls `expire` when the time is over, unless the returned function was called before. */
  start(expire: () => void): () => void
}

interface Deadline {
  readonly at: number
  readonly expire: () => void
  earlier: Deadline | undefined
  later: Deadline | undefined
  isOver: boolean
}

/**
 * Deadlines in the order in which they come. They are linked to each other, so that any of them is removed at once. The ones
 * behind it do not keep it in memory then, as a `Set` would.
 */
class Queue {
  first: Deadline | undefined
  private last: Deadline | undefined

  append(at: number, expire: () => void): Deadline {
    const deadline: Deadline = { at, expire, earlier: this.last, later: undefined, isOver: false }
    if (this.last === undefined) this.first = deadline
    else this.last.later = deadline
    this.last = deadline
    return deadline
  }

  remove(deadline: Deadline): void {
    if (deadline.isOver) return
    const { earlier, later } = deadline
    if (earlier === undefined) this.first = later
    else earlier.later = later
    if (later === undefined) this.last = earlier
    else later.earlier = earlier
    deadline.isOver = true
    deadline.earlier = undefined
    deadline.later = undefined
  }
}

/** `wait`: milliseconds, the same for every request, so that they start in the order in which they expire. */
export const makeDeadlines = Effect.fnUntraced(function* (
  wait: number
): Effect.fn.Return<Deadlines, never, Scope.Scope> {
  const clock = yield* Clock.Clock
  const queue = new Queue()
  const arrived = yield* Latch.make(false)

  const expireDue = Effect.sync(() => {
    const now = monotonicMillisOf(clock)
    while (queue.first !== undefined && queue.first.at <= now) {
      const due = queue.first
      queue.remove(due)
      due.expire()
    }
    if (queue.first === undefined) arrived.closeUnsafe()
  })
  const sleepUntilNext = Effect.suspend(() => (queue.first === undefined ? arrived.await : sleepUntil(queue.first.at)))
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(sleepUntilNext, expireDue)))

  return {
    start: (expire) => {
      const deadline = queue.append(monotonicMillisOf(clock) + wait, expire)
      arrived.openUnsafe()
      return () => queue.remove(deadline)
    }
  }
})
