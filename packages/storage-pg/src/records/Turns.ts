/** Whoever works on the same account in this process, one after the other. */
import { type Account, accountKey } from "@sellerkit/core"
import { Effect, RcMap, Scope, Semaphore } from "effect"

/** Accounts that nobody works on leave nothing behind. */
export const makeTurns = Effect.map(RcMap.make({ lookup: (_account: string) => Semaphore.make(1) }), (turns) => ({
  take: <A, E, R>(account: Account, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.scopedWith((scope) =>
      Effect.flatMap(Effect.provideService(RcMap.get(turns, accountKey(account)), Scope.Scope, scope), (turn) =>
        turn.withPermit(work)
      )
    )
}))
