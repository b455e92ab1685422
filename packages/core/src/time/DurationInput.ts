/** Lengths of time as programs give them: in any of the forms that `Duration` takes. Numbers are milliseconds. */
import { Duration, Option, Schema, SchemaGetter } from "effect"

const isInput = (given: unknown): given is Duration.Input => Option.isSome(Duration.fromInput(given as Duration.Input))

/** A length of time in the form in which it was given. */
export const DurationInput = Schema.declare(isInput, {
  expected: "a duration, such as 15 minutes, 2 hours or 1 day"
})

export const DurationFromInput = DurationInput.pipe(
  Schema.decodeTo(Schema.Duration, {
    decode: SchemaGetter.transform((given: Duration.Input) => Duration.fromInputUnsafe(given)),
    encode: SchemaGetter.transform((duration): Duration.Input => duration)
  })
)

/** In milliseconds, the largest first. */
const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
  ["milli", 1]
] as const

/** The length in the largest unit of which it is a whole number. */
const textOf = (duration: Duration.Duration): string => {
  const millis = Duration.toMillis(duration)
  const [unit, length] = units.find(([, length]) => millis % length === 0) ?? ["milli", 1]
  const count = millis / length
  return `${count} ${unit}${count === 1 ? "" : "s"}`
}

/** A length of time in JSON and settings: a text such as "15 minutes". */
export const DurationText = Schema.String.check(
  Schema.makeFilter((text) => isInput(text) || "Expected a duration, such as 15 minutes, 2 hours or 1 day")
).pipe(
  Schema.decodeTo(Schema.Duration, {
    decode: SchemaGetter.transform((text) => Duration.fromInputUnsafe(text as Duration.Input)),
    encode: SchemaGetter.transform(textOf)
  })
)

const isPossible = (duration: Duration.Duration): boolean =>
  Duration.isFinite(duration) && Duration.isPositive(duration)

/** A length of time that ends, and does not end at once. */
export const isSomeTime = Schema.makeFilter(
  (given: Duration.Input) =>
    isPossible(Duration.fromInputUnsafe(given)) || "Expected a duration that is longer than nothing and ends"
)
