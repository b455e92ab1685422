/** An environment variable that holds a secret. */
import { type Effect, type Option, type Redacted, Schema } from "effect"
import { type Problems, variable } from "./variable.ts"

// our choice: shorter secrets can be guessed.
const shortest = 32

export const secretAdvice = `give a random text of at least ${shortest} characters`

const Secret = Schema.RedactedFromValue(Schema.String.check(Schema.isMinLength(shortest)), { label: "secret" })

export const secretVariable = (name: string): Effect.Effect<Option.Option<Redacted.Redacted>, Problems> =>
  variable(name, Secret, secretAdvice)
