/** When what was recorded becomes visible: reports are refreshed at whole intervals, for all rows of a kind at once. */
import { Clock, Context, Duration, Effect, Option, Schema } from "effect"
import { collection } from "../records/Collection.ts"
import { ReportKind } from "./ReportKind.ts"

/** How often reports are refreshed (Seller Statistics Reports, What the service does, 1). At least a millisecond. */
export const ReportRefreshInterval = Context.Reference<Duration.Duration>(
  "@sellerkit/core/reports/ReportRefreshInterval",
  { defaultValue: () => Duration.minutes(30) }
)

/** The last refresh, in milliseconds since 1970. */
export const lastRefresh: Effect.Effect<number> = Effect.gen(function* () {
  const interval = Duration.toMillis(yield* ReportRefreshInterval)
  return Math.floor((yield* Clock.currentTimeMillis) / interval) * interval
})

/**
 * What all readers and writers of an account's rows of a kind go by, so that two clocks that differ cannot make a row visible while
 * an answer is read.
 */
const RefreshState = Schema.Struct({
  kind: ReportKind,
  /** The last refresh that a reader or a writer knew of. What is written from now on is visible at a later one. */
  refreshed: Schema.Int,
  /** Goes up with each write that changes a row. */
  revision: Schema.Int,
  /** The revision that is visible. */
  visible: Schema.Int
})
export type RefreshState = typeof RefreshState.Type

export const refreshStates = collection("reportRefresh", {
  schema: RefreshState,
  key: ({ kind }) => [kind],
  indexes: {}
})

/** The state at a refresh, or at a later one that is known already. */
export const refreshedState = (
  known: Option.Option<RefreshState>,
  kind: ReportKind,
  refreshed: number
): RefreshState => {
  const state = Option.getOrElse(known, () => ({ kind, refreshed, revision: 0, visible: 0 }))
  return refreshed > state.refreshed ? { ...state, refreshed, visible: state.revision } : state
}
