/** How long the records of a collection are kept, by their `since`. */
import { Clock, Duration, Effect } from "effect"
import type { RetentionRule } from "../retention/RetentionRule.ts"
import type { Collection } from "./Collection.ts"
import { Records } from "./Records.ts"

export const recordRetention = <Value, Index extends string>(
  collection: Collection<Value, Index>,
  period: Duration.Duration
): RetentionRule<Records> => ({
  period,
  collection,
  remove: (age, most) =>
    Duration.isFinite(age)
      ? Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Records.use((records) => records.removeOld(collection, now - Duration.toMillis(age), most))
        )
      : Effect.succeed(0)
})
