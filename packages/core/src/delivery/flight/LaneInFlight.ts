/**
 * A lane in flight: what was claimed of it goes out in requests, one after the other, as long as they succeed and the lease
 * leaves time for another.
 */
import { Duration, type Fiber } from "effect"
import { answerWithin } from "../../transport/Transport.ts"
import type { DispatcherOptions } from "../policy/DispatcherOptions.ts"
import { largestBatch } from "../queue/claimRules.ts"
import type { Batch, Lease, Outcome } from "../queue/DeliveryQueue.ts"

// our choice: requests that one claim of a lane is for, at most: they are made one after the other, as long as they succeed, and
// only the last one writes to the lane. A place among the requests in flight is taken for so many, and others wait for it.
const requestsPerLease = 16

// our choice: no further request of a claim begins after so long, so that slow receivers get no more than one.
const leaseUse = Duration.seconds(1)

// our choice: how long it may take until the end of a request is settled.
const settleWithin = Duration.seconds(5)

/** How many events a lane in which nothing has failed is leased for, at most. */
export const eventsPerLease = ({ eventsPerBatch }: Pick<DispatcherOptions, "eventsPerBatch">): number =>
  Math.min(largestBatch, eventsPerBatch * requestsPerLease)

/** For how much of the lease further requests begin, in milliseconds. */
export const useOf = (lease: Duration.Duration): number =>
  Duration.toMillis(Duration.min(leaseUse, Duration.subtract(lease, Duration.sum(answerWithin, settleWithin))))

/** Times are the process's own, as `monotonicMillis` has them. */
interface LaneTerms {
  readonly eventsPerBatch: number
  readonly claimedAt: number
  /** When the last request may begin. */
  readonly lastStart: number
}

export class LaneInFlight {
  /** Of its request. */
  fiber: Fiber.Fiber<unknown, unknown> | undefined = undefined
  /** Among the lanes in flight. */
  place = 0
  private readonly batch: Batch
  private readonly eventsPerBatch: number
  private readonly claimedAt: number
  private lastStart: number
  private batchSize: number
  private sent = 0

  constructor(batch: Batch, { claimedAt, eventsPerBatch, lastStart }: LaneTerms) {
    this.batch = batch
    this.eventsPerBatch = eventsPerBatch
    this.claimedAt = claimedAt
    this.lastStart = lastStart
    this.batchSize = batch.batchSize
  }

  get lease(): Lease {
    return this.batch.lease
  }

  /** What the next request carries. */
  next(now: number): Batch {
    const { batch, batchSize, sent } = this
    const most = Math.min(batchSize, this.eventsPerBatch)
    // As it was claimed, it is not copied.
    if (sent === 0 && batch.events.length <= most) {
      this.sent = batch.events.length
      return batch
    }
    const events = batch.events.slice(sent, sent + most)
    this.sent += events.length
    const elapsed = sent === 0 ? 0 : Math.floor(now - this.claimedAt)
    return { ...batch, events, batchSize, claimedAt: batch.claimedAt + elapsed }
  }

  /** How its request ended, which says how many events the next one may carry. */
  ended({ batchSize }: Outcome): void {
    this.batchSize = batchSize
  }

  /** No further request begins. */
  stop(): void {
    this.lastStart = Number.NEGATIVE_INFINITY
  }

  /** Whether another request may begin. */
  goesOn(now: number): boolean {
    return this.sent < this.batch.events.length && now < this.lastStart
  }
}
