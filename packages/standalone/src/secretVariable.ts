/** An environment variable that holds a secret. */
import { type Effect, type Option, type Redacted, Schema } from "effect"
import { type Problems, variable } from "./variable.ts"

// our choice: shorter secrets can be guessed.
const shortest = 32

export const secretAdvice = `give a random text of at least ${shortest} ASCII characters, without blanks at its ends`

// They are sent in headers, which carry nothing else and lose blanks at the ends.
const carried = /^[\x21-\x7e][\x20-\x7e]*[\x21-\x7e]$/

const Secret = Schema.RedactedFromValue(Schema.String.check(Schema.isMinLength(shortest), Schema.isPattern(carried)), {
  label: "secret"
})

export const secretVariable = (name: string): Effect.Effect<Option.Option<Redacted.Redacted>, Problems> =>
  variable(name, Secret, secretAdvice)
