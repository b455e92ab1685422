/** Hours of the market: whole hours since 1970. They begin with those of Moscow, which is whole hours from UTC. */
import { addBounded } from "../storage/addBounded.ts"
import { moscowDay } from "../time/MoscowTime.ts"

export const hourLength = 3_600_000

/** Hours from UTC. */
const moscow = 3

// 1970 began on a Thursday.
const firstWeekday = 3

export const hourOf = (time: number): number => Math.floor(time / hourLength)

/** When the hour begins, in milliseconds since 1970. */
export const startOfHour = (hour: number): number => hour * hourLength

/** The first end of an hour after the time. */
export const endOfHour = (time: number): number => (hourOf(time) + 1) * hourLength

/** From 0 to 23. */
export const hourOfDay = (hour: number): number => (hour + moscow) % 24

/** From 0 for Monday to 6. */
export const weekdayOf = (hour: number): number => (Math.floor((hour + moscow) / 24) + firstWeekday) % 7

// our choice: it is asked for again and again, about hours that follow on each other.
const mostDays = 1000

const days = new Map<number, string>()

/** The day in Moscow, as `2026-01-15`. */
export const dayOf = (hour: number): string => {
  const day = Math.floor((hour + moscow) / 24)
  const known = days.get(day)
  if (known !== undefined) return known
  const text = moscowDay(startOfHour(hour))
  addBounded(days, mostDays, day, text)
  return text
}
