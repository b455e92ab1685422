/**
 * Calls of the storage that accept, claim and settle events. Somebody waits for them, so that long reads, such as those for an answer
 * of many rows, give way: they go on between such calls.
 */
import { Context, Effect, Layer } from "effect"

interface Waiting {
  /** Goes on at the latest when so many calls have ended. */
  readonly until: number
  readonly resume: () => void
}

// our choice: where there is always an urgent call, long reads still go on, some after so many.
const mostAwaited = 8

// our choice: nanoseconds after the last call. Until then another one may come at any moment.
const quietAfter = 1_000_000_000n

class Calls {
  private inProgress = 0
  private lastBegun: bigint | undefined
  private ended = 0
  private waiting: Array<Waiting> = []

  /** `at` is the monotonic time of the clock, in nanoseconds. */
  begin(at: bigint): void {
    this.inProgress++
    this.lastBegun = at
  }

  /** Whether no call is to be expected, so that a long read may be longer. */
  isQuiet(at: bigint): boolean {
    return this.inProgress === 0 && (this.lastBegun === undefined || at - this.lastBegun >= quietAfter)
  }

  end(): void {
    this.inProgress--
    this.ended++
    if (this.waiting.length === 0) return
    const { ended } = this
    const goesOn = this.inProgress === 0 ? () => true : ({ until }: Waiting) => until <= ended
    const resumed = this.waiting.filter(goesOn)
    this.waiting = this.waiting.filter((one) => !goesOn(one))
    for (const { resume } of resumed) resume()
  }

  /** Lets what has arrived have its turn, and waits for calls that are in progress then. */
  readonly giveWay: Effect.Effect<void> = Effect.andThen(
    Effect.yieldNow,
    Effect.callback<void>((resume) => {
      if (this.inProgress === 0) return resume(Effect.void)
      const one = { until: this.ended + mostAwaited, resume: () => resume(Effect.void) }
      this.waiting.push(one)
      return Effect.sync(() => {
        this.waiting = this.waiting.filter((other) => other !== one)
      })
    })
  )
}

/** Those of this process, unless a service has its own: storages share its processor. */
export const UrgentCalls = Context.Reference<Calls>("@sellerkit/core/storage/UrgentCalls", {
  defaultValue: () => new Calls()
})

/**
 * Those of one service. In a Worker nothing can wait for what another object or another request does, although they are in one
 * process: it would go on in the name of that one, where its own storage is out of reach.
 */
export const ownUrgentCalls: Layer.Layer<never> = Layer.sync(UrgentCalls, () => new Calls())
