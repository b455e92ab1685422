/**
 * Takes lanes that the storage leases as events arrive for them: nothing has to be claimed then, and the events are sent as
 * soon as they are stored. It takes no more than the capacity allows, and none of the accounts that come last.
 */
import { Effect, Fiber, type Latch } from "effect"
import type { Account } from "../../access/Account.ts"
import { accountKey } from "../../access/accountKey.ts"
import { monotonicMillis } from "../../time/monotonic.ts"
import { eventsPerLease } from "../flight/LaneInFlight.ts"
import type { Sending } from "../flight/sending.ts"
import { DispatcherOptions } from "../policy/DispatcherOptions.ts"
import { type AccountLoad, largestBatchBytes } from "../queue/claimRules.ts"
import { type Batch, DeliveryQueue, type LaneOffer, type LaneTaker } from "../queue/DeliveryQueue.ts"

// our choice: most accounts have one webhook for an event, or a few. Others are claimed.
const lanesPerOffer = 4

export const makeLeaseOnArrival = Effect.fnUntraced(function* (sending: Sending, claimable: Latch.Latch) {
  const queue = yield* DeliveryQueue
  const options = yield* DispatcherOptions
  const { fairQueueing, inFlight } = sending
  let isStopped = false

  /** Reserves what it can take, account by account. */
  const reserveFor = (accounts: ReadonlyArray<Account>, now: number): ReadonlyArray<AccountLoad> => {
    const last = new Set(fairQueueing.at(now).last.map(accountKey))
    return accounts.map((account) => {
      const isLast = isStopped || last.has(accountKey(account))
      const lanes = isLast ? 0 : Math.min(lanesPerOffer, inFlight.left, inFlight.accounts.left(account))
      if (lanes > 0) inFlight.reserve({ account, lanes })
      return { account, lanes }
    })
  }

  /** A claim that ran meanwhile may have left lanes alone because of what was reserved. */
  const releaseReserved = (reserved: ReadonlyArray<AccountLoad>) =>
    Effect.suspend(() => {
      const isTight = inFlight.left === 0 || inFlight.accounts.full.length > 0
      for (const load of reserved) if (load.lanes > 0) inFlight.release(load)
      return isTight ? Effect.asVoid(claimable.open) : Effect.void
    })

  const giveBack = (batches: ReadonlyArray<Batch>) =>
    Effect.catch(queue.release(batches.map((batch) => batch.lease)), (error) =>
      Effect.logWarning("What arrived while stopping is sent when its lease has run out", error)
    )

  // Publishers hand over what was leased. Nothing of what surrounds them, such as their traces and logs, is for the requests.
  const context = yield* Effect.context<never>()
  const start = (batches: ReadonlyArray<Batch>, leasedSince: number) =>
    Effect.suspend(() => Fiber.join(Effect.runForkWith(context)(sending.start(batches, leasedSince))))

  const take = (reserved: ReadonlyArray<AccountLoad>, leasedSince: number) => (batches: ReadonlyArray<Batch>) => {
    const begin = Effect.suspend(() =>
      batches.length > 0 && isStopped ? giveBack(batches) : start(batches, leasedSince)
    )
    return Effect.uninterruptible(Effect.andThen(begin, releaseReserved(reserved)))
  }

  const taker: LaneTaker = {
    offer: (accounts) =>
      Effect.map(monotonicMillis, (now): LaneOffer | undefined => {
        const reserved = reserveFor(accounts, now)
        if (reserved.every(({ lanes }) => lanes === 0)) return undefined
        return {
          lanes: reserved.map(({ lanes }) => lanes),
          eventsPerLane: eventsPerLease(options),
          bytesPerLane: largestBatchBytes,
          lease: options.lease,
          take: take(reserved, now)
        }
      })
  }

  return {
    /** Until the scope closes. */
    begin: queue.leaseOnArrival(taker),
    /** What is leased from now on is given back. */
    stop: () => {
      isStopped = true
    }
  }
})
