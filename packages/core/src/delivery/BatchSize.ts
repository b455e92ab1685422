/**
 * How many events one request may carry. A failed request halves it, down to one event, so that an event its receiver
 * cannot digest ends up alone; a successful one doubles it again.
 */

// our choice: enough that a backlog goes out in few requests, little enough to hold many batches in memory.
export const largestBatch = 512

/** Bytes of payload one request may carry; a single larger event still goes. */
export const largestBatchBytes = 512 * 1024

export const afterSuccess = (size: number): number => Math.min(size * 2, largestBatch)

/** `carried` is what the failed request held, which may be less than it was allowed to. */
export const afterFailure = (carried: number): number => Math.max(1, Math.floor(carried / 2))
