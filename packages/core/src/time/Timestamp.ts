/** Points in time as they travel: RFC 3339, with an offset, so that no reader has to guess a zone. */
import { DateTime, Effect, Schema, SchemaGetter, SchemaIssue, SchemaTransformation } from "effect"
import { canBeWritten, ofOtherYear } from "./writtenYears.ts"

// Matches hour 24 and second 60 too, so that a message can say what is wrong with them.
const rfc3339 =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt ]([01]\d|2[0-4]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/** Date parsers take the 30th of February for the 2nd of March. */
const isDayOfItsMonth = (text: string): boolean => {
  // Every month has these days, so that most times need no calendar.
  if (text.slice(8, 10) <= "28") return true
  const [year, month, day] = text.slice(0, 10).split("-").map(Number)
  // Not `Date.UTC`, which takes the year 0 for 1900.
  return new Date(new Date(0).setUTCFullYear(year!, month!, 0)).getUTCDate() >= day!
}

/** Reads a text that matches, in the one form that every parser takes: V8 refuses some with a space and a long fraction. */
const dateOf = (text: string): Date => new Date(`${text.slice(0, 10)}T${text.slice(11).toUpperCase()}`)

/** An offset can lead out of the years that have four digits, and such a time cannot be written back. */
const isOfOtherYear = (text: string): boolean => {
  const written = text.slice(0, 4)
  if (written > "0000" && written < "9999") return false
  return !canBeWritten(dateOf(text).getTime())
}

const problemOf = (text: string): string | undefined => {
  if (!rfc3339.test(text)) return "Expected an RFC 3339 time with an offset, such as 2026-11-20T09:30:00Z"
  if (!isDayOfItsMonth(text)) return "Expected a day that the month has"
  if (text.slice(11, 13) === "24") return "Expected an hour from 00 to 23"
  if (text.slice(17, 19) === "60") {
    return "Expected a second from 00 to 59: a leap second cannot be told from the next one"
  }
  return isOfOtherYear(text) ? ofOtherYear : undefined
}

/** `2026-11-20T09:30:00.125Z` and the like, for what keeps the very text. To check it takes a tenth of what it takes to read it. */
export const TimestampText = Schema.String.annotate({ format: "date-time" }).check(Schema.makeFilter(problemOf))

/** A client reads answers without the checks, and a text that is no time comes this far. */
const asRead = (millisOf: (text: string) => number) => ({
  decode: SchemaGetter.transformEffect((text: string) => {
    const millis = millisOf(text)
    return Number.isNaN(millis)
      ? Effect.fail(new SchemaIssue.InvalidValue({ message: "Expected an RFC 3339 time" }, text))
      : Effect.succeed(DateTime.makeUnsafe(millis))
  }),
  encode: SchemaGetter.transform(DateTime.formatIso)
})

/** The same, read; written back in UTC with milliseconds. */
export const Timestamp = TimestampText.pipe(
  Schema.decodeTo(
    Schema.DateTimeUtc,
    asRead((text) => dateOf(text).getTime())
  )
)

/** In a query, where the `+` of an offset arrives as a space if the client does not escape it. */
const QueryText = Schema.String.annotate({ format: "date-time" }).pipe(
  Schema.decodeTo(
    TimestampText,
    SchemaTransformation.transform<string, string>({
      decode: (text) => text.replace(/ (?=\d\d:\d\d$)/, "+"),
      encode: (text) => text
    })
  )
)

/** The end of an interval, in a query. */
export const QueryEnd = QueryText.pipe(
  Schema.decodeTo(
    Schema.DateTimeUtc,
    asRead((text) => dateOf(text).getTime())
  )
)

/** The start of an interval, in a query. Records have times of whole milliseconds: of what lies between two, it is the next one. */
export const QueryStart = QueryText.pipe(
  Schema.decodeTo(
    Schema.DateTimeUtc,
    asRead((text) => dateOf(text).getTime() + (/\.\d{3}\d*[1-9]/.test(text) ? 1 : 0))
  )
)
