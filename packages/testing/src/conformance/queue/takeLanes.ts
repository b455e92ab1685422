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
  /** What offers hold of which it is not known yet what comes of them, by their numbers. */
  const underWay = new Map<number, Array<Lease>>()
  const offer = (arriving: ReadonlyArray<Arriving>, number: number): LaneOffer => {
    asked.push(arriving.map((one) => one.account))
    const before = [...underWay.keys()]
    const own = [...held()]
    underWay.set(number, own)
    return {
      // Less for each, as capacity becomes scarce.
      lanes: arriving.map((_, index) => Math.max(0, lanes - index)),
      held: own,
      before,
      lease: Duration.seconds(30),
      take: ({ joining, leased }) =>
        Effect.sync(() => {
          underWay.delete(number)
          for (const [later, leases] of underWay) if (later > number) leases.push(...leased.map(({ lease }) => lease))
          given.push(leased)
          joined.push(joining)
        })
    }
  }
  yield* (yield* DeliveryQueue).leaseOnArrival({
    offer: (arriving, number) => Effect.sync(() => offer(arriving, number))
  })
  return { asked, given, joined }
})
