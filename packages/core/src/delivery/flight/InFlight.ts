/**
 * The lanes in flight, and how many more there may be: in all, and of each account. Each has a request under way, or one whose
 * end is being settled before the next. Part of the capacity can be reserved for lanes that may still come.
 *
 * Kept in an array, each knowing its place: a `Set` that lives long while its members come and go makes all of them outlive
 * the garbage collector's cheap rounds, because each of its former tables keeps its members and leads to the next.
 */
import { Effect, type Fiber } from "effect"
import type { DispatcherOptions } from "../policy/DispatcherOptions.ts"
import { AccountCapacity, type AccountLoad } from "../queue/claimRules.ts"
import type { LaneHealth, Lease } from "../queue/DeliveryQueue.ts"
import type { LaneInFlight } from "./LaneInFlight.ts"
import type { Ended } from "./Unsettled.ts"

export class InFlight {
  /** What is in flight and what is reserved, by account. */
  readonly accounts: Omit<AccountCapacity, "add" | "remove">
  private readonly capacity: AccountCapacity
  private readonly concurrency: number
  private readonly lanes: Array<LaneInFlight> = []
  private readonly unused: Array<Lease> = []
  private reserved = 0

  constructor({ concurrency, lanesPerAccount }: Pick<DispatcherOptions, "concurrency" | "lanesPerAccount">) {
    this.concurrency = concurrency
    this.capacity = new AccountCapacity(lanesPerAccount)
    this.accounts = this.capacity
  }

  get size(): number {
    return this.lanes.length
  }

  get fibers(): ReadonlyArray<Fiber.Fiber<unknown, unknown>> {
    return this.lanes.flatMap(({ fiber }) => fiber ?? [])
  }

  add(lane: LaneInFlight): LaneInFlight {
    lane.place = this.lanes.length
    this.lanes.push(lane)
    this.capacity.add(lane.lease.owner)
    return lane
  }

  /** Once per lane. */
  remove(lane: LaneInFlight): void {
    this.capacity.remove(lane.lease.owner)
    const last = this.lanes.pop()!
    if (last === lane) return
    this.lanes[lane.place] = last
    last.place = lane.place
  }

  /** It sends nothing more, although it is still leased. */
  leave(lane: LaneInFlight): void {
    this.remove(lane)
    this.unused.push(lane.lease)
  }

  /** Leases of lanes that have left, to be given back. */
  takeUnused(): ReadonlyArray<Lease> {
    return this.unused.splice(0)
  }

  /** Of lanes whose requests were settled: those that are still leased and have more to send. The others are in flight no longer. */
  goOn(
    settled: ReadonlyArray<Ended>,
    healths: ReadonlyArray<LaneHealth | undefined>,
    now: number
  ): ReadonlyArray<LaneInFlight> {
    const next: Array<LaneInFlight> = []
    for (const [index, { lane, outcome }] of settled.entries()) {
      if (!outcome.keepsLease) continue
      if (healths[index]?.isLeased !== true) this.remove(lane)
      else if (lane.goesOn(now)) next.push(lane)
      else this.leave(lane)
    }
    return next
  }

  /** None goes on after its request. */
  stop(): void {
    for (const lane of this.lanes) lane.stop()
  }

  /** How many more lanes may be taken. */
  get left(): number {
    return Math.max(0, this.concurrency - this.size - this.reserved)
  }

  reserve({ account, lanes }: AccountLoad): void {
    this.reserved += lanes
    this.capacity.add(account, lanes)
  }

  release({ account, lanes }: AccountLoad): void {
    this.reserved -= lanes
    this.capacity.remove(account, lanes)
  }

  /** Reserves so many lanes, whose accounts are not known yet, until `claim` ends. By then it has started the lanes that it got. */
  reservedWhile<A, E, R>(lanes: number, claim: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.suspend(() => {
      this.reserved += lanes
      return Effect.ensuring(
        claim,
        Effect.sync(() => (this.reserved -= lanes))
      )
    })
  }
}
