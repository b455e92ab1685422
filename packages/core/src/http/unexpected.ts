/** Failures that nobody expected. The log has their cause and the request's id; the answer shows nothing of them. */
import { Cause, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { TokensUnavailable } from "../access/tokens/Tokens.ts"
import { StorageError } from "../storage/StorageError.ts"
import { isNoted } from "../storage/storageFailure.ts"
import { problemBody } from "./operation/Problem.ts"
import type { RequestContext } from "./request/RequestContext.ts"

type Request = RequestContext["Service"]

const about = ({ ids, origin, requestId }: Request) =>
  Effect.annotateLogs({ requestId, origin, ...Object.fromEntries(ids) })

/** Something that is away for now: a line for the log, and words for the caller. */
interface Outage {
  /** `became` says what became of the request. */
  readonly line: (became: string) => Effect.Effect<void>
  readonly detail: string
}

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** Undefined, where repeating the request is of no use. */
const outageOf = (cause: Cause.Cause<unknown>): Outage | undefined => {
  const failure = Cause.squash(cause)
  if (failure instanceof TokensUnavailable) {
    return {
      line: (became) =>
        Effect.annotateLogs(Effect.logWarning(`${became}: tokens cannot be checked`), {
          reason: reasonOf(failure.cause)
        }),
      detail: "The token cannot be checked at the moment; repeat the request later"
    }
  }
  if (!(failure instanceof StorageError && failure.retryable)) return undefined
  return {
    line: (became) =>
      Effect.annotateLogs(
        isNoted(cause)
          ? Effect.logDebug(`${became}: the log knows why`)
          : Effect.logWarning(`${became}: the storage is away, or takes nothing`),
        { operation: failure.operation, reason: reasonOf(failure.cause) }
      ),
    detail: "What is stored cannot be reached at the moment, or takes nothing; repeat the request later"
  }
}

/** Logs one line: as long as something is away, each request would report the same. */
const answerUnavailable = Effect.fnUntraced(function* ({ detail, line }: Outage, request: Request) {
  yield* about(request)(line("A request was answered 503"))
  return HttpServerResponse.jsonUnsafe(problemBody(request, "Service unavailable", detail), { status: 503 })
})

export const answerUnexpected = Effect.fnUntraced(function* (cause: Cause.Cause<unknown>, request: Request) {
  const outage = outageOf(cause)
  if (outage !== undefined) return yield* answerUnavailable(outage, request)
  yield* about(request)(Effect.logError("A request failed unexpectedly", cause))
  const body = problemBody(request, "Internal error", "Something went wrong on our side; repeat the request")
  return HttpServerResponse.jsonUnsafe(body, { status: 500 })
})

/** For an answer whose status has been sent: it can only be broken off. */
export const reportBrokenOff = (cause: Cause.Cause<unknown>, request: Request): Effect.Effect<void> => {
  const became = "An answer was broken off"
  return about(request)(outageOf(cause)?.line(became) ?? Effect.logError(`${became} by an unexpected failure`, cause))
}
