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
import type { LaneInFlight } from "./LaneInFlight.ts"

export class InFlight {
  private readonly most: Pick<DispatcherOptions, "concurrency" | "lanesPerAccount">
  private readonly lanes: Array<LaneInFlight> = []
  private readonly reserved = new Set<ReadonlyArray<AccountLoad>>()
  /** Reserved for lanes whose accounts are not known yet. */
  private claiming = 0

  constructor(most: Pick<DispatcherOptions, "concurrency" | "lanesPerAccount">) {
    this.most = most
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
    return lane
  }

  /** Once per lane. */
  remove(lane: LaneInFlight): void {
    const last = this.lanes.pop()!
    if (last === lane) return
    this.lanes[lane.place] = last
    last.place = lane.place
  }

  /** None goes on after its request. */
  stop(): void {
    for (const lane of this.lanes) lane.stop()
  }

  /** How many more lanes may be taken. */
  get left(): number {
    let left = this.most.concurrency - this.size - this.claiming
    for (const loads of this.reserved) for (const { lanes } of loads) left -= lanes
    return Math.max(0, left)
  }

  /** What is in flight and what is reserved, by account. */
  accounts(): AccountCapacity {
    const accounts = new AccountCapacity(this.most.lanesPerAccount)
    for (const { lease } of this.lanes) accounts.add(lease.owner)
    for (const loads of this.reserved) for (const { account, lanes } of loads) accounts.add(account, lanes)
    return accounts
  }

  reserve(loads: ReadonlyArray<AccountLoad>): void {
    this.reserved.add(loads)
  }

  release(loads: ReadonlyArray<AccountLoad>): void {
    this.reserved.delete(loads)
  }

  /** Reserves so many lanes until `claim` ends. By then it has started the lanes that it got. */
  reservedWhile<A, E, R>(lanes: number, claim: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.suspend(() => {
      this.claiming += lanes
      return Effect.ensuring(
        claim,
        Effect.sync(() => (this.claiming -= lanes))
      )
    })
  }
}
