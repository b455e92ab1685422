/**
 * A clock that stands still until it is moved. After its release it runs in real time, so that what ends after a test does not
 * wait for it.
 */
import { Clock, Duration, Effect } from "effect"
import type { TestClock } from "effect/testing"
import { realSleep } from "./RealTime.ts"

interface Sleeper {
  readonly wakeAt: number
  readonly wake: () => void
}

const nanos = (millis: number): bigint => BigInt(Math.round(millis * 1_000_000))

/** Moves time on by so long, and finishes what happens on the way. */
export type Advance = (duration: Duration.Duration) => Effect.Effect<void>

/** Where a program expects Effect's `TestClock`, this one serves as well: adjusting it advances the time. */
export class SimulatedClock implements TestClock.TestClock {
  /** In the order in which they wake. */
  private readonly sleepers: Array<Sleeper> = []
  private readonly start: number
  private now: number
  private advance: Advance
  private isReleased = false

  /** `start`: milliseconds since 1970. */
  constructor(start: number) {
    this.start = start
    this.now = start
    this.advance = (duration) => Effect.sync(() => this.moveTo(this.now + Duration.toMillis(duration)))
  }

  currentTimeMillisUnsafe(): number {
    return this.now
  }
  currentTimeNanosUnsafe(): bigint {
    return nanos(this.now)
  }
  monotonicTimeNanosUnsafe(): bigint {
    return nanos(this.now - this.start)
  }
  readonly currentTimeMillis = Effect.sync(() => this.currentTimeMillisUnsafe())
  readonly currentTimeNanos = Effect.sync(() => this.currentTimeNanosUnsafe())
  readonly monotonicTimeNanos = Effect.sync(() => this.monotonicTimeNanosUnsafe())

  sleep(duration: Duration.Duration): Effect.Effect<void> {
    return Effect.suspend(() => {
      if (this.isReleased) return realSleep(duration)
      const millis = Duration.toMillis(duration)
      if (millis <= 0) return Effect.yieldNow
      if (millis === Infinity) return Effect.never
      return Effect.callback<void>((resume) => {
        // Whole milliseconds, as the time of a process is.
        const sleeper = { wakeAt: this.now + Math.ceil(millis), wake: () => resume(Effect.void) }
        this.insert(sleeper)
        return Effect.sync(() => this.remove(sleeper))
      })
    })
  }

  /** When the next sleeper wakes; undefined when there is none. */
  get nextWake(): number | undefined {
    return this.sleepers[0]?.wakeAt
  }

  /** Wakes every sleeper whose time is then or earlier, in order; those who fall asleep meanwhile are not looked at. */
  moveTo(time: number): void {
    this.now = Math.max(this.now, time)
    const later = this.sleepers.findIndex(({ wakeAt }) => wakeAt > this.now)
    const due = this.sleepers.splice(0, later === -1 ? this.sleepers.length : later)
    for (const { wake } of due) wake()
  }

  /** From now on `adjust` calls `advance`. */
  advanceWith(advance: Advance): void {
    this.advance = advance
  }

  /** Sleepers wake by real time from now on. */
  release(): void {
    this.isReleased = true
  }

  adjust(duration: Duration.Input): Effect.Effect<void> {
    return Effect.suspend(() => this.advance(Duration.fromInputUnsafe(duration)))
  }

  setTime(timestamp: number): Effect.Effect<void> {
    return Effect.suspend(() =>
      timestamp < this.now
        ? Effect.die(new Error(`Simulated time cannot go back: it is ${new Date(this.now).toISOString()}`))
        : this.adjust(timestamp - this.now)
    )
  }

  withLive<A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.provideService(effect, Clock.Clock, Clock.Clock.defaultValue())
  }

  /** Inserts a sleeper behind those who wake at the same time. */
  private insert(sleeper: Sleeper): void {
    const after = this.sleepers.findLastIndex(({ wakeAt }) => wakeAt <= sleeper.wakeAt)
    this.sleepers.splice(after + 1, 0, sleeper)
  }

  private remove(sleeper: Sleeper): void {
    const index = this.sleepers.indexOf(sleeper)
    if (index !== -1) this.sleepers.splice(index, 1)
  }
}
