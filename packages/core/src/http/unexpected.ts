/** What nobody expected: logged with its cause and the request's id, answered with nothing of it. */
import { type Cause, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { problemBody } from "./Problem.ts"
import type { RequestContext } from "./RequestContext.ts"

export const answerUnexpected = Effect.fnUntraced(function* (
  cause: Cause.Cause<unknown>,
  request: RequestContext["Service"]
) {
  yield* Effect.annotateLogs(Effect.logError("A request failed unexpectedly", cause), {
    requestId: request.requestId,
    origin: request.origin,
    ...Object.fromEntries(request.ids)
  })
  const body = problemBody(request, "Internal error", "Something went wrong on our side; repeat the request")
  return HttpServerResponse.jsonUnsafe(body, { status: 500 })
})
