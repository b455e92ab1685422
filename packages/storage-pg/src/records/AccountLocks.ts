/** Locks of accounts within this process, so that its own transactions do not wait for each other in the database. */
import { type Account, accountKey } from "@sellerkit/core"
import { Effect, Semaphore } from "effect"

interface Lock {
  readonly semaphore: Semaphore.Semaphore
  /** How many have it or wait for it. */
  users: number
}

/** A lock that is not used any more is forgotten. */
export class AccountLocks {
  private readonly locks = new Map<string, Lock>()

  withLock<A, E, R>(account: Account, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.suspend(() => {
      const key = accountKey(account)
      const lock = this.locks.get(key) ?? { semaphore: Semaphore.makeUnsafe(1), users: 0 }
      this.locks.set(key, lock)
      lock.users++
      return Effect.ensuring(
        lock.semaphore.withPermit(work),
        Effect.sync(() => {
          lock.users--
          if (lock.users === 0) this.locks.delete(key)
        })
      )
    })
  }
}
