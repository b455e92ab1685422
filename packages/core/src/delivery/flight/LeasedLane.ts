/**
 * A lane that is leased to this dispatcher: its events go out in requests, one after the other, as long as they succeed, its
 * receiver is quick, and the lease leaves time for another. While it is leased, events that are published for it may join.
 */
import { Duration, type Fiber } from "effect"
import { payloadBytes } from "../../events/EventPage.ts"
import { answerWithin } from "../../transport/Transport.ts"
import type { DispatcherOptions } from "../policy/DispatcherOptions.ts"
import { largestBatch, largestBatchBytes, makeBatchLimit } from "../queue/claimRules.ts"
import type { Batch, Lease, Outcome, PendingEvent } from "../queue/DeliveryQueue.ts"

// our choice: requests that one claim of a lane is for, at most: they are made one after the other, as long as they succeed, and
// only the last one writes to the lane.
const requestsPerLease = 16

// our choice: after a request that took so long no further one begins, so that slow receivers get no more than one. A lane that
// has waited for its turn for so long is given back: its webhook may have changed since. In milliseconds.
const longTurn = 1000

// our choice: how long a lane rests for what arrives, in milliseconds. Others may have something for it that waits in the storage.
const longestRest = 50

// our choice: how long it may take until the end of a request is settled.
const settleWithin = Duration.seconds(5)

/** How many events a lane in which nothing has failed is leased for, at most. */
export const eventsPerLease = ({ eventsPerBatch }: Pick<DispatcherOptions, "eventsPerBatch">): number =>
  Math.min(largestBatch, eventsPerBatch * requestsPerLease)

/** For how much of the lease requests begin, in milliseconds: the last one can end and be settled in the rest. */
export const useOf = (lease: Duration.Duration): number =>
  Duration.toMillis(Duration.subtract(lease, Duration.sum(answerWithin, settleWithin)))

const sizeOf = (events: ReadonlyArray<PendingEvent>): number =>
  events.reduce((sum, { event }) => sum + event.payload.length, 0)

/** Times are the process's own, as `monotonicMillis` has them. */
interface LaneTerms {
  readonly eventsPerBatch: number
  readonly leasedAt: number
  /** When the last request may begin. */
  readonly lastStart: number
  /** When the lease is over for sure. */
  readonly leaseEnd: number
}

export class LeasedLane {
  /** Of its request. */
  fiber: Fiber.Fiber<unknown, unknown> | undefined = undefined
  /** When that began, in ticks, and its place among those under way: both are of `UnderWay`. */
  begunAt = 0
  place = 0
  /** It was claimed, and nothing is sent of it yet: it has its turn even where its account gives way. */
  isOwedTurn = false
  /** So many writes are under way that store events which may join. */
  arriving = 0
  /** It has nothing to send, and waits for these. */
  isResting = false
  /** Events have joined it since its last request began. */
  hasJoined = false
  /** Of the payloads of events that are not sent yet, in characters. */
  size = 0
  readonly lease: Lease
  private readonly batch: Batch
  private readonly eventsPerBatch: number
  private readonly leasedAt: number
  private readonly leaseEnd: number
  private lastStart: number
  /** When its lease was last known to count. */
  private confirmedAt: number
  private startedAt: number
  private batchSize: number
  private events: ReadonlyArray<PendingEvent>
  private sent = 0

  constructor(batch: Batch, { eventsPerBatch, lastStart, leasedAt, leaseEnd }: LaneTerms) {
    this.batch = batch
    this.lease = batch.lease
    this.eventsPerBatch = eventsPerBatch
    this.leasedAt = leasedAt
    this.leaseEnd = leaseEnd
    this.confirmedAt = leasedAt
    this.startedAt = leasedAt
    this.lastStart = lastStart
    this.batchSize = batch.batchSize
    this.events = batch.events
    this.size = sizeOf(batch.events)
  }

  /** Events that are not sent yet. */
  get waiting(): number {
    return this.events.length - this.sent
  }

  /** What the next request carries. */
  next(now: number): Batch {
    const { batch, events, sent } = this
    this.startedAt = now
    this.isOwedTurn = false
    this.hasJoined = false
    const most = Math.min(this.batchSize, this.eventsPerBatch)
    const isFirst = events === batch.events
    // As it was leased, it is not copied.
    if (isFirst && sent === 0 && this.fits(0, most) === events.length) {
      this.sent = events.length
      this.size = 0
      return batch
    }
    const end = sent + this.fits(sent, most)
    this.sent = end
    const taken = events.slice(sent, end)
    this.size -= sizeOf(taken)
    const elapsed = isFirst && sent === 0 ? 0 : Math.floor(now - this.leasedAt)
    return {
      ...batch,
      events: taken,
      batchSize: this.batchSize,
      claimedAt: batch.claimedAt + elapsed
    }
  }

  /** Events that were published for it meanwhile come after those that it has. `confirmedAt`: when its lease counted. */
  join(events: ReadonlyArray<PendingEvent>, confirmedAt: number): void {
    this.confirmedAt = confirmedAt
    this.hasJoined = true
    this.events = [...this.events.slice(this.sent), ...events]
    this.sent = 0
    this.size += sizeOf(events)
  }

  /** How its request ended, which says how many events the next one may carry. */
  ended({ batchSize }: Outcome, now: number): void {
    this.batchSize = batchSize
    if (now - this.startedAt >= longTurn) this.stop()
  }

  /** The end of its request was settled, and it is leased. */
  settled(now: number): void {
    this.confirmedAt = now
  }

  /** No further request begins. */
  stop(): void {
    this.lastStart = Number.NEGATIVE_INFINITY
  }

  /** Whether events may join, so many at a time. */
  takes(events: number, most: number, now: number): boolean {
    const restsLong = this.isResting && now - this.confirmedAt >= longestRest
    return this.waiting + events <= most && now < this.lastStart && !restsLong
  }

  /** Whether another request may follow. */
  goesOn(now: number): boolean {
    return this.waiting > 0 && now < this.lastStart
  }

  /**
   * Whether its request may begin now: its turn came soon enough. After a claim whose answer was read very late, such as by a process
   * that stood still, others may have leased it since.
   */
  begins(now: number): boolean {
    const isInTime = this.isOwedTurn ? now < this.leaseEnd : this.goesOn(now)
    return isInTime && now - this.confirmedAt < longTurn
  }

  /** Whether it has had its place for so long that others go first. */
  isLong(now: number): boolean {
    return now - this.leasedAt >= longTurn
  }

  /** How many events from that one on may go together. */
  private fits(from: number, most: number): number {
    const { events } = this
    const end = Math.min(events.length, from + most)
    if (end - from <= 1) return end - from
    const goesAlong = makeBatchLimit({ events: most, bytes: largestBatchBytes })
    for (let place = from; place < end; place++) {
      if (!goesAlong(0, payloadBytes(events[place]!.event))) return place - from
    }
    return end - from
  }
}
