/** How a dispatcher works. Every number is ours: the documents leave them open. */
import { Context, Duration } from "effect"
import { answerWithin } from "../transport/Transport.ts"
import { largestBatch, largestBatchBytes } from "./BatchSize.ts"

export interface DispatcherOptions {
  /** Requests in flight at once, over all lanes. */
  readonly concurrency: number
  /**
   * Of those, at most so many for one account (a seller, or its sandbox): receivers that hang keep a request for ten
   * seconds, and must not keep other sellers waiting.
   */
  readonly lanesPerAccount: number
  /**
   * Events a second, and that many at once, which are sent of an account before those with fewer go first: a backlog must
   * not keep another seller's few events waiting until it is sent.
   */
  readonly fairRate: number
  /**
   * While accounts of which more was sent give way to others: events of theirs that one write claims or settles, and events that
   * any request carries.
   */
  readonly eventsPerStep: number
  /** For how many times as long as such a claim took nothing more of these accounts is claimed. */
  readonly pausePerStep: number
  /**
   * Requests that one claim of a lane is for, at most: they are made one after the other, as long as they succeed, and only
   * the last one writes to the lane. A place among the requests in flight is taken for so many, and others wait for it.
   */
  readonly requestsPerLease: number
  /** No further request of a claim begins after so long, so that slow receivers get no more than one. */
  readonly leaseUse: Duration.Duration
  /** Lanes claimed at a time: the next ones are, while the requests of these are being sent. */
  readonly lanesPerClaim: number
  readonly eventsPerBatch: number
  /** Bytes of payload. */
  readonly bytesPerBatch: number
  /** Events and bytes of payload that one write claims or settles: it keeps others from the storage that long. */
  readonly eventsPerWrite: number
  readonly bytesPerWrite: number
  /** How long a claimed lane stays with this dispatcher; must outlast a request. */
  readonly lease: Duration.Duration
  /** The longest sleep: how soon a dispatcher that nothing woke looks for itself, and a sign of life. */
  readonly idleCheck: Duration.Duration
  /** How long to wait before trying again when the storage fails. */
  readonly storagePause: Duration.Duration
  /** How long requests in flight may take to finish when the dispatcher stops; then they are given back. */
  readonly stopWithin: Duration.Duration
}

export const defaultDispatcherOptions: DispatcherOptions = {
  concurrency: 512,
  lanesPerAccount: 64,
  fairRate: 1000,
  eventsPerStep: 64,
  pausePerStep: 3,
  requestsPerLease: 16,
  leaseUse: Duration.seconds(1),
  lanesPerClaim: 128,
  eventsPerBatch: largestBatch,
  bytesPerBatch: largestBatchBytes,
  eventsPerWrite: 512,
  bytesPerWrite: 16 * 1024 * 1024,
  lease: Duration.seconds(30),
  idleCheck: Duration.seconds(5),
  storagePause: Duration.seconds(1),
  stopWithin: Duration.sum(answerWithin, Duration.seconds(2))
}

export const DispatcherOptions = Context.Reference<DispatcherOptions>("@sellerkit/core/delivery/DispatcherOptions", {
  defaultValue: () => defaultDispatcherOptions
})
