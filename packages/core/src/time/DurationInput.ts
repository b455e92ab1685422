/** Lengths of time as programs give them: in any of the forms that `Duration` takes. Numbers are milliseconds. */
import { Duration, Option, Schema, SchemaGetter } from "effect"

const isInput = (given: unknown): given is Duration.Input => Option.isSome(Duration.fromInput(given as Duration.Input))

/** In the form in which it was given. */
export const DurationInput = Schema.declare(isInput, {
  expected: "a duration, such as 15 minutes, 2 hours or 1 day"
})

export const DurationFromInput = DurationInput.pipe(
  Schema.decodeTo(Schema.Duration, {
    decode: SchemaGetter.transform((given: Duration.Input) => Duration.fromInputUnsafe(given)),
    encode: SchemaGetter.transform((duration): Duration.Input => duration)
  })
)

const isPossible = (duration: Duration.Duration): boolean =>
  Duration.isFinite(duration) && Duration.isPositive(duration)

/** One that ends, and does not end at once. */
export const isSomeTime = Schema.makeFilter(
  (given: Duration.Input) =>
    isPossible(Duration.fromInputUnsafe(given)) || "Expected a duration that is longer than nothing and ends"
)
