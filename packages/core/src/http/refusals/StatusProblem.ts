/**
 * Errors of the token and of the rate budget for the operations of Seller Statistics Reports, Promotion Campaigns and API
 * Conventions (Errors, 401; contract, Error bodies, 401, 403 and 429).
 */
import { DateTime, Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import type { BudgetSpent } from "../../limits/RateBudget.ts"
import { Timestamp } from "../../time/Timestamp.ts"
import { RequestContext } from "../request/RequestContext.ts"
import { named } from "../operation/Problem.ts"
import { problemMessage } from "../operation/problemMessage.ts"
import type { InputRefusals } from "./InputRefusals.ts"
import { spentFields, spentHeaders, spentNumbers } from "../operation/TooManyRequests.ts"

type Request = RequestContext["Service"]

const Status = Schema.Int.check(Schema.isBetween({ minimum: 400, maximum: 499 }))

const statusProblemFields = {
  title: Schema.String,
  detail: Schema.String,
  code: Schema.String,
  requestId: Schema.String,
  origin: Schema.String,
  status: Status,
  statusText: Schema.String,
  timestamp: Timestamp
}

export class StatusUnauthorized extends Schema.Error<StatusUnauthorized>("StatusUnauthorized")(statusProblemFields, {
  httpApiStatus: 401
}) {
  readonly _tag = "StatusUnauthorized"

  override get message() {
    return problemMessage(this)
  }
}

export class StatusForbidden extends Schema.Error<StatusForbidden>("StatusForbidden")(
  {
    title: Schema.String,
    detail: Schema.String,
    request_id: Schema.String,
    origin: Schema.String,
    status: Status
  },
  { httpApiStatus: 403 }
) {
  readonly _tag = "StatusForbidden"

  override get message() {
    return problemMessage(this)
  }
}

export class StatusTooManyRequests extends Schema.Error<StatusTooManyRequests>("StatusTooManyRequests")({
  ...statusProblemFields,
  ...spentFields
}) {
  readonly _tag = "StatusTooManyRequests"

  override get message() {
    return problemMessage(this)
  }
}

/** What an operation refuses, where its refusals are problems (Promotion operations, Pause media campaign). */
export class StatusRefused extends Schema.Error<StatusRefused>("StatusRefused")(statusProblemFields, {
  httpApiStatus: 422
}) {
  readonly _tag = "StatusRefused"

  override get message() {
    return problemMessage(this)
  }
}

export type StatusProblem = StatusForbidden | StatusTooManyRequests | StatusUnauthorized

/** The classes as operations declare them. */
export const declaredStatus = {
  Unauthorized: named(StatusUnauthorized),
  Forbidden: named(StatusForbidden),
  Refused: named(StatusRefused),
  TooManyRequests: StatusTooManyRequests.pipe(
    HttpApiSchema.encodeToWithHeaders(
      {
        body: Schema.Struct(statusProblemFields).annotate({
          identifier: "StatusTooManyRequests",
          httpApiStatus: 429
        }),
        headers: spentHeaders.schema
      },
      {
        decode: ({ body, headers }) => new StatusTooManyRequests({ ...body, ...spentHeaders.decode(headers) }),
        encode: ({ limit, resetAfter, retryAfter, ...body }) => ({
          body,
          headers: spentHeaders.encode({ limit, resetAfter, retryAfter })
        })
      }
    )
  )
}

type Kind = readonly [status: number, statusText: string, title: string, code: string]

/** Titles are the published ones. Published codes show insides of that service: ours are names for programs. */
const fieldsOf = (
  { origin, requestId }: Request,
  [status, statusText, title, code]: Kind,
  detail: string,
  timestamp: DateTime.Utc
) => ({ title, detail, code, requestId, origin, status, statusText, timestamp })

const statusProblem = (request: Request, kind: Kind, detail: string) =>
  Effect.map(DateTime.now, (timestamp) => fieldsOf(request, kind, detail, timestamp))

const unauthorized = (request: Request, detail: string) =>
  Effect.map(
    statusProblem(request, [401, "Unauthorized", "unauthorized", "unauthorized"], detail),
    (fields) => new StatusUnauthorized(fields)
  )

const forbidden = ({ origin, requestId }: Request, detail: string) =>
  Effect.succeed(new StatusForbidden({ title: "forbidden", detail, request_id: requestId, origin, status: 403 }))

const tooManyRequests = (request: Request, spent: BudgetSpent) =>
  Effect.map(
    statusProblem(request, [429, "Too Many Requests", "too many requests", "rate_limited"], spent.message),
    (fields) => new StatusTooManyRequests({ ...fields, ...spentNumbers(spent) })
  )

/** What goes wrong before an operation is called. */
export const statusProblems = { unauthorized, forbidden, tooManyRequests }

const refusedAs = (code: string) => [422, "Unprocessable Entity", "unprocessable entity", code] as const

/** `code` is for programs, `detail` for people. */
export const statusRefused = (code: string, detail: string): Effect.Effect<never, StatusRefused, RequestContext> =>
  Effect.flatMap(RequestContext, (request) =>
    Effect.flatMap(statusProblem(request, refusedAs(code), detail), (fields) => Effect.fail(new StatusRefused(fields)))
  )

const disabled: Kind = [410, "Gone", "gone", "operation_disabled"]

/** The same for wrong input (`refusing`), and for an operation that is switched off. */
export const asStatusProblem: InputRefusals["body"] = {
  answer: (refused, { request, timestamp }) => {
    const kind = refused.status === disabled[0] ? disabled : refusedAs("invalid_request")
    const problem = fieldsOf(request, kind, refused.text, timestamp)
    return HttpServerResponse.jsonUnsafe(
      { ...problem, timestamp: DateTime.formatIso(timestamp) },
      { status: problem.status }
    )
  }
}
