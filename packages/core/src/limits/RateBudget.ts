/** Spends rate budgets: a token bucket per operation and owner, over whatever store the rate limiter has. */
import { Context, Duration, Effect, Layer, Record, Schema } from "effect"
import { RateLimiter } from "effect/persistence"
import { type Owner, ownerKey } from "../access/Account.ts"
import { StorageError } from "../storage/StorageError.ts"
import { type LimitName, Limits } from "./Limits.ts"

/** An operation, and the row of the limit table that it falls under. */
export interface Budgeted {
  readonly operation: string
  readonly limit: LimitName
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
  readonly window: Duration.Duration
}

const budgetSpent = ({ permits, window }: Bucket, retryAfter: Duration.Duration): BudgetSpent => {
  const perPermit = Duration.divideUnsafe(window, permits)
  const resetAfter = Duration.sum(retryAfter, Duration.times(perPermit, permits - 1))
  return new BudgetSpent({ permits, retryAfter, resetAfter })
}

/** A storage that is away is answered as such, whoever has asked it. */
const causeOf = (failure: RateLimiter.RateLimitStoreError): unknown =>
  failure.cause instanceof StorageError ? failure.cause : failure

export class RateBudget extends Context.Service<
  RateBudget,
  {
    /** Takes one request out of the budget and gives what is left. */
    spend(owner: Owner, budgeted: Budgeted): Effect.Effect<number, BudgetSpent>
    /** What is left, without taking any. Nobody in particular has a full budget. */
    remaining(owner: Owner | undefined, budgeted: Budgeted): Effect.Effect<number>
  }
>()("@sellerkit/core/limits/RateBudget") {
  static readonly layer: Layer.Layer<RateBudget, never, RateLimiter.RateLimiter> = Layer.effect(
    RateBudget,
    Effect.gen(function* () {
      const limiter = yield* RateLimiter.RateLimiter
      const limits = yield* Limits
      const buckets = Record.map(limits, ({ permits, window }): Bucket => ({
        permits,
        window: Duration.fromInputUnsafe(window)
      }))

      const consume = (owner: Owner, { limit, operation }: Budgeted, tokens: number) => {
        const { permits, window } = buckets[limit]
        const key = `${ownerKey(owner)}/${operation}`
        return Effect.matchEffect(limiter.consume({ algorithm: "token-bucket", key, limit: permits, window, tokens }), {
          onSuccess: ({ remaining }) => Effect.succeed(Math.floor(remaining)),
          onFailure: ({ reason }) =>
            reason._tag === "RateLimitExceeded"
              ? Effect.fail(budgetSpent(buckets[limit], reason.retryAfter))
              : Effect.die(causeOf(reason))
        })
      }

      return RateBudget.of({
        spend: (owner, budgeted) => consume(owner, budgeted, 1),
        remaining: (owner, budgeted) =>
          owner === undefined
            ? Effect.succeed(buckets[budgeted.limit].permits)
            : Effect.orDie(consume(owner, budgeted, 0))
      })
    })
  )
}
