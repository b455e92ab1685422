/** What follows an attempt that failed: what the viewer sees, and when there is another one. */
import { Failure, pauseAfter } from "../api/http/Failure.ts"

export interface FailedAttempt {
  readonly failure: Failure
  /** Milliseconds since 1970. Absent where another attempt would end in the same way. */
  readonly nextAttemptAt?: number
}

/** `failures` in a row, this one included. Throws what is no failure of a request. `pause` is in milliseconds. */
export const failedAttempt = (
  cause: unknown,
  failures: number
): { readonly shown: FailedAttempt; readonly pause: number | undefined } => {
  if (!(cause instanceof Failure)) throw cause
  const pause = pauseAfter(cause, failures)
  return {
    shown: { failure: cause, ...(pause === undefined ? {} : { nextAttemptAt: Date.now() + pause }) },
    pause
  }
}
