/**
 * Turns the credential into the caller, checks that the caller may use the operation, and takes one request out of its budget.
 * 401 comes before 403, and both before the budget is touched. Unless the budget is spent, answers say what remains of it.
 */
import { Effect, Layer, Metric, Redacted, type Types } from "effect"
import { type HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { type Caller, CurrentCaller, refusal } from "../../../access/Access.ts"
import type { Owner } from "../../../access/Account.ts"
import { Tokens } from "../../../access/Tokens.ts"
import { RateBudget } from "../../../limits/RateBudget.ts"
import { Metrics } from "../../../observability/Metrics.ts"
import { budgetOf, operationOf } from "../../Operation.ts"
import { Forbidden, problemBody, Unauthorized } from "../../Problem.ts"
import { RequestContext } from "../../RequestContext.ts"
import { type TooManyRequests, tooManyRequests } from "../../TooManyRequests.ts"
import { Admission } from "../Admission.ts"

type Request = RequestContext["Service"]

type Admitted = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  Unauthorized | Forbidden | TooManyRequests | Types.unhandled,
  HttpRouter.Provided | RequestContext
>

const showRemaining = ({ answerHeaders }: Request, remaining: number): void => {
  answerHeaders["x-ratelimit-remaining"] = String(remaining)
}

const credentialOf = ({ headers }: HttpServerRequest.HttpServerRequest): Redacted.Redacted =>
  Redacted.make(headers["authorization"] ?? "")

export const layer: Layer.Layer<Admission, never, RateBudget | Tokens> = Layer.effect(
  Admission,
  Effect.gen(function* () {
    const tokens = yield* Tokens
    const budget = yield* RateBudget

    return Admission.of((httpEffect, declared) => {
      const budgeted = budgetOf(declared)
      const { access } = operationOf(declared)

      /** Refuses without touching the budget. */
      const refuse = <E>(request: Request, owner: Owner | undefined, problem: E) =>
        Effect.flatMap(budget.remaining(owner, budgeted), (remaining) => {
          showRemaining(request, remaining)
          return Effect.fail(problem)
        })

      const spend = (request: Request, caller: Caller) =>
        Effect.matchEffect(budget.spend(caller.owner, budgeted), {
          onFailure: (spent) =>
            Effect.andThen(
              Metric.update(Metrics.rateLimited(budgeted.operation), 1),
              Effect.fail(tooManyRequests(request, spent))
            ),
          onSuccess: (remaining) => {
            showRemaining(request, remaining)
            return Effect.provideService(httpEffect, CurrentCaller, caller)
          }
        })

      const admit = (request: Request, caller: Caller): Admitted => {
        request.ids.set("sellerId", caller.owner.sellerId)
        const refused = refusal(access, caller)
        return refused === undefined
          ? spend(request, caller)
          : refuse(request, caller.owner, new Forbidden(problemBody(request, "Forbidden", refused)))
      }

      const identify = (request: Request, incoming: HttpServerRequest.HttpServerRequest): Admitted =>
        Effect.matchEffect(tokens.verify(credentialOf(incoming)), {
          onFailure: (error): Admitted =>
            error._tag === "TokenRejected"
              ? refuse(request, undefined, new Unauthorized(problemBody(request, "Unauthorized", error.reason)))
              : Effect.die(error),
          onSuccess: (caller) => admit(request, caller)
        })

      return RequestContext.use((request) =>
        HttpServerRequest.HttpServerRequest.use((incoming) => identify(request, incoming))
      )
    })
  })
)
