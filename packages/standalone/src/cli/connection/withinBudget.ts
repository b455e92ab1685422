/** Waits for a rate budget of the seller API, where that is a matter of seconds. */
import { StatusTooManyRequests, TooManyRequests } from "@sellerkit/core/client"
import { Duration, Effect } from "effect"

// our choice: longer than any budget of a few calls per second takes, and short for a person who waits.
const longestWait = 5

const isShortlySpent = (error: unknown): error is StatusTooManyRequests | TooManyRequests =>
  (error instanceof StatusTooManyRequests || error instanceof TooManyRequests) && error.retryAfter <= longestWait

/** The call, which is made again when the answer says so. */
export const withinBudget = <A, E, R>(call: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.catch(call, (error) =>
    isShortlySpent(error)
      ? Effect.andThen(Effect.sleep(Duration.seconds(error.retryAfter)), withinBudget(call))
      : Effect.fail(error)
  )
