/**
 * Tokens that were verified not long ago, so that not every request checks a signature. A cache that orders its entries by their
 * use writes with each request, which costs more than all look-ups here.
 */
import { Duration } from "effect"
import { addBounded } from "../../storage/addBounded.ts"
import type { Caller } from "../Access.ts"

// our choice: not for long, so that tokens soon stop counting when their key is taken out of a key set.
const remembered = 10_000
const rememberedFor = Duration.toMillis("1 minute")

export interface VerifiedToken {
  readonly caller: Caller
  /** In milliseconds since 1970, as all times here. */
  readonly expiresAt: number
}

interface Remembered extends VerifiedToken {
  readonly until: number
}

export interface VerifiedTokens {
  get(token: string, now: number): VerifiedToken | undefined
  /** Removes the oldest entries when there are too many. */
  add(token: string, verified: VerifiedToken, now: number): void
}

export const makeVerifiedTokens = (): VerifiedTokens => {
  const known = new Map<string, Remembered>()
  return {
    get: (token, now) => {
      const found = known.get(token)
      if (found === undefined || now < found.until) return found
      known.delete(token)
      return undefined
    },
    add: (token, verified, now) => {
      known.delete(token)
      addBounded(known, remembered, token, { ...verified, until: now + rememberedFor })
    }
  }
}
