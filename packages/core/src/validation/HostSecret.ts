/** Secrets that a host gives: texts that other programs know as well. */
import { Schema } from "effect"

// our choice: shorter secrets can be guessed.
export const shortestSecret = 32

export const HostSecret = Schema.String.check(
  Schema.isMinLength(shortestSecret, { message: `Expected at least ${shortestSecret} characters` })
)

/** A secret that is sent in a header. Headers carry no other characters, and lose blanks at the ends. */
export const SentSecret = HostSecret.check(
  Schema.isPattern(/^[\x21-\x7e][\x20-\x7e]*[\x21-\x7e]$/, {
    message: "Expected ASCII characters, and no blanks at the ends"
  })
)
