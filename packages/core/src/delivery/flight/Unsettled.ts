/** Requests that ended and are to be settled, longest ago first. */
import type { Account } from "../../access/Account.ts"
import { accountKey } from "../../access/accountKey.ts"
import type { Lease, Outcome } from "../queue/DeliveryQueue.ts"
import type { LeasedLane } from "./LeasedLane.ts"

/** A request that ended, and its lane. */
export interface Ended {
  readonly outcome: Outcome
  readonly lane: LeasedLane
}

/** How many of them have at most so many events together; a single one may have more. */
const within = (requests: ReadonlyArray<Ended>, mostEvents: number): number => {
  let events = 0
  const beyond = requests.findIndex(({ outcome }, index) => (events += outcome.events.length) > mostEvents && index > 0)
  return beyond === -1 ? requests.length : beyond
}

export class Unsettled {
  private requests: Array<Ended> = []
  /** Whether those of accounts that give way were passed over last. */
  private passedOver = false

  get areAny(): boolean {
    return this.requests.length > 0
  }

  /** Of their lanes. */
  get leases(): ReadonlySet<Lease> {
    return new Set(this.requests.map(({ outcome }) => outcome.lease))
  }

  add(ended: Ended): void {
    this.requests.push(ended)
  }

  take(mostEvents: number): ReadonlyArray<Ended> {
    return this.requests.splice(0, within(this.requests, mostEvents))
  }

  /**
   * While accounts give way: what the others were sent, or else a step of theirs; by turns where there is both, because what is
   * not settled in time is sent again.
   */
  takeByTurns(mostEvents: number, last: { readonly accounts: ReadonlyArray<Account>; readonly mostEvents: number }) {
    const keys = new Set(last.accounts.map(accountKey))
    const givesWay = ({ outcome }: Ended) => keys.has(accountKey(outcome.lease.owner))
    const theirs = this.requests.filter(givesWay)
    const others = this.requests.filter((one) => !givesWay(one))
    const areTheirs = others.length === 0 || (theirs.length > 0 && this.passedOver)
    this.passedOver = !areTheirs && theirs.length > 0
    const taken = areTheirs
      ? theirs.splice(0, within(theirs, last.mostEvents))
      : others.splice(0, within(others, mostEvents))
    this.requests = [...others, ...theirs]
    return taken
  }

  /** Those that could not be settled yet: they are taken again next. */
  putBack(ended: ReadonlyArray<Ended>): void {
    this.requests = [...ended, ...this.requests]
  }
}
