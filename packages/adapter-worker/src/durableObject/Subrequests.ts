/** Counts the requests that an invocation sends: the platform limits them. */
import { Effect, Latch } from "effect"

export class Subrequests {
  private readonly most: number
  private readonly spent = Latch.makeUnsafe(false)
  private made = 0

  constructor(most: number) {
    this.most = most
  }

  /** One more is made. */
  readonly count: Effect.Effect<void> = Effect.sync(() => {
    this.made++
    if (this.made >= this.most) this.spent.openUnsafe()
  })

  /** Completes once there have been enough since `begin`. */
  readonly enough: Effect.Effect<void> = Effect.suspend(() => this.spent.await)

  /** An invocation begins. */
  begin(): void {
    this.made = 0
    this.spent.closeUnsafe()
  }
}
