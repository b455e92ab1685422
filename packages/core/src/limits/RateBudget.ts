/** Spends rate budgets: a token bucket per operation and owner, over whatever store the rate limiter has. */
import { Context, Duration, Effect, Layer, Schema } from "effect"
import { RateLimiter } from "effect/persistence"
import { type Owner, ownerKey } from "../access/Account.ts"
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

      const consume = (owner: Owner, { limit, operation }: Budgeted, tokens: number) => {
        const { permits, window } = limits[limit]
        return limiter
          .consume({
            algorithm: "token-bucket",
            key: `${ownerKey(owner)}/${operation}`,
            limit: permits,
            window,
            tokens
          })
          .pipe(
            Effect.map(({ remaining }) => Math.floor(remaining)),
            Effect.catchReasons(
              "RateLimiterError",
              {
                RateLimitExceeded: ({ retryAfter }) => {
                  const perPermit = Duration.divideUnsafe(Duration.fromInputUnsafe(window), permits)
                  const resetAfter = Duration.sum(retryAfter, Duration.times(perPermit, permits - 1))
                  return Effect.fail(new BudgetSpent({ permits, retryAfter, resetAfter }))
                }
              },
              Effect.die
            )
          )
      }

      return RateBudget.of({
        spend: (owner, budgeted) => consume(owner, budgeted, 1),
        remaining: (owner, budgeted) =>
          owner === undefined
            ? Effect.succeed(limits[budgeted.limit].permits)
            : Effect.orDie(consume(owner, budgeted, 0))
      })
    })
  )
}
