/** Work that goes on without being asked, whatever the platform: a process, a call at the edge, simulated time. */
import type { Duration, Effect } from "effect"
import type { StorageError } from "../storage/StorageError.ts"

export interface Job<R> {
  /** Unlike that of any other job. */
  readonly name: string
  /**
   * Does a little of what is due, so that nobody has to wait for it. Gives how long until the job is due again; undefined: when
   * there is something new to do.
   */
  readonly step: Effect.Effect<Duration.Duration | undefined, StorageError, R>
  /**
   * Completes when the job has something to do that it did not know of at its last step, as far as this process knows. Absent:
   * nothing says so.
   */
  readonly awaitWork?: Effect.Effect<unknown, never, R>
  /** The collection whose due records are all that it has to do, so that storages know when that is. */
  readonly collection?: { readonly name: string }
  /** What the log says when a step fails. */
  readonly problem: string
  /** How long after a step that failed a process tries the next one. A pass is repeated by whoever calls it. */
  readonly retryAfter: Duration.Duration
  /** Whether it makes events due: a pass does it before it delivers. */
  readonly feedsDelivery?: boolean
}
