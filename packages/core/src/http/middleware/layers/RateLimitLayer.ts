/** Takes one request out of the caller's budget for the operation, and says what remains. */
import { Effect, Layer, Metric } from "effect"
import { CurrentCaller } from "../../../access/Access.ts"
import { RateBudget } from "../../../limits/RateBudget.ts"
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
    return RateLimit.of(
      Effect.fnUntraced(function* (httpEffect, declared) {
        const { owner } = yield* CurrentCaller
        const request = yield* RequestContext
        const budgeted = budgetOf(declared)
        const remaining = yield* budget.spend(owner, budgeted).pipe(
          Effect.tapError(() => Metric.update(Metrics.rateLimited(budgeted.operation), 1)),
          Effect.mapError((spent) => tooManyRequests(request, spent))
        )
        yield* setRemainingHeader(remaining)
        return yield* httpEffect
      })
    )
  })
)
