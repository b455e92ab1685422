/** What the host should hear about: why a notification was not, or not yet, taken. Contains no secrets. */
import type { ReceivedEvent } from "./events/EventTypes.ts"

export interface Problem {
  /**
   * - `refused`: the request is no genuine notification; nothing of it was looked at.
   * - `failed`: a handler or the store has thrown; the event comes again.
   * - `late`: the handlers took too long; the events that are left come again.
   * - `misconfigured`: a mistake in the receiving program.
   */
  readonly kind: "refused" | "failed" | "late" | "misconfigured"
  /** What is wrong, where, and what to do or what happens next. */
  readonly message: string
  /** Present where the problem is about one event. */
  readonly event?: ReceivedEvent
  /** What was thrown. */
  readonly error?: unknown
}

/** To the console: a host with a log of its own gives its own function. */
export const printProblem = ({ error, message }: Problem): void => {
  if (error === undefined) console.error(message)
  else console.error(message, error)
}

const printUnreported =
  (problem: Problem) =>
  (error: unknown): void => {
    printProblem(problem)
    printProblem({ kind: "misconfigured", message: "This could not be reported, because report has thrown:", error })
  }

/** A log that fails is no reason to answer something else, nor to end the process later. */
export const safely =
  (report: (problem: Problem) => void) =>
  (problem: Problem): void => {
    const failed = printUnreported(problem)
    try {
      const reported: unknown = report(problem)
      if (reported instanceof Promise) reported.catch(failed)
    } catch (error) {
      failed(error)
    }
  }

/** For messages. */
export const described = ({ idempotencyKey, name, sellerId }: ReceivedEvent): string =>
  `${name} ${idempotencyKey} of the seller ${sellerId}`
