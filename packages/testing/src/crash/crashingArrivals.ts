/** Lanes that the storage leases to a process as it stores events: the ledger learns of them first, then the process. */
import type { Batch, LaneOffer, LaneTaker } from "@sellerkit/core"
import { Effect } from "effect"

/** What was leased in the write that is under way, one at a time. */
interface Arrived {
  readonly offer: LaneOffer
  batches: ReadonlyArray<Batch>
}

export const makeCrashingArrivals = () => {
  let isStoring = false
  let arrived: Arrived | undefined

  const noteOf = (offer: LaneOffer): LaneOffer => {
    const noted: Arrived = { offer, batches: [] }
    arrived = noted
    return { ...offer, take: (batches) => Effect.sync(() => (noted.batches = batches)) }
  }

  return {
    /** Takes what arrives as this process stores events. What other processes store over the same storage is not for it. */
    taker: ({ offer }: LaneTaker): LaneTaker => ({
      offer: (accounts) =>
        Effect.suspend(() =>
          isStoring ? Effect.map(offer(accounts), (made) => made && noteOf(made)) : Effect.succeed(undefined)
        )
    }),
    storing: <A, E, R>(write: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.suspend(() => {
        isStoring = true
        return Effect.ensuring(
          write,
          Effect.sync(() => (isStoring = false))
        )
      }),
    arrived: () => arrived,
    /** For a process that has not crashed meanwhile. */
    handOver: Effect.suspend(() => {
      const taken = arrived
      arrived = undefined
      return taken === undefined ? Effect.void : taken.offer.take(taken.batches)
    })
  }
}

export type CrashingArrivals = ReturnType<typeof makeCrashingArrivals>
