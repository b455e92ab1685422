/** Knows whether those who work only wait. */
import { Effect } from "effect"

export class Rest {
  private readonly workers: number
  private resting = 0

  constructor(workers: number) {
    this.workers = workers
  }

  /** One of them does nothing for as long as it lasts. */
  during<A, E, R>(wait: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.suspend(() => {
      this.resting += 1
      return Effect.ensuring(
        wait,
        Effect.sync(() => {
          this.resting -= 1
        })
      )
    })
  }

  get isComplete(): boolean {
    return this.resting === this.workers
  }
}
