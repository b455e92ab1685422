/** Where attempts stand in the order of time: at their webhooks. */
import type { SqliteHost } from "../connection/SqliteHost.ts"
import type { Place } from "./TimeRange.ts"

export const attemptPlaces = {
  sequence: "id",
  from: "delivery",
  columns: ", webhook",
  // An attempt's id is its place, whether it is still there or not.
  placeOf: (_: SqliteHost, id: string): string => id
} as const

/** With its place, all of an attempt's key. */
export interface AttemptPlace extends Place {
  readonly webhook: number
}
