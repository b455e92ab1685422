/** The years that RFC 3339 can write: no reader could read a time of another one. */
import { DateTime } from "effect"

/** In milliseconds since 1970, both included. */
export const [firstWritten, lastWritten] = [-62_167_219_200_000, 253_402_300_799_999]

export const canBeWritten = (millis: number): boolean => millis >= firstWritten && millis <= lastWritten

export const isOfWrittenYear = (time: DateTime.Utc): boolean => canBeWritten(DateTime.toEpochMillis(time))

/** What is wrong with a time of another year. */
export const ofOtherYear = "Expected a time from the year 0000 to 9999 in UTC"
