/**
 * Takes lanes that the storage leases as events arrive for them: nothing has to be claimed then, and the events are sent as
 * soon as they are stored. Further events for these lanes are given to it as well. It takes no more than the capacity allows, and
 * none of accounts that give way to others.
 */
import { Effect, Fiber, type Latch } from "effect"
import { accountKey } from "../../access/accountKey.ts"
import { monotonicMillis } from "../../time/monotonic.ts"
import type { LeasedLane } from "../flight/LeasedLane.ts"
import type { Sending } from "../flight/sending.ts"
import { DispatcherOptions } from "../policy/DispatcherOptions.ts"
import type { AccountLoad } from "../queue/claimRules.ts"
import { type Arrived, type Arriving, DeliveryQueue, type LaneOffer, type LaneTaker } from "../queue/DeliveryQueue.ts"
import { type Offered, OffersUnderWay } from "./OffersUnderWay.ts"
import { releaseUnused } from "./settle.ts"

// our choice: most accounts have one webhook for an event, or a few. Others are claimed.
const lanesPerOffer = 4

// our choice: events that wait in memory for a lane of this process. What comes beyond them waits in the storage, and so does everything
// behind it. When the lane is given back, one write puts all of them there.
const eventsPerLane = 16_384

interface Wakes {
  readonly claimable: Latch.Latch
  /** Of a dispatcher that is called: called after a write has leased lanes to it, even if it gives them back. */
  readonly beginCall?: () => void
}

/** What an offer is asked for, and what it depends on. */
interface Asked {
  readonly number: number
  readonly arriving: ReadonlyArray<Arriving>
  readonly underWay: OffersUnderWay
  readonly carriedSize: number
  readonly now: number
}

/** Reserves what can be taken of what arrives, account by account. */
const reserveFor = (
  { fairQueueing, isCrowded, lanes }: Sending,
  { arriving, carriedSize, now, number, underWay }: Asked
): Offered => {
  const { giveWay, last } = fairQueueing.at(now)
  const behind = new Set(giveWay ? last.map(accountKey) : [])
  let left = carriedSize - lanes.waitingSize - underWay.size
  const joined: Array<LeasedLane> = []
  const before: Array<number> = []
  const reserved = arriving.map(({ account, events, size }): AccountLoad => {
    left -= size
    const inAll = underWay.eventsOf(account) + events
    if (left < 0 || inAll > eventsPerLane || behind.has(accountKey(account))) return { account, lanes: 0 }
    for (const lane of lanes.arrivedOf(account)) {
      const leaves = isCrowded() && lane.isLong(now)
      if (!leaves && lane.takes(inAll, eventsPerLane, now)) joined.push(lane)
    }
    before.push(...underWay.leasing(account))
    const most = isCrowded() ? 0 : Math.min(lanesPerOffer, lanes.room(now), lanes.accounts.left(account))
    if (most > 0) lanes.reserve({ account, lanes: most })
    return { account, lanes: most }
  })
  for (const lane of joined) lane.arriving++
  return { number, arriving, reserved, before, joined, held: joined.map(({ lease }) => lease) }
}

/** Whether there is anything that it may give. */
const isAny = ({ before, joined, reserved }: Offered): boolean =>
  joined.length > 0 || before.length > 0 || reserved.some(({ lanes }) => lanes > 0)

/** A claim that ran meanwhile may have left lanes alone because of what was reserved. */
const releaseReserved = ({ lanes }: Sending, reserved: ReadonlyArray<AccountLoad>, { beginCall, claimable }: Wakes) =>
  Effect.suspend(() => {
    const isTight = lanes.accounts.full.length > 0
    for (const load of reserved) if (load.lanes > 0) lanes.release(load)
    // A call may wait for the last one to be released.
    return isTight || (beginCall !== undefined && lanes.size === 0) ? Effect.asVoid(claimable.open) : Effect.void
  })

const giveBackUnused = (sending: Sending, queue: DeliveryQueue["Service"]) =>
  Effect.catch(Effect.provideService(releaseUnused(sending), DeliveryQueue, queue), (error) =>
    Effect.logWarning("What arrived while stopping is sent when its lease has run out", error)
  )

/** What is being stored may join the lanes that the offer got. */
const noteLeased = (
  { lanes }: Sending,
  underWay: OffersUnderWay,
  { number }: Offered,
  { leased }: Arrived
): Effect.Effect<void> =>
  Effect.sync(() => {
    for (const { lease } of leased) {
      const lane = lanes.laneOf(lease)
      if (lane !== undefined) underWay.leased(lane, number)
    }
  })

export const makeLeaseOnArrival = Effect.fnUntraced(function* (sending: Sending, wakes: Wakes) {
  const queue = yield* DeliveryQueue
  const options = yield* DispatcherOptions
  let isStopped = false
  let hasEnded = false

  /** Once the dispatcher has ended, nobody else gives lanes back. */
  const giveBack = Effect.suspend(() => (hasEnded ? giveBackUnused(sending, queue) : Effect.void))

  // Publishers hand over what was leased. Nothing of what surrounds them, such as their traces and logs, is for the requests.
  const context = yield* Effect.context<never>()
  const start = (arrived: Arrived, joined: ReadonlyArray<LeasedLane>, leasedSince: number) =>
    Effect.suspend(() => Fiber.join(Effect.runForkWith(context)(sending.arrive(arrived, joined, leasedSince))))

  const underWay = new OffersUnderWay()

  const take = (offered: Offered, leasedSince: number) => {
    const { joined, reserved } = offered
    let isTaken = false
    return (arrived: Arrived) =>
      Effect.suspend(() => {
        if (isTaken) return Effect.void
        isTaken = true
        underWay.remove(offered)
        return start(arrived, joined, leasedSince).pipe(
          Effect.andThen(noteLeased(sending, underWay, offered, arrived)),
          Effect.ensuring(releaseReserved(sending, reserved, wakes)),
          Effect.andThen(giveBack),
          Effect.tap(() => (arrived.leased.length > 0 ? Effect.sync(() => wakes.beginCall?.()) : Effect.void))
        )
      }).pipe(Effect.uninterruptible)
  }

  const taker: LaneTaker = {
    offer: (arriving, number) =>
      Effect.map(monotonicMillis, (now): LaneOffer | undefined => {
        if (isStopped) return undefined
        const made = reserveFor(sending, { number, arriving, underWay, carriedSize: options.carriedSize, now })
        if (!isAny(made)) return undefined
        underWay.add(made)
        return {
          lanes: made.reserved.map((load) => load.lanes),
          held: made.held,
          before: made.before,
          lease: options.lease,
          take: take(made, now)
        }
      })
  }

  return {
    /** Until the scope closes. */
    begin: queue.leaseOnArrival(taker),
    /** Nothing is offered any more. */
    stop: () => {
      isStopped = true
    },
    /** Offers again, after `end`. */
    resume: () => {
      isStopped = false
      hasEnded = false
    },
    /** The dispatcher has stopped: what comes now is given back here. */
    end: Effect.suspend(() => {
      hasEnded = true
      return giveBack
    })
  }
})
