/** Lanes that the storage leases to a process as it stores events: the ledger learns of them first, then the process. */
import { type Arrived, type LaneOffer, type LaneTaker, nothingArrived } from "@sellerkit/core"
import { Effect } from "effect"

/** What was leased in the write that is under way, one at a time. */
interface Write {
  readonly offer: LaneOffer
  arrived: Arrived
}

export const makeCrashingArrivals = () => {
  let isStoring = false
  let write: Write | undefined

  const noteOf = (offer: LaneOffer): LaneOffer => {
    const noted: Write = { offer, arrived: nothingArrived }
    write = noted
    return { ...offer, take: (arrived) => Effect.sync(() => (noted.arrived = arrived)) }
  }

  return {
    /** Takes what arrives as this process stores events. What other processes store over the same storage is not for it. */
    taker: ({ offer }: LaneTaker): LaneTaker => ({
      offer: (arriving, number) =>
        Effect.suspend(() =>
          isStoring ? Effect.map(offer(arriving, number), (made) => made && noteOf(made)) : Effect.succeed(undefined)
        )
    }),
    storing: <A, E, R>(store: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.suspend(() => {
        isStoring = true
        return Effect.ensuring(
          store,
          Effect.sync(() => (isStoring = false))
        )
      }),
    written: () => write,
    /** For a process that has not crashed meanwhile. */
    handOver: Effect.suspend(() => {
      const taken = write
      write = undefined
      return taken === undefined ? Effect.void : taken.offer.take(taken.arrived)
    })
  }
}

export type CrashingArrivals = ReturnType<typeof makeCrashingArrivals>
