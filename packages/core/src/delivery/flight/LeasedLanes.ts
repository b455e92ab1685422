/**
 * The lanes that are leased to this dispatcher. Each is in flight, which means that it has a request under way or one whose end is
 * being settled; or it waits for its turn; or it rests, because events that are being stored may join it.
 *
 * How many more there may be is said for requests in all, and for the lanes of each account. Part of the capacity can be reserved
 * for lanes that may still come.
 */
import { Effect, type Fiber } from "effect"
import { accountKey } from "../../access/accountKey.ts"
import type { Account } from "../../access/Account.ts"
import type { DispatcherOptions } from "../policy/DispatcherOptions.ts"
import { AccountCapacity, type AccountLoad } from "../queue/claimRules.ts"
import type { Batch, Lease, PendingEvent } from "../queue/DeliveryQueue.ts"
import type { LeasedLane } from "./LeasedLane.ts"

// our choice: lanes that wait for their turn, for each request that may be in flight. More would wait for too long.
const waitingPerPlace = 4

// our choice: where all places are taken and no request has ended for so long, others may be able to send what arrives. In milliseconds.
const expectedTurn = 100

export class LeasedLanes {
  /** What is leased and what is reserved, by account. */
  readonly accounts: Omit<AccountCapacity, "add" | "remove">
  private readonly capacity: AccountCapacity
  private readonly concurrency: number
  /** In an array, each knowing its place: a `Set` that lives long keeps what leaves it from the garbage collector's cheap rounds. */
  private readonly sending: Array<LeasedLane> = []
  private waiting: Array<LeasedLane> = []
  private firstWaiting = 0
  private readonly unused: Array<Lease> = []
  /** Those that were leased as events arrived for them, by account and webhook. */
  private readonly arrived = new Map<string, Map<string, LeasedLane>>()
  private count = 0
  private reserved = 0
  private characters = 0
  private lastEndAt = Number.NEGATIVE_INFINITY

  constructor({ concurrency, lanesPerAccount }: Pick<DispatcherOptions, "concurrency" | "lanesPerAccount">) {
    this.concurrency = concurrency
    this.capacity = new AccountCapacity(lanesPerAccount)
    this.accounts = this.capacity
  }

  /** How many are in flight. */
  get inFlight(): number {
    return this.sending.length
  }

  /** How many there are, whatever they do. */
  get size(): number {
    return this.count
  }

  get fibers(): ReadonlyArray<Fiber.Fiber<unknown, unknown>> {
    return this.sending.flatMap(({ fiber }) => fiber ?? [])
  }

  /** How many more requests may be in flight. */
  get left(): number {
    return Math.max(0, this.concurrency - this.sending.length - this.reserved)
  }

  /** How many more lanes may be leased that will have their turn soon. */
  room(now: number): number {
    if (this.sending.length >= this.concurrency && now - this.lastEndAt >= expectedTurn) return 0
    return Math.max(0, this.concurrency * waitingPerPlace - this.count)
  }

  /** Of the payloads of events that are not sent yet, in characters. */
  get payloads(): number {
    return this.characters
  }

  /** It was claimed, and is in flight at once. */
  add(lane: LeasedLane): LeasedLane {
    this.remember(lane)
    this.begin(lane)
    return lane
  }

  /** It was leased as events arrived for it, and waits for its turn. Others may join. */
  addArrived(lane: LeasedLane): void {
    this.remember(lane)
    const key = accountKey(lane.lease.owner)
    const ofAccount = this.arrived.get(key)
    if (ofAccount === undefined) this.arrived.set(key, new Map([[lane.lease.webhookId, lane]]))
    else ofAccount.set(lane.lease.webhookId, lane)
    this.waiting.push(lane)
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

  join(lane: LeasedLane, events: ReadonlyArray<PendingEvent>, now: number): void {
    this.characters -= lane.size
    lane.join(events, now)
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

  /** The lane whose turn it is; it is in flight from now on. */
  takeNext(): LeasedLane | undefined {
    const lane = this.waiting[this.firstWaiting]
    if (lane === undefined) {
      this.waiting = []
      this.firstWaiting = 0
      return undefined
    }
    this.firstWaiting++
    if (this.firstWaiting >= 1024) {
      this.waiting = this.waiting.slice(this.firstWaiting)
      this.firstWaiting = 0
    }
    this.begin(lane)
    return lane
  }

  /** It rested, and waits for its turn. */
  waitForTurn(lane: LeasedLane): void {
    lane.isResting = false
    this.waiting.push(lane)
  }

  /** It is in flight no longer, and rests. */
  rest(lane: LeasedLane): void {
    this.end(lane)
    lane.isResting = true
  }

  /** It was in flight, and is leased no longer. */
  remove(lane: LeasedLane): void {
    this.end(lane)
    this.forget(lane)
  }

  /** It was in flight, and sends nothing more, although it is still leased. */
  leave(lane: LeasedLane): void {
    this.end(lane)
    this.giveBack(lane)
  }

  /** It rested, and sends nothing more, although it is still leased. */
  giveBack(lane: LeasedLane): void {
    this.forget(lane)
    this.unused.push(lane.lease)
  }

  /** Nothing is sent of a lease that came too late. */
  refuse(lease: Lease): void {
    this.unused.push(lease)
  }

  /** Leases of lanes that have left, to be given back, so many at once. */
  takeUnused(most: number): ReadonlyArray<Lease> {
    return this.unused.splice(0, most)
  }

  /** None goes on after its request, and those that wait give up their turn. */
  stop(): void {
    for (const lane of this.sending) lane.stop()
    for (const lane of this.waiting.slice(this.firstWaiting)) this.giveBack(lane)
    this.waiting = []
    this.firstWaiting = 0
  }

  reserve({ account, lanes }: AccountLoad): void {
    this.count += lanes
    this.capacity.add(account, lanes)
  }

  release({ account, lanes }: AccountLoad): void {
    this.count -= lanes
    this.capacity.remove(account, lanes)
  }

  /** Reserves so many requests, of accounts that are not known yet, until `claim` ends. By then those that it got are in flight. */
  reservedWhile<A, E, R>(lanes: number, claim: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.suspend(() => {
      this.reserved += lanes
      return Effect.ensuring(
        claim,
        Effect.sync(() => (this.reserved -= lanes))
      )
    })
  }

  /** A request has ended. */
  noteEnd(now: number): void {
    this.lastEndAt = now
  }

  private begin(lane: LeasedLane): void {
    lane.place = this.sending.length
    this.sending.push(lane)
  }

  private end(lane: LeasedLane): void {
    const last = this.sending.pop()!
    if (last === lane) return
    this.sending[lane.place] = last
    last.place = lane.place
  }

  private remember(lane: LeasedLane): void {
    this.count++
    this.capacity.add(lane.lease.owner)
    this.characters += lane.size
  }

  private forget(lane: LeasedLane): void {
    lane.isResting = false
    this.count--
    this.characters -= lane.size
    this.capacity.remove(lane.lease.owner)
    const key = accountKey(lane.lease.owner)
    const ofAccount = this.arrived.get(key)
    if (ofAccount?.get(lane.lease.webhookId) !== lane) return
    if (ofAccount.size === 1) this.arrived.delete(key)
    else ofAccount.delete(lane.lease.webhookId)
  }
}
