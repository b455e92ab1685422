/** Requests that ended and are to be settled, longest ago first. */
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

  /** Those with at most so many events, or a single one. */
  take(mostEvents: number): ReadonlyArray<Ended> {
    let events = 0
    const isBeyond = ({ outcome }: Ended, index: number) => (events += outcome.events.length) > mostEvents && index > 0
    const beyond = this.requests.findIndex(isBeyond)
    return this.requests.splice(0, beyond === -1 ? this.requests.length : beyond)
  }

  /** Those that could not be settled yet: they are taken again next. */
  putBack(ended: ReadonlyArray<Ended>): void {
    this.requests = [...ended, ...this.requests]
  }
}
