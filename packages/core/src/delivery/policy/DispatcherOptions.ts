/** How a dispatcher works, where that differs between hosts. Every number is ours: the documents leave them open. */
import { Context, Duration } from "effect"
import { answerWithin } from "../../transport/Transport.ts"
import { largestBatch } from "../queue/claimRules.ts"

export interface DispatcherOptions {
  /** Requests in flight at once, over all lanes. */
  readonly concurrency: number
  /**
   * At most so many lanes of one account (a seller, or its sandbox): receivers that hang keep a request for ten seconds, and must not
   * keep other sellers waiting.
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
  /** Events that one request carries, at most. */
  readonly eventsPerBatch: number
  /** Characters that events take which wait in the memory of this process (`sizeInMemory`). What arrives beyond them is claimed. */
  readonly carriedSize: number
  /** How long a claimed lane stays with this dispatcher; must outlast a request. */
  readonly lease: Duration.Duration
  /** The longest sleep: how soon a dispatcher that nothing woke looks for itself, and a sign of life. */
  readonly idleCheck: Duration.Duration
  /** How long to wait before trying again when the storage fails. */
  readonly storagePause: Duration.Duration
  /** How long requests in flight may take to finish when the dispatcher stops; then they are given back. */
  readonly stopWithin: Duration.Duration
}

// our choice: events that one write claims or settles. It keeps others from the storage that long.
export const eventsPerWrite = 512

export const defaultDispatcherOptions: DispatcherOptions = {
  concurrency: 512,
  lanesPerAccount: 64,
  fairRate: 1000,
  eventsPerStep: 64,
  eventsPerBatch: largestBatch,
  carriedSize: 64 * 1024 * 1024,
  lease: Duration.seconds(30),
  idleCheck: Duration.seconds(5),
  storagePause: Duration.seconds(1),
  stopWithin: Duration.sum(answerWithin, Duration.seconds(2))
}

export const DispatcherOptions = Context.Reference<DispatcherOptions>("@sellerkit/core/delivery/DispatcherOptions", {
  defaultValue: () => defaultDispatcherOptions
})
