/** Room for lanes in flight: of all, and of each account. Some of it may be kept until it is known whether lanes come to be. */
import { Effect } from "effect"
import type { AccountLoad, AccountShares } from "./AccountShares.ts"
import type { DispatcherOptions } from "./DispatcherOptions.ts"
import type { InFlight } from "./InFlight.ts"

export class Room {
  private readonly inFlight: InFlight
  private readonly options: Pick<DispatcherOptions, "concurrency" | "lanesPerAccount">
  private readonly kept = new Set<ReadonlyArray<AccountLoad>>()
  /** Of lanes of which it is not known yet whose they are. */
  private claiming = 0

  constructor(inFlight: InFlight, options: Pick<DispatcherOptions, "concurrency" | "lanesPerAccount">) {
    this.inFlight = inFlight
    this.options = options
  }

  /** How many more lanes there is room for. */
  get left(): number {
    let left = this.options.concurrency - this.inFlight.size - this.claiming
    for (const loads of this.kept) for (const { lanes } of loads) left -= lanes
    return Math.max(0, left)
  }

  /** What is in flight, by account, and what room is kept for. */
  shares(): AccountShares {
    const shares = this.inFlight.shares(this.options.lanesPerAccount)
    for (const loads of this.kept) for (const { account, lanes } of loads) shares.add(account, lanes)
    return shares
  }

  keep(loads: ReadonlyArray<AccountLoad>): void {
    this.kept.add(loads)
  }

  /** Keeps room for as many lanes until `claim`, which starts those that it gets, is over. */
  keptWhile<A, E, R>(lanes: number, claim: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return Effect.suspend(() => {
      this.claiming += lanes
      return Effect.ensuring(
        claim,
        Effect.sync(() => (this.claiming -= lanes))
      )
    })
  }

  /** It is not kept for these any more. */
  giveUp(loads: ReadonlyArray<AccountLoad>): void {
    this.kept.delete(loads)
  }
}
