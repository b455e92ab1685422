/** Requests that ended and are to be settled, longest ago first. */
import { type Account, accountKey } from "../access/Account.ts"
import type { Outcome } from "./DeliveryQueue.ts"
import type { LaneInFlight } from "./InFlight.ts"

/** A request that ended, and its lane. */
export interface Ended {
  readonly outcome: Outcome
  readonly lane: LaneInFlight
}

export class EndedRequests {
  private requests: Array<Ended> = []

  get areAny(): boolean {
    return this.requests.length > 0
  }

  add(ended: Ended): void {
    this.requests.push(ended)
  }

  /** Those with at most so many events, or a single one. The accounts that come last do so here, too. */
  take(mostEvents: number, last: ReadonlyArray<Account>): ReadonlyArray<Ended> {
    if (last.length > 0) this.putLast(last)
    let events = 0
    const isBeyond = ({ outcome }: Ended, index: number) => (events += outcome.events.length) > mostEvents && index > 0
    const beyond = this.requests.findIndex(isBeyond)
    return this.requests.splice(0, beyond === -1 ? this.requests.length : beyond)
  }

  /** Those that could not be settled yet: they are taken again next. */
  putBack(ended: ReadonlyArray<Ended>): void {
    this.requests = [...ended, ...this.requests]
  }

  private putLast(accounts: ReadonlyArray<Account>): void {
    const keys = new Set(accounts.map(accountKey))
    const isLast = ({ outcome }: Ended) => keys.has(accountKey(outcome.lease.owner))
    this.requests = [...this.requests.filter((one) => !isLast(one)), ...this.requests.filter(isLast)]
  }
}
