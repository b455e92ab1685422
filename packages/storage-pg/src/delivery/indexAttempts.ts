/** Attempts in the log become runs (`sellerkit.index_attempts`) after a number of settlements. */
import { Effect } from "effect"
import type { PgDatabase } from "../connection/PgDatabase.ts"

const indexAttemptsText = "select sellerkit.index_attempts()"

// our choice: each settlement is a row of the log at most. To look something up in so many takes a few milliseconds.
const settlementsLogged = 128

/**
 * To be called after each settlement. The first one of a process indexes what others left, so that processes that end soon leave no long
 * log. Nobody depends on it: what was settled stays settled where it fails, and it is tried again after as many settlements.
 */
export const makeIndexAttempts = (database: PgDatabase["Service"]): Effect.Effect<void> => {
  let left = 0
  // Where the database is away, everything else says so.
  const index = Effect.catch(Effect.asVoid(database.rows("DeliveryQueue.settle", indexAttemptsText)), (error) =>
    error.retryable
      ? Effect.void
      : Effect.logWarning("Attempts stay in the log for now, where looking for them takes longer", error)
  )
  return Effect.suspend(() => {
    if (left > 0) {
      left--
      return Effect.void
    }
    left = settlementsLogged
    return index
  })
}
