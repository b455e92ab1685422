/** What nobody expected: logged with its cause and the request's id, answered with nothing of it. */
import { Cause, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { problemBody } from "./Problem.ts"
import { StorageError } from "../storage/StorageError.ts"
import type { RequestContext } from "./RequestContext.ts"

/** Of a storage that is away for now, or takes nothing. */
const isPassing = (cause: Cause.Cause<unknown>): boolean => {
  const failure = Cause.squash(cause)
  return failure instanceof StorageError && failure.retryable
}

export const answerUnexpected = Effect.fnUntraced(function* (
  cause: Cause.Cause<unknown>,
  request: RequestContext["Service"]
) {
  yield* Effect.annotateLogs(Effect.logError("A request failed unexpectedly", cause), {
    requestId: request.requestId,
    origin: request.origin,
    ...Object.fromEntries(request.ids)
  })
  if (isPassing(cause)) {
    const detail = "What is stored cannot be reached at the moment, or takes nothing; repeat the request later"
    return HttpServerResponse.jsonUnsafe(problemBody(request, "Service unavailable", detail), { status: 503 })
  }
  const body = problemBody(request, "Internal error", "Something went wrong on our side; repeat the request")
  return HttpServerResponse.jsonUnsafe(body, { status: 500 })
})
