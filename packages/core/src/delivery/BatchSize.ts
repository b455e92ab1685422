/**
 * How many events one request may carry. A failed request halves it, down to one event; a successful one doubles it again.
 *
 * Which of the events a receiver could not digest is not known, so that suspicion follows the events as well: the more
 * often one has failed, the fewer others it may take with it. After five failures it goes alone, with attempts left for
 * those that only had the wrong neighbour.
 */
import * as Duration from "effect/Duration"

// our choice: enough that a backlog goes out in few requests, little enough to hold many batches in memory.
export const largestBatch = 512

/** Bytes of payload one request may carry; a single larger event still goes. */
export const largestBatchBytes = 512 * 1024

/** Events of a batch in which the one that failed most often has failed 0, 1, 2 … times; after those only itself. */
export const largestWithTried: ReadonlyArray<number> = [largestBatch, 128, 32, 8, 2]

export const afterSuccess = (size: number): number => Math.min(size * 2, largestBatch)

/** `carried`: how many events the failed request had, which may be fewer than allowed. */
export const afterFailure = (carried: number): number => Math.max(1, Math.floor(carried / 2))

/**
 * Gathers a batch: says of one event after the other, those with the fewest attempts first, whether it goes along. The
 * first one always does; after one that does not, the batch is full.
 */
export const makeBatchLimit = (most: { readonly events: number; readonly bytes: number }) => {
  let events = 0
  let bytes = 0
  return (attempts: number, size: number): boolean => {
    events += 1
    bytes += size
    return events === 1 || (events <= Math.min(most.events, largestWithTried[attempts] ?? 1) && bytes <= most.bytes)
  }
}

// our choice: how long an event that has failed may be overtaken by fresh ones on a lane that never rests.
export const overdueAfter = Duration.minutes(1)

/**
 * When test events are due that were never tried, in milliseconds: before everything else, and whatever their lane waits for.
 * our choice: the sender of a test event wants to see now whether the receiver works.
 */
export const testDueAt = -1
