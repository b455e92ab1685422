/**
 * The lanes that are leased to this dispatcher. Each waits for its turn, has a request under way, has one whose end is being settled,
 * or rests, until no events are being stored that may join it, and it is given back.
 *
 * How many more there may be is said for all of them, and for the lanes of each account. Part of the capacity can be reserved for
 * lanes that may still come.
 */
import { Effect } from "effect"
import { accountKey } from "../../access/accountKey.ts"
import type { Account } from "../../access/Account.ts"
import type { DispatcherOptions } from "../policy/DispatcherOptions.ts"
import { AccountCapacity, type AccountLoad } from "../queue/claimRules.ts"
import type { Batch, Lease, PendingEvent } from "../queue/DeliveryQueue.ts"
import type { LeasedLane } from "./LeasedLane.ts"
import { UnderWay } from "./UnderWay.ts"

// our choice: lanes that are leased as events arrive, for each request that may be under way. More would wait for too long.
const lanesPerRequest = 4

const noLeases: ReadonlySet<Lease> = new Set()

/** A lease of a lane that has left, with how many of its events were not sent. */
export interface Unused {
  readonly lease: Lease
  readonly waiting: number
}

export class LeasedLanes {
  /** What is leased and what is reserved, by account. */
  readonly accounts: Omit<AccountCapacity, "add" | "remove">
  readonly underWay: UnderWay
  private readonly capacity: AccountCapacity
  private readonly concurrency: number
  private waiting: Array<LeasedLane | undefined> = []
  private firstWaiting = 0
  private unused: Array<Unused> = []
  /** Those that were leased as events arrived for them, by account and webhook. */
  private readonly arrived = new Map<string, Map<string, LeasedLane>>()
  private count = 0
  /** Also some that rest no longer. */
  private resting: Array<LeasedLane> = []
  private restingCount = 0
  private reserved = 0
  private reservedByClaim = 0
  private characters = 0

  constructor(options: Pick<DispatcherOptions, "concurrency" | "lanesPerAccount">) {
    this.concurrency = options.concurrency
    this.underWay = new UnderWay(options)
    this.capacity = new AccountCapacity(options.lanesPerAccount)
    this.accounts = this.capacity
  }

  /** How many there are, with those that are reserved for what arrives. */
  get size(): number {
    return this.count + this.reserved
  }

  /** How many more may be claimed. There are as many as there may be requests; those that rest do not count. */
  get left(): number {
    return Math.max(0, this.concurrency - (this.count - this.restingCount) - this.reservedByClaim)
  }

  /** How many more may be leased as events arrive. */
  room(now: number): number {
    return this.underWay.isStuck(now) ? 0 : Math.max(0, this.concurrency * lanesPerRequest - this.size)
  }

  /** What their events that are not sent yet take in memory, in characters. */
  get waitingSize(): number {
    return this.characters
  }

  /** It was claimed, and waits for its turn. */
  addClaimed(lane: LeasedLane): void {
    lane.isOwedTurn = true
    this.add(lane)
  }

  /** It was leased as events arrived for it, and waits for its turn. Others may join. */
  addArrived(lane: LeasedLane): void {
    lane.isWhole = true
    this.add(lane)
    const key = accountKey(lane.lease.owner)
    const ofAccount = this.arrived.get(key)
    if (ofAccount === undefined) this.arrived.set(key, new Map([[lane.lease.webhookId, lane]]))
    else ofAccount.set(lane.lease.webhookId, lane)
  }

  /** Of an account: those that events may join. */
  arrivedOf(account: Account): Iterable<LeasedLane> {
    return this.arrived.get(accountKey(account))?.values() ?? []
  }

  /** The lane that events may join; undefined where it is leased no longer. */
  laneOf(lease: Lease): LeasedLane | undefined {
    const lane = this.arrived.get(accountKey(lease.owner))?.get(lease.webhookId)
    return lane?.lease.fence === lease.fence ? lane : undefined
  }

  join(lane: LeasedLane, events: ReadonlyArray<PendingEvent>, confirmedAt: number): void {
    this.characters -= lane.size
    lane.join(events, confirmedAt)
    this.characters += lane.size
    if (lane.isResting) this.waitForTurn(lane)
  }

  /** What its next request carries. */
  nextOf(lane: LeasedLane, now: number): Batch {
    this.characters -= lane.size
    const batch = lane.next(now)
    this.characters += lane.size
    return batch
  }

  /** The one that has waited for its turn the longest. */
  get first(): LeasedLane | undefined {
    return this.waiting[this.firstWaiting]
  }

  /** The first one waits no longer. */
  takeFirst(): void {
    // Its events are not kept by its place.
    this.waiting[this.firstWaiting] = undefined
    this.firstWaiting++
    if (this.firstWaiting >= 1024 || this.firstWaiting === this.waiting.length) {
      this.waiting = this.waiting.slice(this.firstWaiting)
      this.firstWaiting = 0
    }
  }

  /** The end of its request is settled, or it rested, and it waits for its turn. */
  waitForTurn(lane: LeasedLane): void {
    this.wake(lane)
    this.waiting.push(lane)
  }

  /** The end of its request is settled, and it rests. */
  rest(lane: LeasedLane): void {
    lane.isResting = true
    this.restingCount++
    if (!this.resting.includes(lane)) this.resting.push(lane)
  }

  /** Those that have rested for as long as they may at a time, or all, are given back, unless events are being stored that may join them. */
  endRests(now = Number.POSITIVE_INFINITY): void {
    const { resting } = this
    if (resting.length === 0) return
    this.resting = []
    for (const lane of resting) {
      if (!lane.isResting) continue
      if (lane.arriving > 0 || !lane.hasRested(now)) this.resting.push(lane)
      else this.giveBack(lane)
    }
  }

  /** It is leased no longer. */
  remove(lane: LeasedLane): void {
    this.wake(lane)
    this.count--
    this.characters -= lane.size
    this.capacity.remove(lane.lease.owner)
    const key = accountKey(lane.lease.owner)
    const ofAccount = this.arrived.get(key)
    if (ofAccount?.get(lane.lease.webhookId) !== lane) return
    if (ofAccount.size === 1) this.arrived.delete(key)
    else ofAccount.delete(lane.lease.webhookId)
  }

  /** It sends nothing more, although it is still leased. */
  giveBack(lane: LeasedLane): void {
    this.remove(lane)
    this.unused.push({ lease: lane.lease, waiting: lane.waiting })
  }

  /** Nothing is sent of a lease that came too late. */
  refuse(lease: Lease): void {
    this.unused.push({ lease, waiting: 0 })
  }

  /** Whether leases are to be given back. */
  get areUnused(): boolean {
    return this.unused.length > 0
  }

  /**
   * Leases of lanes that have left, to be given back: so many at once, and so many events that wait again, or one; other than these, of
   * which something is to be settled first.
   */
  takeUnused(lanes: number, events: number, but: ReadonlySet<Lease> = noLeases): ReadonlyArray<Unused> {
    const taken: Array<Unused> = []
    const left: Array<Unused> = []
    let waiting = 0
    for (const one of this.unused) {
      waiting += but.has(one.lease) ? 0 : one.waiting
      const fits = taken.length === 0 || (taken.length < lanes && waiting <= events)
      ;(fits && !but.has(one.lease) ? taken : left).push(one)
    }
    this.unused = left
    return taken
  }

  /** They could not be given back yet. */
  putBackUnused(unused: ReadonlyArray<Unused>): void {
    this.unused = [...unused, ...this.unused]
  }

  /** Those that wait give up their turn. */
  giveBackWaiting(): void {
    for (const lane of this.waiting) if (lane !== undefined) this.giveBack(lane)
    this.waiting = []
    this.firstWaiting = 0
  }

  /** Reserves lanes of an account that may be leased as events arrive. */
  reserve({ account, lanes }: AccountLoad): void {
    this.reserved += lanes
    this.capacity.add(account, lanes)
  }

  release({ account, lanes }: AccountLoad): void {
    this.reserved -= lanes
    this.capacity.remove(account, lanes)
  }

  /** Reserves so many lanes, of accounts that are not known yet, until `claim` ends. By then those that it got are here. */
  reservedWhile<A, E, R>(lanes: number, claim: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.suspend(() => {
      this.reservedByClaim += lanes
      return Effect.ensuring(
        claim,
        Effect.sync(() => (this.reservedByClaim -= lanes))
      )
    })
  }

  private add(lane: LeasedLane): void {
    this.count++
    this.capacity.add(lane.lease.owner)
    this.characters += lane.size
    this.waiting.push(lane)
  }

  private wake(lane: LeasedLane): void {
    if (!lane.isResting) return
    lane.isResting = false
    this.restingCount--
  }
}
