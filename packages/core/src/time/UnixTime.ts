/** Times as whole numbers since 1970, which is how some methods take `dateFrom` and `dateTo` (API Conventions, Pagination conventions). */
import { DateTime, Schema, SchemaGetter } from "effect"

// The years 0000 to 9999, as other times have them.
const [first, last] = [-62_167_219_200, 253_402_300_799]

const timeIn = (unit: "seconds" | "milliseconds") => {
  const length = unit === "seconds" ? 1000 : 1
  const perSecond = 1000 / length
  return Schema.Int.check(Schema.isBetween({ minimum: first * perSecond, maximum: (last + 1) * perSecond - 1 })).pipe(
    Schema.decodeTo(Schema.DateTimeUtc, {
      decode: SchemaGetter.transform((time: number) => DateTime.makeUnsafe(time * length)),
      encode: SchemaGetter.transform((time) => Math.floor(DateTime.toEpochMillis(time) / length))
    })
  )
}

export const UnixSeconds = timeIn("seconds")
export const UnixMilliseconds = timeIn("milliseconds")
