/** A clock that can be moved at any moment, for what must not depend on when exactly time passes. */
import { type Clock, Duration, Effect, Latch } from "effect"

/** A sleep counts from when it is asked for. */
export class MovedClock implements Clock.Clock {
  private now = 0
  private readonly sleeps = new Map<Latch.Latch, number>()

  currentTimeMillisUnsafe = () => this.now
  currentTimeNanosUnsafe = () => BigInt(this.now) * 1_000_000n
  monotonicTimeNanosUnsafe = this.currentTimeNanosUnsafe
  readonly currentTimeMillis = Effect.sync(this.currentTimeMillisUnsafe)
  readonly currentTimeNanos = Effect.sync(this.currentTimeNanosUnsafe)
  readonly monotonicTimeNanos = Effect.sync(this.monotonicTimeNanosUnsafe)

  sleep(duration: Duration.Duration): Effect.Effect<void> {
    const awake = Latch.makeUnsafe(Duration.isZero(duration))
    this.sleeps.set(awake, this.now + Duration.toMillis(duration))
    return awake.await
  }

  moveTo(time: number): void {
    this.now = time
    for (const [awake, end] of this.sleeps) if (end <= time) awake.openUnsafe()
  }
}
