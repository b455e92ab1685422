/** Pauses between the steps of accounts that give way: longer ones where the storage or the processor is slower. */
import { Duration } from "effect"

// our choice: a write that took very long says that something is wrong, not how much others have to do. In nanoseconds.
const longest = 250_000_000

/** Times are the process's own, in nanoseconds that grow evenly. */
export class Pauses {
  private readonly perStep: number
  private until = 0n

  /** Each is so many times as long as the step before it took. */
  constructor(perStep: number) {
    this.perStep = perStep
  }

  /** After a step. */
  begin(since: bigint, now: bigint): void {
    this.until = now + BigInt(Math.min(longest, Math.round(Number(now - since) * this.perStep)))
  }

  /** What is left of the one that has begun. */
  left(now: bigint): Duration.Duration {
    return Duration.millis(Math.max(0, Number(this.until - now) / 1e6))
  }
}
