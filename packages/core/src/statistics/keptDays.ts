/** The days whose rows are taken: those that retention leaves. */
import { Duration } from "effect"
import { endOfDay, moscowDay, startOfDay } from "../time/MoscowTime.ts"
import type { RowProblem } from "./Recorded.ts"

// our choice: a day is refused a little before it is removed, for calls that are under way and clocks that differ.
const before = Duration.toMillis(Duration.minutes(10))

/**
 * What is wrong with a row of that day at `now`, where rows are kept for `period`; undefined: nothing. Of a day that is removed,
 * nobody knows any more what was charged: the same row would be charged each time it comes.
 */
export const dayProblem = (date: string, now: number, period: Duration.Duration): RowProblem | undefined => {
  const from = now + before - Duration.toMillis(period)
  if (startOfDay(date) >= from) return undefined
  const day = moscowDay(from)
  const first = startOfDay(day) === from ? day : moscowDay(endOfDay(day))
  return { field: "date", reason: `Expected ${first} or a later day: those before are not kept` }
}
