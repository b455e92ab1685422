/** Where attempts stand in the order of time: at their webhooks. */
import type { Place } from "./TimeRange.ts"

export const attemptPlaces = { sequence: "id", from: "delivery", columns: ", webhook" } as const

/** With its place, all of an attempt's key. */
export interface AttemptPlace extends Place {
  readonly webhook: number
}
