/** A dispatcher that takes lanes as events arrive for them. */
import {
  type Account,
  type Arrived,
  type Arriving,
  type Batch,
  DeliveryQueue,
  type LaneOffer,
  type Lease
} from "@sellerkit/core"
import { Duration, Effect, type Scope } from "effect"

interface Offered {
  readonly lanes?: number
  /** Lanes from before. */
  readonly held?: () => ReadonlyArray<Lease>
}

/** What a dispatcher was asked and given. */
export interface Taken {
  readonly asked: ReadonlyArray<ReadonlyArray<Account>>
  /** A list for each offer that it made. */
  readonly given: ReadonlyArray<ReadonlyArray<Batch>>
  readonly joined: ReadonlyArray<Arrived["joining"]>
}

/** A dispatcher that takes so many lanes of each account, until the scope closes. */
export const takeLanes = Effect.fnUntraced(function* ({ held = () => [], lanes = 10 }: Offered = {}): Effect.fn.Return<
  Taken,
  never,
  DeliveryQueue | Scope.Scope
> {
  const asked: Array<ReadonlyArray<Account>> = []
  const given: Array<ReadonlyArray<Batch>> = []
  const joined: Array<Arrived["joining"]> = []
  const offer = (arriving: ReadonlyArray<Arriving>): LaneOffer => {
    asked.push(arriving.map((one) => one.account))
    return {
      // Less for each, as capacity becomes scarce.
      lanes: arriving.map((_, index) => Math.max(0, lanes - index)),
      held: held(),
      lease: Duration.seconds(30),
      take: ({ joining, leased }) =>
        Effect.sync(() => {
          given.push(leased)
          joined.push(joining)
        })
    }
  }
  yield* (yield* DeliveryQueue).leaseOnArrival({ offer: (arriving) => Effect.sync(() => offer(arriving)) })
  return { asked, given, joined }
})
