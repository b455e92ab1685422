/** How many lanes may be in flight: in all, and of each account. Part of it can be reserved for lanes that may still come. */
import { Effect } from "effect"
import type { AccountLoad, AccountShares } from "./AccountShares.ts"
import type { DispatcherOptions } from "./DispatcherOptions.ts"
import type { InFlight } from "./InFlight.ts"

export class Capacity {
  private readonly inFlight: InFlight
  private readonly options: Pick<DispatcherOptions, "concurrency" | "lanesPerAccount">
  private readonly reserved = new Set<ReadonlyArray<AccountLoad>>()
  /** Reserved for lanes whose accounts are not known yet. */
  private claiming = 0

  constructor(inFlight: InFlight, options: Pick<DispatcherOptions, "concurrency" | "lanesPerAccount">) {
    this.inFlight = inFlight
    this.options = options
  }

  /** How many more lanes may be taken. */
  get left(): number {
    let left = this.options.concurrency - this.inFlight.size - this.claiming
    for (const loads of this.reserved) for (const { lanes } of loads) left -= lanes
    return Math.max(0, left)
  }

  /** What is in flight and what is reserved, by account. */
  shares(): AccountShares {
    const shares = this.inFlight.shares(this.options.lanesPerAccount)
    for (const loads of this.reserved) for (const { account, lanes } of loads) shares.add(account, lanes)
    return shares
  }

  reserve(loads: ReadonlyArray<AccountLoad>): void {
    this.reserved.add(loads)
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

  release(loads: ReadonlyArray<AccountLoad>): void {
    this.reserved.delete(loads)
  }
}
