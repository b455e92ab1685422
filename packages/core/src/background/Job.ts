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
  /** Completes when this process has given the job something new to do since its last step. Absent: nothing does that. */
  readonly awaitWork?: Effect.Effect<unknown, never, R>
  /** What the log says when a step fails. */
  readonly problem: string
  /** How long after a step that failed a process tries the next one. A pass is repeated by whoever calls it. */
  readonly retryAfter: Duration.Duration
  /** Whether it makes events due: a pass does it before it delivers. */
  readonly feedsDelivery?: boolean
}
