/** What nobody expected: logged with its cause and the request's id, answered with nothing of it. */
import { Cause, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { problemBody } from "./Problem.ts"
import { StorageError } from "../storage/StorageError.ts"
import type { RequestContext } from "./RequestContext.ts"

type Request = RequestContext["Service"]

const about = ({ ids, origin, requestId }: Request) =>
  Effect.annotateLogs({ requestId, origin, ...Object.fromEntries(ids) })

/** Of a storage that is away for now, or takes nothing. */
const passing = (cause: Cause.Cause<unknown>): StorageError | undefined => {
  const failure = Cause.squash(cause)
  return failure instanceof StorageError && failure.retryable ? failure : undefined
}

/** In one line: as long as the storage is away, each request has the same to tell. */
const answerUnavailable = Effect.fnUntraced(function* ({ cause, operation }: StorageError, request: Request) {
  const reason = cause instanceof Error ? cause.message : String(cause)
  yield* Effect.logWarning("A request was answered 503: the storage is away, or takes nothing").pipe(
    Effect.annotateLogs({ operation, reason }),
    about(request)
  )
  const detail = "What is stored cannot be reached at the moment, or takes nothing; repeat the request later"
  return HttpServerResponse.jsonUnsafe(problemBody(request, "Service unavailable", detail), { status: 503 })
})

export const answerUnexpected = Effect.fnUntraced(function* (cause: Cause.Cause<unknown>, request: Request) {
  const failure = passing(cause)
  if (failure !== undefined) return yield* answerUnavailable(failure, request)
  yield* about(request)(Effect.logError("A request failed unexpectedly", cause))
  const body = problemBody(request, "Internal error", "Something went wrong on our side; repeat the request")
  return HttpServerResponse.jsonUnsafe(body, { status: 500 })
})
