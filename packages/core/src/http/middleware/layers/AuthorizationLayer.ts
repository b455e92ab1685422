/** Turns the credential into the caller, and asks whether the operation is for it. 401 comes before 403, and both before the budget is touched. */
import { Effect, Layer } from "effect"
import { CurrentCaller, refusal } from "../../../access/Access.ts"
import type { Owner } from "../../../access/Account.ts"
import { Tokens } from "../../../access/Tokens.ts"
import { RateBudget } from "../../../limits/RateBudget.ts"
import { budgetOf, operationOf } from "../../Operation.ts"
import { Forbidden, problemBody, Unauthorized } from "../../Problem.ts"
import { RequestContext } from "../../RequestContext.ts"
import { setRemainingHeader } from "../../setRemainingHeader.ts"
import { Authorization } from "../Authorization.ts"

export const layer: Layer.Layer<Authorization, never, RateBudget | Tokens> = Layer.effect(
  Authorization,
  Effect.gen(function* () {
    const tokens = yield* Tokens
    const budget = yield* RateBudget
    return Authorization.of({
      HeaderApiKey: Effect.fnUntraced(function* (httpEffect, { credential, endpoint, group }) {
        const declared = { endpoint, group }
        const request = yield* RequestContext
        const showBudgetOf = (owner: Owner | undefined) =>
          Effect.flatMap(budget.remaining(owner, budgetOf(declared)), setRemainingHeader)
        const caller = yield* Effect.catch(tokens.verify(credential), (error) => {
          if (error._tag !== "TokenRejected") return Effect.die(error)
          const unauthorized = new Unauthorized(problemBody(request, "Unauthorized", error.reason))
          return Effect.andThen(showBudgetOf(undefined), Effect.fail(unauthorized))
        })
        request.ids.set("sellerId", caller.owner.sellerId)
        const refused = refusal(operationOf(declared).access, caller)
        if (refused !== undefined) {
          yield* showBudgetOf(caller.owner)
          return yield* new Forbidden(problemBody(request, "Forbidden", refused))
        }
        return yield* Effect.provideService(httpEffect, CurrentCaller, caller)
      })
    })
  })
)
