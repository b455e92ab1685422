/** Points in time as they travel: RFC 3339, with an offset, so that no reader has to guess a zone. */
import { Schema } from "effect"

const rfc3339 =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/** Date parsers take the 30th of February for the 2nd of March. */
const isDayOfItsMonth = (text: string): boolean => {
  const [year, month, day] = text.slice(0, 10).split("-").map(Number)
  return new Date(Date.UTC(year!, month!, 0)).getUTCDate() >= day!
}

const problemOf = (text: string): string | undefined => {
  if (!rfc3339.test(text)) return "Expected an RFC 3339 time with an offset, such as 2026-11-20T09:30:00Z"
  return isDayOfItsMonth(text) ? undefined : "Expected a day that the month has"
}

/** `2026-11-20T09:30:00.125Z` and the like; written back in UTC with milliseconds. */
export const Timestamp = Schema.String.annotate({ format: "date-time" })
  .check(Schema.makeFilter(problemOf))
  .pipe(Schema.decodeTo(Schema.DateTimeUtcFromString))
