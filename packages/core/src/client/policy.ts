/** How a client makes a request: with its token, to where the operation is served, and within its rate budget. */
import { Clock, Effect, Layer, Redacted } from "effect"
import { HttpClientRequest, type HttpClientResponse } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"
import { Admission } from "../http/middleware/Admission.ts"
import { StatusAdmission } from "../http/middleware/StatusAdmission.ts"
import { budgetOf, type Declared, originOf } from "../http/operation/Operation.ts"
import { asDeclared } from "./asDeclared.ts"
import { withoutCredentials } from "./withoutCredentials.ts"
import { Budget, numberIn, refusalOf } from "./Budget.ts"
import { RepeatsCalls } from "./patiently.ts"
import { type CallRules, Deadline } from "./wholeCalls.ts"

export interface PolicyOptions extends CallRules {
  /**
   * Where the API is served, such as `http://127.0.0.1:8080` or `https://shop.example/seller-api`; or where an operation is, by its
   * name, such as `campaigns.launch`.
   */
  readonly baseUrl: string | ((operation: string) => string)
  readonly token: Redacted.Redacted
}

type Answer = HttpClientResponse.HttpClientResponse

/** What the answer says of the budget goes into the budget. */
const note = (budget: Budget, { headers, status }: Answer, now: number): void => {
  if (status === 429) return budget.refused(refusalOf(headers, now), now)
  const remaining = numberIn(headers, "x-ratelimit-remaining")
  if (remaining !== undefined) budget.answered(remaining, now)
}

/** Waits until the budget has a request, unless that takes longer than until `deadline`: then the service may say no. */
const awaitBudget = Effect.fnUntraced(function* (budget: Budget, deadline: number) {
  for (;;) {
    const now = yield* Clock.currentTimeMillis
    const wait = budget.wait(now)
    if (wait === 0 || now + wait > deadline) return
    // Others wait as well, and one of them may take what comes.
    yield* Effect.sleep(wait)
  }
})

/** Sends within the budget, and again where it is spent in spite of that. */
const sendWithin = Effect.fnUntraced(function* <E>(
  budget: Budget,
  send: Effect.Effect<Answer, E>
): Effect.fn.Return<Answer, E> {
  const deadline = yield* Deadline
  for (;;) {
    yield* awaitBudget(budget, deadline)
    budget.send()
    const ended = Effect.map(Clock.currentTimeMillis, (now) => budget.end(now))
    const answer = yield* Effect.ensuring(send, ended)
    const now = yield* Clock.currentTimeMillis
    note(budget, answer, now)
    if (answer.status !== 429 || now + budget.wait(now) > deadline || !(yield* RepeatsCalls)) return answer
  }
})

type Middleware = HttpApiMiddleware.HttpApiMiddlewareClient<never, never, never>

/** Where each operation is served. */
export const urlsOf = (baseUrl: PolicyOptions["baseUrl"]) => (typeof baseUrl === "string" ? () => baseUrl : baseUrl)

const makeMiddleware = ({ baseUrl, token }: PolicyOptions): Middleware => {
  const urlOf = urlsOf(baseUrl)
  const budgets = new Map<string, Budget>()

  const budgetFor = (declared: Declared, now: number): Budget => {
    const { limit, operation } = budgetOf(declared)
    const budget = budgets.get(operation) ?? new Budget(limit, now)
    budgets.set(operation, budget)
    return budget
  }

  return Effect.fnUntraced(function* ({ endpoint, group, next, request }) {
    const declared = { endpoint, group }
    const budget = budgetFor(declared, yield* Clock.currentTimeMillis)
    const addressed = HttpClientRequest.prependUrl(request, urlOf(originOf(declared)))
    const send = next(HttpClientRequest.setHeader(addressed, "authorization", Redacted.value(token)))
    const answer = yield* sendWithin(budget, withoutCredentials(send))
    return yield* asDeclared(endpoint, answer, yield* Clock.currentTimeMillis)
  })
}

/** What every call of a client goes through. Budgets are those of one token. */
export const layer = (
  options: PolicyOptions
): Layer.Layer<HttpApiMiddleware.ForClient<Admission> | HttpApiMiddleware.ForClient<StatusAdmission>> => {
  const middleware = makeMiddleware(options)
  return Layer.merge(
    HttpApiMiddleware.layerClient(Admission, middleware),
    HttpApiMiddleware.layerClient(StatusAdmission, middleware)
  )
}
