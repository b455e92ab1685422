/** The turns of the leased lanes: whose request is next, what becomes of a lane when it has ended, and when that is settled. */
import { Exit, type Latch } from "effect"
import { accountKey } from "../../access/accountKey.ts"
import type { Arrived, Batch, LaneHealth, Lease, Outcome } from "../queue/DeliveryQueue.ts"
import type { FairQueueing } from "./FairQueueing.ts"
import type { LeasedLane } from "./LeasedLane.ts"
import type { LeasedLanes } from "./LeasedLanes.ts"
import type { Unsettled } from "./Unsettled.ts"

/** What decides about turns. */
export interface Turns {
  readonly lanes: LeasedLanes
  readonly fairQueueing: FairQueueing
  readonly unsettled: Unsettled
  readonly ended: Latch.Latch
  /** Opened when a lane waits for its turn until a request has ended or grown old. */
  readonly full: Latch.Latch
  isCrowded: boolean
  isStopped: boolean
  areTaken: boolean
}

/** Whether the lane may keep its place. */
const staysOpen = ({ isCrowded, isStopped }: Turns, lane: LeasedLane, now: number): boolean =>
  !isStopped && lane.isOpen(now) && !(isCrowded && lane.isLong(now))

/** Whether another request of the lane may follow. */
const goesOn = (turns: Turns, lane: LeasedLane, now: number): boolean => lane.waiting > 0 && staysOpen(turns, lane, now)

/** Whether the lane keeps its lease for what may arrive before the end of its request is settled. */
const staysBusy = (turns: Turns, lane: LeasedLane, now: number): boolean => {
  if (!lane.isBusy || !staysOpen(turns, lane, now)) return false
  const { giveWay, last } = turns.fairQueueing.at(now)
  const key = accountKey(lane.lease.owner)
  return !giveWay || last.every((account) => accountKey(account) !== key)
}

/** Keeps how the request of a lane ended. */
export const noteEnd = (turns: Turns, lane: LeasedLane, exit: Exit.Exit<Outcome>, now: number): void => {
  const { isStopped, lanes, unsettled } = turns
  lanes.underWay.end(lane, now)
  if (Exit.isSuccess(exit)) {
    const outcome = exit.value
    lane.ended(outcome, now)
    // Events that arrive at this moment count on its lease.
    const isAwaited = lane.arriving > 0 && !isStopped
    const keepsLease =
      outcome.delivery.success && (isAwaited || goesOn(turns, lane, now) || staysBusy(turns, lane, now))
    if (!keepsLease) lanes.remove(lane)
    // Where all lanes are leased that the account may have, others of it get their turn.
    const mayRenew = lanes.accounts.left(lane.lease.owner) > 0
    unsettled.add({ outcome: keepsLease ? lane.keep(outcome, mayRenew, now) : outcome, lane })
  } else if (Exit.hasInterrupts(exit)) lanes.giveBack(lane)
  else lanes.remove(lane)
  turns.ended.openUnsafe()
}

/**
 * Sends the next request of each lane whose turn it is, as far as more may be under way. Lanes that waited for too long are given
 * back, and those of accounts that give way or have their share under way: they are claimed when it is their turn.
 */
export const takeTurns = (turns: Turns, now: number, send: (lane: LeasedLane) => void): void => {
  const { ended, fairQueueing, full, lanes } = turns
  // After a request that ends as it begins, the loop below goes on.
  if (turns.areTaken || lanes.first === undefined) return
  turns.areTaken = true
  const { giveWay, last } = fairQueueing.at(now)
  const behind = giveWay ? new Set(last.map(accountKey)) : undefined
  try {
    for (let lane = lanes.first; lane !== undefined; lane = lanes.first) {
      const isTooLate = !lane.begins(now)
      if (!isTooLate && !lanes.underWay.hasRoom) break
      lanes.takeFirst()
      const { owner } = lane.lease
      const isRefused = isTooLate || !lanes.underWay.hasRoomFor(owner)
      if (!isRefused && (lane.isOwedTurn || behind?.has(accountKey(owner)) !== true)) send(lane)
      else {
        lanes.giveBack(lane)
        ended.openUnsafe()
      }
    }
  } finally {
    turns.areTaken = false
  }
  if (lanes.first !== undefined) full.openUnsafe()
}

/** The end of a lane's request was settled: it has another turn, or rests while something may join it. */
export const noteSettled = (turns: Turns, lane: LeasedLane, health: LaneHealth | undefined, now: number): void => {
  const { ended, lanes } = turns
  const isLeased = health?.isLeased === true
  // What has joined it since its request began is given back with it.
  if (!isLeased && !lane.hasJoined) return lanes.remove(lane)
  lane.settled(now)
  if (isLeased && goesOn(turns, lane, now)) lanes.waitForTurn(lane)
  else {
    if (isLeased && lane.waiting === 0 && (lane.arriving > 0 || lane.isWhole)) lanes.rest(lane)
    else lanes.giveBack(lane)
    ended.openUnsafe()
  }
}

/** Takes what arrived: lanes that were leased for it, and events for those that are held. `leasedSince`: before the write. */
export const takeArrived = (
  { ended, isStopped, lanes }: Turns,
  { joining, leased }: Arrived,
  { held, leasedSince }: { readonly held: ReadonlyArray<LeasedLane>; readonly leasedSince: number },
  laneOf: (batch: Batch) => LeasedLane
): void => {
  const refuse = (lease: Lease): void => {
    lanes.refuse(lease)
    ended.openUnsafe()
  }
  for (const batch of leased) {
    if (isStopped) refuse(batch.lease)
    else lanes.addArrived(laneOf(batch))
  }
  for (const { events, lease } of joining) {
    const lane = lanes.laneOf(lease)
    if (lane === undefined) refuse(lease)
    // When it has stopped, the lane is given back with them.
    else if (!isStopped) lanes.join(lane, events, leasedSince)
  }
  for (const lane of held) {
    lane.arriving--
    // Something may wait for its webhook that it does not have, or nothing was for it.
    if (!joining.some(({ lease }) => lease === lane.lease)) lane.isWhole = false
    if (lane.isResting && lane.arriving === 0) {
      lanes.giveBack(lane)
      ended.openUnsafe()
    }
  }
}
