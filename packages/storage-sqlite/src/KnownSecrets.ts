/** The secrets that notifications were sent with, each made into its hidden form once. */
import type { Secret } from "@sellerkit/core"
import { Redacted } from "effect"

// our choice: about a megabyte.
const mostKnown = 10_000

export interface KnownSecrets {
  of(text: string): Secret
}

export const makeKnownSecrets = (): KnownSecrets => {
  const known = new Map<string, Secret>()
  return {
    of: (text) => {
      const found = known.get(text)
      if (found !== undefined) return found
      if (known.size >= mostKnown) known.delete(known.keys().next().value!)
      const secret: Secret = Redacted.make(text, { label: "webhook secret" })
      known.set(text, secret)
      return secret
    }
  }
}
