/** Whoever works on the same account in this process, one after the other. */
import { type Account, accountKey } from "@sellerkit/core"
import { Effect, Semaphore } from "effect"

interface Turn {
  readonly semaphore: Semaphore.Semaphore
  /** How many work, or wait to. */
  users: number
}

/** Accounts that nobody works on leave nothing behind. */
export class Turns {
  private readonly turns = new Map<string, Turn>()

  take<A, E, R>(account: Account, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.suspend(() => {
      const key = accountKey(account)
      const turn = this.turns.get(key) ?? { semaphore: Semaphore.makeUnsafe(1), users: 0 }
      this.turns.set(key, turn)
      turn.users++
      return Effect.ensuring(
        turn.semaphore.withPermit(work),
        Effect.sync(() => {
          turn.users--
          if (turn.users === 0) this.turns.delete(key)
        })
      )
    })
  }
}
