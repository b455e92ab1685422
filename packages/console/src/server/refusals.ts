/** What the console refuses, in the published body. */
import { problemBody, requestIdHeader, requestIdOf } from "@sellerkit/core/http"
import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"

const titles = {
  400: "Bad request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not found",
  413: "Body too large",
  429: "Too many requests"
} as const

export type Refuse = (
  request: HttpServerRequest.HttpServerRequest,
  status: keyof typeof titles,
  detail: string,
  headers?: Readonly<Record<string, string>>
) => Effect.Effect<HttpServerResponse.HttpServerResponse>

export const makeRefuse: Effect.Effect<Refuse, never, SecureRandom.SecureRandom> = Effect.map(
  SecureRandom.SecureRandom,
  (random) => (request, status, detail, headers) =>
    Effect.map(requestIdOf(random, request), (requestId) => {
      const context = { requestId, origin: "console", ip: undefined, ids: new Map(), answerHeaders: {} }
      return HttpServerResponse.jsonUnsafe(problemBody(context, titles[status], detail), {
        status,
        headers: { ...headers, [requestIdHeader]: requestId, "cache-control": "no-store" }
      })
    })
)

export const foreign = "The request does not come from a page of the console"

export const noSession = "There is no session, or it has ended: log in"
