/**
 * How a client makes a request: with its token, to where the operation is served, within its rate budget, and again where that is
 * safe.
 */
import { Clock, Duration, Effect, Layer, Redacted } from "effect"
import { type HttpClientError, HttpClientRequest, HttpClientResponse } from "effect/http"
import { HttpApiMiddleware } from "effect/http-api"
import { Admission } from "../http/middleware/Admission.ts"
import { StatusAdmission } from "../http/middleware/StatusAdmission.ts"
import { budgetOf, type Declared, originOf } from "../http/Operation.ts"
import { Budget } from "./Budget.ts"
import { isRepeatable } from "./isRepeatable.ts"
import { afterFailure, mayPass, RepeatsCalls } from "./patiently.ts"
import { withoutType } from "./withoutType.ts"

export interface PolicyOptions {
  /**
   * Where the API is served, such as `http://127.0.0.1:8080` or `https://shop.example/seller-api`; or where an operation is, by its
   * name, such as `campaigns.launch`.
   */
  readonly baseUrl: string | ((operation: string) => string)
  readonly token: Redacted.Redacted
  /**
   * How long a call waits for its rate budget in all: two minutes, when absent. Where that is too short, the call fails as the service
   * answers it. `0`: it never waits.
   */
  readonly patience?: Duration.Input
  /** How often a call is repeated after a failure of the service, where that is safe: five times, when absent. */
  readonly retries?: number
}

// our choice: longer than the windows of all budgets that are published.
const defaultPatience = Duration.minutes(2)

type Answer = HttpClientResponse.HttpClientResponse

const wholeNumber = /^\d{1,9}$/

const numberOf = ({ headers }: Answer, name: string): number | undefined => {
  const text = headers[name] ?? ""
  return wholeNumber.test(text) ? Number(text) : undefined
}

/** What the answer says of the budget goes into the budget. */
const note = (budget: Budget, answer: Answer, now: number): void => {
  const remaining = numberOf(answer, "x-ratelimit-remaining")
  if (answer.status !== 429) {
    if (remaining !== undefined) budget.answered(remaining, now)
    return
  }
  // our choice: a second, where a service does not say it.
  const retry = Math.max(1, numberOf(answer, "x-ratelimit-retry") ?? numberOf(answer, "retry-after") ?? 1)
  const limit = Math.max(1, numberOf(answer, "x-ratelimit-limit") ?? 1)
  budget.refused({ retry, limit, reset: numberOf(answer, "x-ratelimit-reset") ?? retry }, now)
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
  send: Effect.Effect<Answer, E>,
  patience: number
): Effect.fn.Return<Answer, E> {
  const deadline = (yield* Clock.currentTimeMillis) + patience
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

/** Sends again after a failure of the service. What it answers the last time is the answer. */
export const repeating = (send: Effect.Effect<Answer, HttpClientError.HttpClientError>, retries: number | undefined) =>
  send.pipe(
    Effect.flatMap(HttpClientResponse.filterStatus((status) => status < 500)),
    Effect.retry({ while: mayPass, schedule: afterFailure(retries) }),
    Effect.catch((error) => (error.response === undefined ? Effect.fail(error) : Effect.succeed(error.response)))
  )

type Middleware = HttpApiMiddleware.HttpApiMiddlewareClient<never, never, never>

/** Where each operation is served. */
export const urlsOf = (baseUrl: PolicyOptions["baseUrl"]) => (typeof baseUrl === "string" ? () => baseUrl : baseUrl)

const makeMiddleware = ({ baseUrl, patience, retries, token }: PolicyOptions): Middleware => {
  const patienceMillis = Duration.toMillis(Duration.fromInputUnsafe(patience ?? defaultPatience))
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
    const sent = Effect.flatMap(sendWithin(budget, send, patienceMillis), (answer) => withoutType(endpoint, answer))
    return yield* isRepeatable(declared) && (yield* RepeatsCalls) ? repeating(sent, retries) : sent
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
