/** Text that can be shown, stored and sent as it is. */
import { Schema } from "effect"

/** Whether it has no control characters, and nothing that no encoding has. */
export const isPlain = (text: string): boolean => text.isWellFormed() && !/\p{Cc}/u.test(text)

/** Control characters would garble every list that the text is shown in; lone surrogates survive no encoding. */
export const PlainText = Schema.String.check(
  Schema.makeFilter((text: string) => isPlain(text) || "Expected a text without control characters")
)

/** Of so many characters at most. */
export const plainText = (most: number) =>
  PlainText.check(Schema.isMaxCodePoints(most, { message: `Expected at most ${most} characters` }))
