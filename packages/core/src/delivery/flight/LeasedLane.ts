/**
 * A lane that is leased to this dispatcher: its events go out in requests, one after the other, as long as they succeed, its
 * receiver is quick, and the lease leaves time for another. While it is leased, events that are published for it may join.
 */
import { Duration, type Fiber } from "effect"
import { payloadBytes } from "../../events/EventPage.ts"
import { answerWithin } from "../../transport/Transport.ts"
import type { DispatcherOptions } from "../policy/DispatcherOptions.ts"
import { largestBatch, largestBatchBytes, makeBatchLimit, sizeInMemory } from "../queue/claimRules.ts"
import type { Batch, Lease, Outcome, PendingEvent } from "../queue/DeliveryQueue.ts"

// our choice: requests that one claim of a lane is for, at most: they are made one after the other, as long as they succeed, and
// only the last one writes to the lane.
const requestsPerLease = 16

// our choice: after a request that took so long no further one begins, so that slow receivers get no more than one. A lane that
// has waited for its turn for so long is given back: its webhook may have changed since. In milliseconds.
const longTurn = 1000

// our choice: how long a lane rests for what arrives, in milliseconds. Others may have something for it that waits in the storage.
const longestRest = 50

// our choice: a lease is renewed for so long, in milliseconds. The times of deliveries are counted from when the lane was leased: the
// clocks of the storage and of the process part meanwhile, and the storage's may be set.
const longestRenewed = 300_000

// our choice: a lane of which so many events were sent under its lease is likely to get more soon.
const eventsOfBusy = 64

// our choice: how long it may take until the end of a request is settled.
const settleWithin = Duration.seconds(5)

/** How many events a lane in which nothing has failed is leased for, at most. */
export const eventsPerLease = ({ eventsPerBatch }: Pick<DispatcherOptions, "eventsPerBatch">): number =>
  Math.min(largestBatch, eventsPerBatch * requestsPerLease)

/** How long leases last, and for how much of that requests begin, in milliseconds: the last one can end and be settled in the rest. */
export interface LeaseLength {
  readonly duration: Duration.Duration
  readonly whole: number
  readonly use: number
}

export const leaseLength = (duration: Duration.Duration): LeaseLength => ({
  duration,
  whole: Duration.toMillis(duration),
  use: Duration.toMillis(Duration.subtract(duration, Duration.sum(answerWithin, settleWithin)))
})

const sizeOf = (events: ReadonlyArray<PendingEvent>): number =>
  events.reduce((sum, { event }) => sum + sizeInMemory(event), 0)

/** How a lease of a lane runs. Times are the process's own, as `monotonicMillis` has them. */
interface Term {
  /** When it is to be renewed, if requests follow each other without end. */
  readonly renewsAt: number
  /** When the last request may begin. */
  readonly lastStart: number
  /** When the lease is over for sure. */
  readonly end: number
}

const termOf = ({ use, whole }: LeaseLength, since: number): Term => ({
  renewsAt: since + use / 2,
  lastStart: since + use,
  end: since + whole
})

interface LaneTerms {
  readonly eventsPerBatch: number
  readonly lease: LeaseLength
  readonly leasedAt: number
  /** Its lease counts since then, or since later. */
  readonly leasedSince: number
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
  /** It has nothing to send, and waits for these, or until it is given back. */
  isResting = false
  /** Events have joined it since its last request began. */
  hasJoined = false
  /** It has all that waits for its webhook, as far as is known. */
  isWhole = false
  /** What events that are not sent yet take in memory, in characters. */
  size = 0
  readonly lease: Lease
  private batch: Batch
  private readonly eventsPerBatch: number
  private readonly leaseLength: LeaseLength
  private readonly leasedAt: number
  private term: Term
  /** Once it is renewed. */
  private nextTerm: Term | undefined = undefined
  private isStopped = false
  /** When its lease was last known to count. */
  private confirmedAt: number
  private startedAt: number
  private batchSize: number
  private events: ReadonlyArray<PendingEvent>
  /** Of `events`. */
  private sent = 0
  /** Under this lease. */
  private sentInAll = 0

  constructor(batch: Batch, { eventsPerBatch, lease, leasedAt, leasedSince }: LaneTerms) {
    this.batch = batch
    this.lease = batch.lease
    this.eventsPerBatch = eventsPerBatch
    this.leaseLength = lease
    this.leasedAt = leasedAt
    this.term = termOf(lease, leasedSince)
    this.confirmedAt = leasedAt
    this.startedAt = leasedAt
    this.batchSize = batch.batchSize
    this.events = batch.events
    this.size = sizeOf(batch.events)
  }

  /** Whether more events are likely to join it soon. */
  get isBusy(): boolean {
    return this.isWhole && this.sentInAll >= eventsOfBusy
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
      this.sentInAll = events.length
      this.size = 0
      return batch
    }
    const end = sent + this.fits(sent, most)
    this.sent = end
    this.sentInAll += end - sent
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
    this.isWhole = true
    this.events = [...this.events.slice(this.sent), ...events]
    this.sent = 0
    this.size += sizeOf(events)
  }

  /** How its request ended, which says how many events the next one may carry. */
  ended({ batchSize }: Outcome, now: number): void {
    this.batchSize = batchSize
    if (now - this.startedAt >= longTurn) this.stop()
  }

  /**
   * What the end of its request says where the lane stays leased. Its lease may be renewed, as long as it sends what it gets: what waits
   * elsewhere for a lane with more than that has its turn when the lease is over.
   */
  keep(outcome: Outcome, mayRenew: boolean, now: number): Outcome {
    if (!mayRenew || !this.isDueForRenewal(now)) return { ...outcome, keepsLease: true }
    this.nextTerm = termOf(this.leaseLength, now)
    // The events that it was leased with are sent.
    this.batch = { ...this.batch, events: [] }
    return { ...outcome, keepsLease: true, renewal: this.leaseLength.duration }
  }

  /** The end of its request was settled, and it is leased. */
  settled(now: number): void {
    this.confirmedAt = now
    this.term = this.nextTerm ?? this.term
    this.nextTerm = undefined
  }

  /** No further request begins. */
  stop(): void {
    this.isStopped = true
  }

  /** Whether events may join, so many at a time. */
  takes(events: number, most: number, now: number): boolean {
    return this.waiting + events <= most && this.isOpen(now) && !(this.isResting && this.hasRested(now))
  }

  /** Whether it has rested for as long as it may. */
  hasRested(now: number): boolean {
    return now - this.confirmedAt >= longestRest
  }

  /** Whether there is time for another request. */
  isOpen(now: number): boolean {
    return !this.isStopped && now < this.term.lastStart
  }

  /**
   * Whether its request may begin now: its turn came soon enough. After a claim whose answer was read very late, such as by a process
   * that stood still, others may have leased it since.
   */
  begins(now: number): boolean {
    const isInTime = this.isOwedTurn ? now < this.term.end : this.isOpen(now)
    return isInTime && now - this.confirmedAt < longTurn
  }

  /** Whether it has had its place for so long that others go first. */
  isLong(now: number): boolean {
    return now - this.leasedAt >= longTurn
  }

  private isDueForRenewal(now: number): boolean {
    const keepsUp = this.waiting <= Math.min(this.batchSize, this.eventsPerBatch)
    const isDue = now >= this.term.renewsAt && now < this.leasedAt + longestRenewed
    return isDue && keepsUp && !this.isStopped
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
