/** Takes one request out of the caller's budget for the operation, and says what remains. */
import { Effect, Layer, Metric } from "effect"
import { CurrentCaller } from "../../../access/Access.ts"
import { type BudgetSpent, RateBudget } from "../../../limits/RateBudget.ts"
import { Metrics } from "../../../observability/Metrics.ts"
import { budgetOf } from "../../Operation.ts"
import { RequestContext } from "../../RequestContext.ts"
import { tooManyRequests } from "../../TooManyRequests.ts"
import { setRemainingHeader } from "../../setRemainingHeader.ts"
import { RateLimit } from "../RateLimit.ts"

export const layer: Layer.Layer<RateLimit, never, RateBudget> = Layer.effect(
  RateLimit,
  Effect.gen(function* () {
    const budget = yield* RateBudget
    return RateLimit.of((httpEffect, declared) => {
      const budgeted = budgetOf(declared)
      const refuse = (spent: BudgetSpent) =>
        Effect.flatMap(RequestContext, (request) =>
          Effect.andThen(
            Metric.update(Metrics.rateLimited(budgeted.operation), 1),
            Effect.fail(tooManyRequests(request, spent))
          )
        )
      return Effect.gen(function* () {
        const { owner } = yield* CurrentCaller
        const remaining = yield* Effect.catch(budget.spend(owner, budgeted), refuse)
        yield* setRemainingHeader(remaining)
        return yield* httpEffect
      })
    })
  })
)
