/** The dispatchers of this process, to which lanes are leased in the write that stores events for them. For drivers. */
import { Context, Effect, Layer, type Scope } from "effect"
import type { Account } from "../../access/Account.ts"
import type { NewEvent } from "../../catalog/NewEvent.ts"
import { accountKey } from "../../access/accountKey.ts"
import { sizeInMemory } from "./claimRules.ts"
import {
  type Arrived,
  type Arriving,
  type Batch,
  type LaneOffer,
  type LaneTaker,
  nothingArrived,
  type PendingEvent
} from "./DeliveryQueue.ts"

/** What arrives for each account, in the order in which they first appear. */
export const arrivingOf = (
  events: ReadonlyArray<{ readonly account: Account; readonly event: NewEvent }>
): ReadonlyArray<Arriving> => {
  const all = new Map<string, { account: Account; events: number; size: number }>()
  for (const { account, event } of events) {
    const key = accountKey(account)
    const known = all.get(key)
    if (known === undefined) all.set(key, { account, events: 1, size: sizeInMemory(event) })
    else {
      known.events++
      known.size += sizeInMemory(event)
    }
  }
  return [...all.values()]
}

/** Events that arrived, as they wait in a lane. `acceptedAt` in milliseconds. */
export const arrivedEvents = (
  arrived: ReadonlyArray<{ readonly event: NewEvent }>,
  acceptedAt: number
): ReadonlyArray<PendingEvent> =>
  arrived.map(({ event: { id, idempotencyKey = id, payload, scope, time, traceparent, type } }) => ({
    event: { id, idempotencyKey, time, scope, type, test: false, payload },
    attempts: 0,
    waitingSince: acceptedAt,
    ...(traceparent === undefined ? undefined : { traceparent })
  }))

/** The batch of a lane that was leased as events arrived for it: nothing has failed in it. `acceptedAt` in milliseconds. */
export const arrivedBatch = (
  lane: Pick<Batch, "batchSize" | "events" | "lease" | "secret" | "url">,
  acceptedAt: number
): Batch => ({ ...lane, failures: 0, announced: false, claimedAt: acceptedAt })

/** An offer with its number in this process. */
export interface NumberedOffer extends LaneOffer {
  readonly number: number
}

/** The events are stored, whatever becomes of this. */
const handOver = (offer: LaneOffer, arrived: () => Arrived): Effect.Effect<void> =>
  Effect.catchCause(
    Effect.suspend(() => offer.take(arrived())),
    (cause) =>
      Effect.andThen(
        Effect.logError("What arrived could not be taken, and is sent when its lease has run out", cause),
        offer.take(nothingArrived)
      )
  )

export class LaneTakers extends Context.Service<
  LaneTakers,
  {
    /** Until the scope closes. */
    add(taker: LaneTaker): Effect.Effect<void, never, Scope.Scope>
    /**
     * Stores these events, with the offer of the first dispatcher that has capacity, if there is one. When it completes, the
     * dispatcher has taken what the write gave it. It is not interrupted: a lease that nobody takes would hold up its lane.
     */
    storing<A, E, R>(
      arriving: ReadonlyArray<Arriving>,
      store: (offer: NumberedOffer | undefined) => Effect.Effect<A, E, R>,
      arrived: (stored: A, offer: LaneOffer) => Arrived
    ): Effect.Effect<A, E, R>
  }
>()("@sellerkit/core/delivery/LaneTakers") {
  /** Two storages never share it: a lane is leased to a dispatcher of the storage that it is in. */
  static readonly layer: Layer.Layer<LaneTakers> = Layer.fresh(
    Layer.sync(LaneTakers, () => {
      const takers = new Set<LaneTaker>()
      let offers = 0

      const offerOf = Effect.fnUntraced(function* (arriving: ReadonlyArray<Arriving>) {
        for (const taker of takers) {
          const number = ++offers
          const offer = yield* taker.offer(arriving, number)
          if (offer !== undefined) return { ...offer, number }
        }
        return undefined
      })

      return LaneTakers.of({
        add: (taker) =>
          Effect.acquireRelease(
            Effect.sync(() => takers.add(taker)),
            () => Effect.sync(() => takers.delete(taker))
          ),
        storing: (arriving, store, arrived) =>
          Effect.uninterruptible(
            Effect.flatMap(offerOf(arriving), (offer) =>
              offer === undefined
                ? store(undefined)
                : Effect.tap(
                    Effect.onError(
                      Effect.suspend(() => store(offer)),
                      () => offer.take(nothingArrived)
                    ),
                    (stored) => handOver(offer, () => arrived(stored, offer))
                  )
            )
          )
      })
    })
  )
}
