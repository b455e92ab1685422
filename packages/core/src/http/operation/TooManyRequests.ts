/** The wire error of a spent rate budget: the published body, and when to come again. */
import { Duration, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import type { BudgetSpent } from "../../limits/RateBudget.ts"
import { problemBody, problemFields } from "./Problem.ts"
import { problemMessage } from "./problemMessage.ts"
import type { RequestContext } from "../request/RequestContext.ts"

/** Seconds are whole, and at least one: clients that wait as told must not come too early. */
export const spentFields = { retryAfter: Schema.Int, limit: Schema.Int, resetAfter: Schema.Int }

export class TooManyRequests extends Schema.Error<TooManyRequests>("TooManyRequests")({
  ...problemFields,
  ...spentFields
}) {
  readonly _tag = "TooManyRequests"

  override get message() {
    return problemMessage(this)
  }
}

const wholeSeconds = (duration: Duration.Duration): number => Math.max(1, Math.ceil(Duration.toSeconds(duration)))

export const spentNumbers = ({ permits, resetAfter, retryAfter }: BudgetSpent) => ({
  retryAfter: wholeSeconds(retryAfter),
  limit: permits,
  resetAfter: wholeSeconds(resetAfter)
})

export const tooManyRequests = (request: RequestContext["Service"], spent: BudgetSpent): TooManyRequests =>
  new TooManyRequests({ ...problemBody(request, "Too many requests", spent.message), ...spentNumbers(spent) })

/** The numbers travel in headers (contract, Rate limiting), where clients of the seller API look for them. */
export const spentHeaders = {
  schema: {
    "retry-after": Schema.Int,
    "x-ratelimit-retry": Schema.Int,
    "x-ratelimit-limit": Schema.Int,
    "x-ratelimit-reset": Schema.Int
  },
  decode: (headers: Readonly<Record<"retry-after" | "x-ratelimit-limit" | "x-ratelimit-reset", number>>) => ({
    retryAfter: headers["retry-after"],
    limit: headers["x-ratelimit-limit"],
    resetAfter: headers["x-ratelimit-reset"]
  }),
  encode: ({ limit, resetAfter, retryAfter }: Readonly<Record<keyof typeof spentFields, number>>) => ({
    "retry-after": retryAfter,
    "x-ratelimit-retry": retryAfter,
    "x-ratelimit-limit": limit,
    "x-ratelimit-reset": resetAfter
  })
}

export const TooManyRequestsWithHeaders = TooManyRequests.pipe(
  HttpApiSchema.encodeToWithHeaders(
    {
      body: Schema.Struct(problemFields).annotate({ identifier: "TooManyRequests", httpApiStatus: 429 }),
      headers: spentHeaders.schema
    },
    {
      decode: ({ body, headers }) => new TooManyRequests({ ...body, ...spentHeaders.decode(headers) }),
      encode: ({ limit, resetAfter, retryAfter, ...body }) => ({
        body,
        headers: spentHeaders.encode({ limit, resetAfter, retryAfter })
      })
    }
  )
)
