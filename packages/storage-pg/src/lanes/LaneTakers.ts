/** The dispatchers of this process, to which lanes are leased as events arrive for them. */
import type { Account, LaneOffer, LaneTaker } from "@sellerkit/core"
import { Context, Effect, Layer, type Scope } from "effect"

export class LaneTakers extends Context.Service<
  LaneTakers,
  {
    /** Until the scope closes. */
    add(taker: LaneTaker): Effect.Effect<void, never, Scope.Scope>
    /** The offer of the first dispatcher with capacity. */
    offer(accounts: ReadonlyArray<Account>): Effect.Effect<LaneOffer | undefined>
  }
>()("@sellerkit/storage-pg/LaneTakers") {
  static readonly layer: Layer.Layer<LaneTakers> = Layer.sync(LaneTakers, () => {
    const takers = new Set<LaneTaker>()
    return LaneTakers.of({
      add: (taker) =>
        Effect.acquireRelease(
          Effect.sync(() => takers.add(taker)),
          () => Effect.sync(() => takers.delete(taker))
        ),
      offer: Effect.fnUntraced(function* (accounts) {
        for (const taker of takers) {
          const offer = yield* taker.offer(accounts)
          if (offer !== undefined) return offer
        }
        return undefined
      })
    })
  })
}
