/**
 * The lanes in flight: each has a request under way, or one whose end is being settled before the next.
 *
 * Kept in an array, each knowing its place: a `Set` that lives long while its members come and go makes all of them outlive
 * the garbage collector's cheap rounds, because each of its former tables keeps its members and leads to the next.
 */
import type { Fiber } from "effect"
import { AccountShares } from "./AccountShares.ts"
import type { Lease } from "./DeliveryQueue.ts"
import type { Turn } from "./Turn.ts"

export interface LaneInFlight {
  readonly turn: Turn
  /** Of its request. */
  fiber: Fiber.Fiber<unknown, unknown> | undefined
  place: number
}

export class InFlight {
  private readonly lanes: Array<LaneInFlight> = []

  get size(): number {
    return this.lanes.length
  }

  get leases(): ReadonlyArray<Lease> {
    return this.lanes.map(({ turn }) => turn.lease)
  }

  /** How many there are, by account. */
  shares(lanesPerAccount: number): AccountShares {
    const shares = new AccountShares(lanesPerAccount)
    for (const { owner } of this.leases) shares.add(owner)
    return shares
  }

  /** None goes on after its request. */
  endTurns(): void {
    for (const { turn } of this.lanes) turn.end()
  }

  get fibers(): ReadonlyArray<Fiber.Fiber<unknown, unknown>> {
    return this.lanes.flatMap(({ fiber }) => fiber ?? [])
  }

  add(turn: Turn): LaneInFlight {
    const lane = { turn, fiber: undefined, place: this.lanes.length }
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
}
