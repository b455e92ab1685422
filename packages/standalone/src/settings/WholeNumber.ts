/** A whole number as people write one: digits, and nothing that only computers take for a number. */
import { Schema } from "effect"

export const wholeNumber = (minimum: number, maximum: number) =>
  Schema.String.check(Schema.isPattern(/^\d+$/)).pipe(
    Schema.decodeTo(Schema.NumberFromString.check(Schema.isBetween({ minimum, maximum })))
  )
