/** An environment variable that holds a secret. */
import { SentSecret, shortestSecret } from "@sellerkit/core"
import { type Effect, type Option, type Redacted, Schema } from "effect"
import { type Problems, variable } from "./variable.ts"

export const secretAdvice = `give a random text of at least ${shortestSecret} ASCII characters, without blanks at its ends`

const Secret = Schema.RedactedFromValue(SentSecret, { label: "secret" })

export const secretVariable = (name: string): Effect.Effect<Option.Option<Redacted.Redacted>, Problems> =>
  variable(name, Secret, secretAdvice)
