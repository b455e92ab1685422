/** The dispatchers of this process, to which lanes are leased in the write that stores events for them. For drivers. */
import { Context, Effect, Layer, type Scope } from "effect"
import type { Account } from "../../access/Account.ts"
import type { NewEvent } from "../../catalog/NewEvent.ts"
import { makeBatchLimit } from "./claimRules.ts"
import type { Batch, LaneOffer, LaneTaker, PendingEvent } from "./DeliveryQueue.ts"
import { payloadBytes } from "../../events/EventPage.ts"

/** An event that a write stored for a lane that it leased. */
export interface ArrivedEvent {
  readonly event: NewEvent
}

/** Which of the events that arrived for a lane go with its lease. The others stay in the lane. */
export const leasedAtOnce = <Arrived extends ArrivedEvent>(
  arrived: ReadonlyArray<Arrived>,
  { bytesPerLane, eventsPerLane }: LaneOffer
): ReadonlyArray<Arrived> => {
  const fits = makeBatchLimit({ events: eventsPerLane, bytes: bytesPerLane })
  const end = arrived.findIndex(({ event }) => !fits(0, payloadBytes(event)))
  return end === -1 ? arrived : arrived.slice(0, end)
}

/** `waitingSince`: when it was accepted, in milliseconds. */
const toPending = (
  { id, idempotencyKey = id, payload, scope, time, traceparent, type }: NewEvent,
  waitingSince: number
): PendingEvent => ({
  event: { id, idempotencyKey, time, scope, type, test: false, payload },
  attempts: 0,
  waitingSince,
  ...(traceparent === undefined ? undefined : { traceparent })
})

/** The batch of a lane that was leased as events arrived for it: nothing has failed in it. `acceptedAt` in milliseconds. */
export const arrivedBatch = (
  lane: Pick<Batch, "batchSize" | "lease" | "secret" | "url">,
  arrived: ReadonlyArray<ArrivedEvent>,
  acceptedAt: number
): Batch => ({
  ...lane,
  events: arrived.map(({ event }) => toPending(event, acceptedAt)),
  failures: 0,
  announced: false,
  claimedAt: acceptedAt
})

/** The events are stored, whatever becomes of this. */
const handOver = (offer: LaneOffer, batches: () => ReadonlyArray<Batch>): Effect.Effect<void> =>
  Effect.catchCause(
    Effect.suspend(() => offer.take(batches())),
    (cause) =>
      Effect.andThen(
        Effect.logError("What arrived could not be taken, and is sent when its lease has run out", cause),
        offer.take([])
      )
  )

export class LaneTakers extends Context.Service<
  LaneTakers,
  {
    /** Until the scope closes. */
    add(taker: LaneTaker): Effect.Effect<void, never, Scope.Scope>
    /**
     * Stores events of these accounts, with the offer of the first dispatcher that has capacity, if there is one. When it completes,
     * the dispatcher has taken what the write leased. It is not interrupted: a lease that nobody takes would hold up its lane.
     */
    storing<A, E, R>(
      accounts: ReadonlyArray<Account>,
      store: (offer: LaneOffer | undefined) => Effect.Effect<A, E, R>,
      leased: (stored: A, offer: LaneOffer) => ReadonlyArray<Batch>
    ): Effect.Effect<A, E, R>
  }
>()("@sellerkit/core/delivery/LaneTakers") {
  /** Two storages never share it: a lane is leased to a dispatcher of the storage that it is in. */
  static readonly layer: Layer.Layer<LaneTakers> = Layer.fresh(
    Layer.sync(LaneTakers, () => {
      const takers = new Set<LaneTaker>()

      const offerOf = Effect.fnUntraced(function* (accounts: ReadonlyArray<Account>) {
        for (const taker of takers) {
          const offer = yield* taker.offer(accounts)
          if (offer !== undefined) return offer
        }
        return undefined
      })

      return LaneTakers.of({
        add: (taker) =>
          Effect.acquireRelease(
            Effect.sync(() => takers.add(taker)),
            () => Effect.sync(() => takers.delete(taker))
          ),
        storing: (accounts, store, leased) =>
          Effect.uninterruptible(
            Effect.flatMap(offerOf(accounts), (offer) =>
              offer === undefined
                ? store(undefined)
                : Effect.tap(
                    Effect.onError(
                      Effect.suspend(() => store(offer)),
                      () => offer.take([])
                    ),
                    (stored) => handOver(offer, () => leased(stored, offer))
                  )
            )
          )
      })
    })
  )
}
