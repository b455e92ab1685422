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

/** For how much of the lease further requests begin. */
const useOf = (lease: Duration.Duration): Duration.Duration =>
  Duration.min(leaseUse, Duration.subtract(lease, Duration.sum(answerWithin, settleWithin)))

/** Times are the process's own, in nanoseconds that grow evenly. */
export class LaneInFlight {
  /** Of its request. */
  fiber: Fiber.Fiber<unknown, unknown> | undefined = undefined
  /** Among the lanes in flight. */
  place = 0
  private readonly batch: Batch
  private readonly eventsPerBatch: number
  private readonly claimedAt: bigint
  private lastStart: bigint
  private batchSize: number
  private sent = 0

  /** `leasedSince`: a time at which the lane was not leased yet. */
  constructor(
    batch: Batch,
    options: Pick<DispatcherOptions, "eventsPerBatch" | "lease">,
    times: { readonly leasedSince: bigint; readonly claimedAt: bigint }
  ) {
    this.batch = batch
    this.eventsPerBatch = options.eventsPerBatch
    this.claimedAt = times.claimedAt
    this.lastStart = times.leasedSince + Duration.toNanosUnsafe(useOf(options.lease))
    this.batchSize = batch.batchSize
  }

  get lease(): Lease {
    return this.batch.lease
  }

  /** What the next request carries. */
  next(now: bigint): Batch {
    const { batch, batchSize, sent } = this
    const events = batch.events.slice(sent, sent + Math.min(batchSize, this.eventsPerBatch))
    this.sent += events.length
    const elapsed = sent === 0 ? 0 : Number((now - this.claimedAt) / 1_000_000n)
    return { ...batch, events, batchSize, claimedAt: batch.claimedAt + elapsed }
  }

  /** How its request ended, which says how many events the next one may carry. */
  ended({ batchSize }: Outcome): void {
    this.batchSize = batchSize
  }

  /** No further request begins. */
  stop(): void {
    this.lastStart = 0n
  }

  /** Whether another request may begin. */
  goesOn(now: bigint): boolean {
    return this.sent < this.batch.events.length && now < this.lastStart
  }
}
