/** Background work on any platform: a process, a call at the edge, simulated time. */
import type { Duration, Effect } from "effect"
import type { StorageError } from "../storage/StorageError.ts"

export interface Job<R> {
  /** Unique among all jobs. */
  readonly name: string
  /**
   * Does a little of what is due, so that nobody has to wait for it. Gives how long until the job is due again; undefined: it is
   * due when there is something new to do.
   */
  readonly step: Effect.Effect<Duration.Duration | undefined, StorageError, R>
  /**
   * Completes when the job has something to do that it did not know of at its last step, as far as this process knows. Absent:
   * there is no such signal.
   */
  readonly awaitWork?: Effect.Effect<unknown, never, R>
  /** The collection whose due records are all of its work, so that storages know when there is some. */
  readonly collection?: { readonly name: string }
  /** What the log says when a step fails. */
  readonly problem: string
  /** How long a process waits after a failed step before it tries the next one. The caller of a pass repeats the pass. */
  readonly retryAfter: Duration.Duration
  /** Whether it makes events due. A pass runs such a job before it delivers. */
  readonly feedsDelivery?: boolean
}
