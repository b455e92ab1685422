/** Spends rate budgets: a token bucket per operation and owner, or account, in whatever store of rate limits there is. */
import { Context, Duration, Effect, Layer, Schema } from "effect"
import { RateLimiter } from "effect/persistence"
import type { Owner } from "../access/Account.ts"
import { accountKey, ownerKey } from "../access/accountKey.ts"
import { StorageError } from "../storage/StorageError.ts"
import { type Limit, Limits, type NamedLimit } from "./Limits.ts"

/** An operation, and the limit that it falls under. */
export interface Budgeted {
  readonly operation: string
  readonly limit: NamedLimit
}

/** The budget is spent. */
export class BudgetSpent extends Schema.TaggedError<BudgetSpent>()("BudgetSpent", {
  /** Requests that a full budget holds. */
  permits: Schema.Int,
  /** Until the next request is possible. */
  retryAfter: Schema.Duration,
  /** Until the budget is full again. */
  resetAfter: Schema.Duration
}) {
  override get message() {
    return `The budget of ${this.permits} requests is spent; the next is possible in ${Duration.format(this.retryAfter)}`
  }
}

interface Bucket {
  readonly permits: number
  /** Until the next token comes. */
  readonly refillRate: Duration.Duration
}

const bucketOf = ({ permits, window }: Limit): Bucket => ({
  permits,
  refillRate: Duration.divideUnsafe(Duration.fromInputUnsafe(window), permits)
})

/** `missing`: tokens that it lacks; `elapsed`: milliseconds for which it has been waiting for the next one. */
const budgetSpent = ({ permits, refillRate }: Bucket, missing: number, elapsed: number): BudgetSpent => {
  const retryAfter = Duration.subtract(Duration.times(refillRate, missing), Duration.millis(elapsed))
  const resetAfter = Duration.sum(retryAfter, Duration.times(refillRate, permits - 1))
  return new BudgetSpent({ permits, retryAfter, resetAfter })
}

/** A storage that is away is answered as such here too. */
const unavailable = ({ reason }: RateLimiter.RateLimiterError): Effect.Effect<never> =>
  Effect.die(reason._tag === "RateLimitStoreError" && reason.cause instanceof StorageError ? reason.cause : reason)

export class RateBudget extends Context.Service<
  RateBudget,
  {
    /** Takes one request out of the budget and gives what is left. */
    spend(owner: Owner, budgeted: Budgeted): Effect.Effect<number, BudgetSpent>
    /** What is left, without taking any. Without an owner the budget is full. */
    remaining(owner: Owner | undefined, budgeted: Budgeted): Effect.Effect<number>
  }
>()("@sellerkit/core/limits/RateBudget") {
  static readonly layer: Layer.Layer<RateBudget, never, RateLimiter.RateLimiterStore> = Layer.effect(
    RateBudget,
    Effect.gen(function* () {
      const store = yield* RateLimiter.RateLimiterStore
      const replaced = yield* Limits
      const buckets = new WeakMap<NamedLimit, Bucket>()

      const bucketFor = (limit: NamedLimit): Bucket => {
        const known = buckets.get(limit)
        if (known !== undefined) return known
        const bucket = bucketOf(replaced[limit.name] ?? limit)
        buckets.set(limit, bucket)
        return bucket
      }

      /** What is left, and how long the bucket has been waiting for its next token. */
      const take = (owner: Owner, { limit, operation }: Budgeted, tokens: number) => {
        const { permits, refillRate } = bucketFor(limit)
        const key = `${limit.isPerAccount ? accountKey(owner) : ownerKey(owner)}/${operation}`
        return store.tokenBucket({ key, tokens, limit: permits, refillRate, allowOverflow: false })
      }

      return RateBudget.of({
        spend: (owner, budgeted) =>
          Effect.matchEffect(take(owner, budgeted, 1), {
            onFailure: unavailable,
            onSuccess: ([remaining, elapsed]) =>
              remaining < 0
                ? Effect.fail(budgetSpent(bucketFor(budgeted.limit), Math.ceil(-remaining), elapsed))
                : Effect.succeed(Math.floor(remaining))
          }),
        remaining: (owner, budgeted) =>
          owner === undefined
            ? Effect.succeed(bucketFor(budgeted.limit).permits)
            : Effect.matchEffect(take(owner, budgeted, 0), {
                onFailure: unavailable,
                onSuccess: ([remaining]) => Effect.succeed(Math.floor(remaining))
              })
      })
    })
  )
}
