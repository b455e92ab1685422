/** Points in time as programs without Effect give them. */
import { Schema } from "effect"
import { isOfWrittenYear, ofOtherYear } from "./writtenYears.ts"

/** A date that is valid, and that every reader can read. */
export const TimeFromDate = Schema.DateTimeUtcFromDate.check(
  Schema.makeFilter((time) => isOfWrittenYear(time) || ofOtherYear)
)
