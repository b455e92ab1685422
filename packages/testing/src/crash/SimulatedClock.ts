/**
 * A clock that stands still until it is moved, and knows who sleeps until when, so that time never passes over anybody.
 *
 * `TestClock` lets a span pass as a whole: a fiber that wakes on the way and asks a database has the answer when the span is
 * over, and takes it for the answer of the moment when it asked.
 */
import type { Clock } from "effect"
import { Duration, Effect, Latch } from "effect"

interface Sleeper {
  /** In milliseconds. */
  readonly wakesAt: number
  readonly awake: Latch.Latch
}

export class SimulatedClock implements Clock.Clock {
  private now = 0
  private readonly sleepers = new Set<Sleeper>()

  currentTimeMillisUnsafe(): number {
    return this.now
  }
  currentTimeNanosUnsafe(): bigint {
    return BigInt(this.now) * 1_000_000n
  }
  monotonicTimeNanosUnsafe(): bigint {
    return this.currentTimeNanosUnsafe()
  }
  readonly currentTimeMillis = Effect.sync(() => this.currentTimeMillisUnsafe())
  readonly currentTimeNanos = Effect.sync(() => this.currentTimeNanosUnsafe())
  readonly monotonicTimeNanos = Effect.sync(() => this.monotonicTimeNanosUnsafe())

  sleep(duration: Duration.Duration): Effect.Effect<void> {
    return Effect.suspend(() => {
      const sleeper = { wakesAt: this.now + Math.ceil(Duration.toMillis(duration)), awake: Latch.makeUnsafe(false) }
      if (sleeper.wakesAt === this.now) return Effect.yieldNow
      this.sleepers.add(sleeper)
      return Effect.ensuring(
        sleeper.awake.await,
        Effect.sync(() => this.sleepers.delete(sleeper))
      )
    })
  }

  /** When the next sleeper wakes, in milliseconds; infinite when there is none. */
  get nextWake(): number {
    return Math.min(...[...this.sleepers].map(({ wakesAt }) => wakesAt))
  }

  /** Wakes every sleeper whose time is then or earlier. */
  moveTo(time: number): void {
    this.now = time
    for (const { awake, wakesAt } of this.sleepers) if (wakesAt <= time) awake.openUnsafe()
  }
}
