/** Lengths of time as programs give them: in any of the forms that `Duration` takes. Numbers are milliseconds. */
import { Duration, Option, Schema, SchemaGetter } from "effect"

const isDuration = (input: unknown): boolean => Option.isSome(Duration.fromInput(input as Duration.Input))

export const DurationInput = Schema.Unknown.check(
  Schema.makeFilter((input) => isDuration(input) || "Expected a duration, such as 15 minutes, 2 hours or 1 day")
).pipe(
  Schema.decodeTo(Schema.Duration, {
    decode: SchemaGetter.transform((input) => Duration.fromInputUnsafe(input as Duration.Input)),
    encode: SchemaGetter.passthrough({ strict: false })
  })
)

/** One that ends, and does not end at once. */
export const isSomeTime = Schema.makeFilter(
  (duration: Duration.Duration) =>
    (Duration.isFinite(duration) && Duration.isPositive(duration)) ||
    "Expected a duration that is longer than nothing and ends"
)
