/** Wire errors: the published body (Seller Webhooks Service, Error body), one class per status. */
import { Context, Duration, Effect, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import type { BudgetSpent } from "../limits/RateBudget.ts"
import { FieldProblem } from "../validation/FieldProblem.ts"

/** The request being served, as far as answers and history name it. */
export class RequestContext extends Context.Service<
  RequestContext,
  {
    readonly requestId: string
    /** The operation, such as `webhooks.create`. */
    readonly origin: string
    /** Address of the caller, where it is known. */
    readonly ip: string | undefined
  }
>()("@sellerkit/core/http/RequestContext") {}

const fields = {
  title: Schema.String,
  detail: Schema.String,
  requestId: Schema.String,
  origin: Schema.String,
  /** One entry per failing field; empty when the problem is not one of fields. */
  errors: Schema.Array(FieldProblem)
}

/** The published body, whatever its status. */
export const ProblemBody = Schema.Struct(fields).annotate({ identifier: "Problem" })
export type ProblemBody = typeof ProblemBody.Type

export const problemBody = (
  request: RequestContext["Service"],
  title: string,
  detail: string,
  errors: ReadonlyArray<FieldProblem> = []
): ProblemBody => ({ title, detail, requestId: request.requestId, origin: request.origin, errors })

export class BadRequest extends Schema.Error<BadRequest>("BadRequest")(fields, { httpApiStatus: 400 }) {
  readonly _tag = "BadRequest"
}
export class Unauthorized extends Schema.Error<Unauthorized>("Unauthorized")(fields, { httpApiStatus: 401 }) {
  readonly _tag = "Unauthorized"
}
export class Forbidden extends Schema.Error<Forbidden>("Forbidden")(fields, { httpApiStatus: 403 }) {
  readonly _tag = "Forbidden"
}
export class NotFound extends Schema.Error<NotFound>("NotFound")(fields, { httpApiStatus: 404 }) {
  readonly _tag = "NotFound"
}
export class Conflict extends Schema.Error<Conflict>("Conflict")(fields, { httpApiStatus: 409 }) {
  readonly _tag = "Conflict"
}

const named = <S extends Schema.Top & { readonly name: string }>(problem: S) =>
  problem.pipe(Schema.annotateEncoded({ identifier: problem.name }))

/** The classes as operations declare them: the published description calls their bodies by their names. */
export const declared = {
  BadRequest: named(BadRequest),
  Unauthorized: named(Unauthorized),
  Forbidden: named(Forbidden),
  NotFound: named(NotFound),
  Conflict: named(Conflict)
}

/** Seconds are whole, and at least one: clients that wait as told must not come too early. */
export class TooManyRequests extends Schema.Error<TooManyRequests>("TooManyRequests")({
  ...fields,
  retryAfter: Schema.Int,
  limit: Schema.Int,
  resetAfter: Schema.Int
}) {
  readonly _tag = "TooManyRequests"
}

const wholeSeconds = (duration: Duration.Duration): number => Math.max(1, Math.ceil(Duration.toSeconds(duration)))

export const tooManyRequests = (request: RequestContext["Service"], spent: BudgetSpent): TooManyRequests =>
  new TooManyRequests({
    ...problemBody(request, "Too many requests", spent.message),
    retryAfter: wholeSeconds(spent.retryAfter),
    limit: spent.permits,
    resetAfter: wholeSeconds(spent.resetAfter)
  })

/** The class with its numbers in headers, where clients of the seller API look for them. */
export const TooManyRequestsWithHeaders = TooManyRequests.pipe(
  HttpApiSchema.encodeToWithHeaders(
    {
      body: Schema.Struct(fields).annotate({ identifier: "TooManyRequests", httpApiStatus: 429 }),
      headers: {
        "retry-after": Schema.Int,
        "x-ratelimit-retry": Schema.Int,
        "x-ratelimit-limit": Schema.Int,
        "x-ratelimit-reset": Schema.Int
      }
    },
    {
      decode: ({ body, headers }) =>
        new TooManyRequests({
          ...body,
          retryAfter: headers["retry-after"],
          limit: headers["x-ratelimit-limit"],
          resetAfter: headers["x-ratelimit-reset"]
        }),
      encode: ({ limit, resetAfter, retryAfter, ...body }) => ({
        body,
        headers: {
          "retry-after": retryAfter,
          "x-ratelimit-retry": retryAfter,
          "x-ratelimit-limit": limit,
          "x-ratelimit-reset": resetAfter
        }
      })
    }
  )
)

/** The one table from domain error to wire error. */
const problems = {
  WebhookNotFound: [NotFound, "Webhook not found"],
  EventNotFound: [NotFound, "Event not found"],
  DeliveryNotFound: [NotFound, "Delivery not found"],
  HistoryEntryNotFound: [NotFound, "History entry not found"],
  CategoryMissing: [Forbidden, "Token category does not match the event category"],
  ServiceDisabled: [Forbidden, "Service disabled"],
  WebhookLimitReached: [BadRequest, "Webhook limit reached"],
  NoSubscriptions: [Conflict, "Webhook has no subscriptions"],
  WebhookDisabled: [Conflict, "Webhook is disabled"],
  IdempotencyConflict: [Conflict, "Idempotency key belongs to another event"],
  EventsRejected: [BadRequest, "None of the events was taken"]
} as const

type Problems = typeof problems
type DomainError = {
  readonly _tag: keyof Problems
  readonly message: string
  /** Failing fields of the body, where the error is about fields. */
  readonly fields?: ReadonlyArray<FieldProblem>
}
type StorageFailure = { readonly _tag: "StorageError" }

export type ProblemFor<E> = E extends { readonly _tag: infer Tag extends keyof Problems }
  ? InstanceType<Problems[Tag][0]>
  : never

/** Maps the domain errors of a handler to wire errors. A failing storage is a defect to callers: 500, repeat. */
export const orProblem = <A, E extends DomainError | StorageFailure, R>(
  self: Effect.Effect<A, E, R>
): Effect.Effect<A, ProblemFor<E>, R | RequestContext> =>
  Effect.catch(self, (error: DomainError | StorageFailure) =>
    error._tag === "StorageError"
      ? Effect.die(error)
      : Effect.flatMap(RequestContext, (request) => {
          const [Problem, title] = problems[error._tag]
          const fields = (error.fields ?? []).map((field) => ({ ...field, location: `body.${field.location}` }))
          return Effect.fail(new Problem(problemBody(request, title, error.message, fields)) as ProblemFor<E>)
        })
  )
