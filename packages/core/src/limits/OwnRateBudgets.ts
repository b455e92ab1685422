/** Rate budgets of one process alone: buckets in memory, which are forgotten once they are full again. */
import { Clock, Duration, Effect, Layer } from "effect"
import { RateLimiter } from "effect/persistence"

/** A bucket as it was when tokens were last taken out of it. */
export interface Bucket {
  /** Tokens; negative where more were taken than there were. */
  held: number
  /** Since when it has been waiting for its next token. */
  refilledAt: number
  /** When it holds all of its tokens again. From then on it is the same as a new one. */
  fullAt: number
}

// our choice: how many buckets are looked at with each new one, and otherwise at most once a millisecond. With only one, there
// could be as many buckets to forget as new ones.
const step = 2

/** Makes the function that forgets full buckets: a few with each call, all of them in turn. */
const forgetting = (buckets: Map<string, Bucket>): ((now: number) => void) => {
  let round = buckets.entries()
  return (now) => {
    for (let looked = 0; looked < step; looked++) {
      const next = round.next()
      if (next.done) {
        round = buckets.entries()
        return
      }
      const [key, { fullAt }] = next.value
      if (fullAt < now) buckets.delete(key)
    }
  }
}

type TokenBucket = RateLimiter.RateLimiterStore["Service"]["tokenBucket"]

/** `buckets` by their keys. Others may add those that they know of. */
export const makeTokenBucket = (buckets: Map<string, Bucket>): TokenBucket => {
  const forget = forgetting(buckets)
  let lookedAt = Number.NaN

  const bucketOf = (key: string, held: number, now: number): Bucket => {
    const known = buckets.get(key)
    if (known !== undefined) return known
    const bucket = { held, refilledAt: now, fullAt: now }
    buckets.set(key, bucket)
    forget(now)
    return bucket
  }

  return ({ allowOverflow, key, limit, refillRate, tokens }) =>
    Clock.clockWith((clock) => {
      const now = clock.currentTimeMillisUnsafe()
      if (now !== lookedAt) {
        lookedAt = now
        forget(now)
      }
      const refill = Duration.toMillis(refillRate)
      const bucket = bucketOf(key, limit, now)
      // A clock that is set back stops nothing.
      bucket.refilledAt = Math.min(bucket.refilledAt, now)
      const refills = Math.floor((now - bucket.refilledAt) / refill)
      if (refills > 0) {
        bucket.held = Math.min(limit, bucket.held + refills)
        bucket.refilledAt += refills * refill
      }
      if (bucket.held >= limit) bucket.refilledAt = now
      const remaining = bucket.held - tokens
      if (allowOverflow || remaining >= 0) bucket.held = remaining
      bucket.fullAt = bucket.refilledAt + (limit - bucket.held) * refill
      return Effect.succeed([remaining, Math.max(0, now - bucket.refilledAt)] as const)
    })
}

/** Budgets are token buckets. Nobody here asks a store for anything else: that would be a defect. */
export const layer: Layer.Layer<RateLimiter.RateLimiterStore> = Layer.unwrap(
  Effect.sync(() => Layer.mock(RateLimiter.RateLimiterStore, { tokenBucket: makeTokenBucket(new Map()) }))
)
