/** How many workers of a dispatcher only wait. */
import { Effect } from "effect"

export class IdleWorkers {
  private readonly workers: number
  private idle = 0

  constructor(workers: number) {
    this.workers = workers
  }

  /** A worker is idle while it waits. */
  during<A, E, R>(wait: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.suspend(() => {
      this.idle += 1
      return Effect.ensuring(
        wait,
        Effect.sync(() => {
          this.idle -= 1
        })
      )
    })
  }

  get areAll(): boolean {
    return this.idle === this.workers
  }
}
