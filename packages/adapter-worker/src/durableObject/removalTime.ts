/** When old records of an object are removed. */
import type { NextWork } from "@sellerkit/storage-sqlite/durable-object"
import { Duration } from "effect"

const day = Duration.toMillis(Duration.days(1))

/**
 * Records that become too old during a day, of UTC, are removed together at its end: each ring of the alarm costs money. It follows
 * from what is stored, so that an object that was evicted knows it as well.
 */
export const withRemovalTime = (work: NextWork): NextWork => ({
  ...work,
  retention: work.retention === null ? null : Math.ceil(work.retention / day) * day
})
