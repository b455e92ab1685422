/** The records that databases are filled with: which stands where, in JavaScript and for SQL alike. */
import { Duration } from "effect"

/** Milliseconds between the first record and the last: less than records are kept. */
export const historyTime = Duration.toMillis(Duration.days(20))

/** The record that stands at a place of the history, from 1 on. */
export interface HistoryRecord {
  readonly id: string
  readonly time: number
}

/** Of every event. */
export const filledPayload = `{"nmID":12345678,"vendorCode":"shirt-blue-42","updatedAt":"2026-01-15T09:30:00.000Z","title":"Blue shirt"}`

// In whole numbers, as SQL reckons, and beyond what a number holds exactly.
const timeOf = (place: number, events: number, end: number): number =>
  end - historyTime + Number((BigInt(place) * BigInt(historyTime)) / BigInt(events))

/** Ids grow with the time, as the service's do: its milliseconds, and the place. */
export const historyRecord = (place: number, events: number, end: number): HistoryRecord => {
  const time = timeOf(place, events, end)
  const digits = time.toString(16).padStart(12, "0")
  const id = `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-${place.toString(16).padStart(12, "0")}`
  return { id, time }
}
