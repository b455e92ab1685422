/**
 * Turns the credential into the caller, checks that the caller may use the operation, and takes one request out of its budget.
 * 401 comes before 403, and both before the budget is touched. Unless the budget is spent, answers say what remains of it.
 */
import { Effect, Layer, Metric, Redacted, type Types } from "effect"
import { type HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { type Caller, CurrentCaller, refusal } from "../../../access/Access.ts"
import type { Owner } from "../../../access/Account.ts"
import { Tokens } from "../../../access/tokens/Tokens.ts"
import { type BudgetSpent, RateBudget } from "../../../limits/RateBudget.ts"
import { Metrics } from "../../../observability/Metrics.ts"
import { budgetOf, type Declared, operationOf } from "../../operation/Operation.ts"
import { Forbidden, problemBody, Unauthorized } from "../../operation/Problem.ts"
import { type StatusProblem, statusProblems } from "../../refusals/StatusProblem.ts"
import { RequestContext, showRemaining } from "../../request/RequestContext.ts"
import { type TooManyRequests, tooManyRequests } from "../../operation/TooManyRequests.ts"
import { Admission } from "../Admission.ts"
import { StatusAdmission } from "../StatusAdmission.ts"

type Request = RequestContext["Service"]

type Admitted<E> = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  E | Types.unhandled,
  HttpRouter.Provided | RequestContext
>

/** The errors of an API, made of what went wrong. */
interface Problems<E> {
  readonly unauthorized: (request: Request, detail: string) => Effect.Effect<E>
  readonly forbidden: (request: Request, detail: string) => Effect.Effect<E>
  readonly tooManyRequests: (request: Request, spent: BudgetSpent) => Effect.Effect<E>
}

type Guarded = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  Types.unhandled,
  CurrentCaller | HttpRouter.Provided
>

const credentialOf = ({ headers }: HttpServerRequest.HttpServerRequest): Redacted.Redacted =>
  Redacted.make(headers["authorization"] ?? "")

const makeAdmission = <E>(problems: Problems<E>) =>
  Effect.gen(function* () {
    const tokens = yield* Tokens
    const budget = yield* RateBudget

    return (httpEffect: Guarded, declared: Declared) => {
      const budgeted = budgetOf(declared)
      const { access } = operationOf(declared)

      /** Refuses without touching the budget. */
      const refuse = (request: Request, owner: Owner | undefined, problem: Effect.Effect<E>) =>
        Effect.flatMap(budget.remaining(owner, budgeted), (remaining) => {
          showRemaining(request, remaining)
          return Effect.flip(problem)
        })

      const spend = (request: Request, caller: Caller) =>
        Effect.matchEffect(budget.spend(caller.owner, budgeted), {
          onFailure: (spent) =>
            Effect.andThen(
              Metric.update(Metrics.rateLimited(budgeted.operation), 1),
              Effect.flip(problems.tooManyRequests(request, spent))
            ),
          onSuccess: (remaining) => {
            showRemaining(request, remaining)
            return Effect.provideService(httpEffect, CurrentCaller, caller)
          }
        })

      const admit = (request: Request, caller: Caller): Admitted<E> => {
        request.ids.set("sellerId", caller.owner.sellerId)
        const refused = refusal(access, caller)
        return refused === undefined
          ? spend(request, caller)
          : refuse(request, caller.owner, problems.forbidden(request, refused))
      }

      const identify = (request: Request, incoming: HttpServerRequest.HttpServerRequest): Admitted<E> =>
        Effect.matchEffect(tokens.verify(credentialOf(incoming)), {
          onFailure: (error): Admitted<E> =>
            error._tag === "TokenRejected"
              ? refuse(request, undefined, problems.unauthorized(request, error.reason))
              : Effect.die(error),
          onSuccess: (caller) => admit(request, caller)
        })

      return RequestContext.use((request) =>
        HttpServerRequest.HttpServerRequest.use((incoming) => identify(request, incoming))
      )
    }
  })

/** For the operations of Seller Webhooks Service. */
const admissionLayer = Layer.effect(
  Admission,
  makeAdmission<Unauthorized | Forbidden | TooManyRequests>({
    unauthorized: (request, detail) => Effect.succeed(new Unauthorized(problemBody(request, "Unauthorized", detail))),
    forbidden: (request, detail) => Effect.succeed(new Forbidden(problemBody(request, "Forbidden", detail))),
    tooManyRequests: (request, spent) => Effect.succeed(tooManyRequests(request, spent))
  })
)

/** For the operations of Seller Statistics Reports, Promotion Campaigns and API Conventions. */
const statusAdmissionLayer = Layer.effect(StatusAdmission, makeAdmission<StatusProblem>(statusProblems))

export const layer: Layer.Layer<Admission | StatusAdmission, never, RateBudget | Tokens> = Layer.merge(
  admissionLayer,
  statusAdmissionLayer
)
