/** Takes one request out of the caller's budget for the operation, and says what remains. */
import { Effect, Layer } from "effect"
import { CurrentCaller } from "../../../access/Access.ts"
import { RateBudget } from "../../../limits/RateBudget.ts"
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
        const remaining = yield* Effect.mapError(budget.spend(owner, budgetOf(declared)), (spent) =>
          tooManyRequests(request, spent)
        )
        yield* setRemainingHeader(remaining)
        return yield* httpEffect
      })
    )
  })
)
