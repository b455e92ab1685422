/** Times and days of Moscow, UTC+3 all year (Seller Statistics Reports, Resources and their fields). Milliseconds since 1970. */
import { Schema } from "effect"
import { remember } from "../storage/remember.ts"

export const moscowOffset = 3 * 60 * 60 * 1000
const dayLength = 24 * 60 * 60 * 1000

// The last one whose year has four digits there, as RFC 3339 has it.
const lastShown = Date.parse("9999-12-31T23:59:59.999Z")

/** `2026-01-15T12:30:00.125+03:00`. Later times than the year 9999 are shown as its end: they mean that there is none. */
export const moscowTime = (time: number): string =>
  new Date(Math.min(time + moscowOffset, lastShown)).toISOString().replace("Z", "+03:00")

/** `2026-01-15`, the day in Moscow. */
export const moscowDay = (time: number): string => new Date(time + moscowOffset).toISOString().slice(0, 10)

// our choice: records of the same days are written and read again and again.
const mostDays = 1000

/** When the day begins there. */
export const startOfDay = remember(mostDays, (day: string): number => Date.parse(`${day}T00:00:00Z`) - moscowOffset)

/** When the next one begins. */
export const endOfDay = (day: string): number => startOfDay(day) + dayLength

/** How many days the two are apart. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((startOfDay(to) - startOfDay(from)) / dayLength)

const isRealDay = remember(mostDays, (text: string): boolean => {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  // Parsers take the 30th of February for the 2nd of March.
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text)
})

/** Whether there is such a day. Texts of another length may be very long, and are not remembered. */
export const isDay = (text: string): boolean => text.length === "2026-01-15".length && isRealDay(text)

/** A day, as `2026-01-15`. */
export const Day = Schema.String.annotate({ format: "date" }).check(
  Schema.makeFilter((text: string) => isDay(text) || "Expected a day, such as 2026-01-15")
)

/** The day so many days before. */
export const dayBefore = (day: string, days: number): string => moscowDay(startOfDay(day) - days * dayLength)
