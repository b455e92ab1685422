/** Times as whole numbers since 1970, which is how some methods take `dateFrom` and `dateTo` (API Conventions, Pagination conventions). */
import { DateTime, Schema, SchemaGetter } from "effect"
import { firstWritten, lastWritten } from "./writtenYears.ts"

const timeIn = (unit: "seconds" | "milliseconds") => {
  const length = unit === "seconds" ? 1000 : 1
  const [minimum, maximum] = [firstWritten / length, Math.floor(lastWritten / length)]
  return Schema.Int.check(Schema.isBetween({ minimum, maximum })).pipe(
    Schema.decodeTo(Schema.DateTimeUtc, {
      decode: SchemaGetter.transform((time: number) => DateTime.makeUnsafe(time * length)),
      encode: SchemaGetter.transform((time) => Math.floor(DateTime.toEpochMillis(time) / length))
    })
  )
}

export const UnixSeconds = timeIn("seconds")
export const UnixMilliseconds = timeIn("milliseconds")
