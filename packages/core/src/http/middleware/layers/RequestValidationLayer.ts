/** Answers 400 with every failing field at once. An answer that does not fit its own schema is a defect of ours, not the caller's mistake. */
import { Effect, Layer, type Types } from "effect"
import type { HttpRouter, HttpServerResponse } from "effect/http"
import { type HttpApiEndpoint, HttpApiError } from "effect/http-api"
import type { FieldProblem } from "../../../validation/FieldProblem.ts"
import { type JsonBounds, jsonBounds } from "../../../validation/JsonBounds.ts"
import { BadRequest, problemBody } from "../../Problem.ts"
import { RequestContext } from "../../RequestContext.ts"
import { inputProblems, unreadableBody } from "../../RequestInput.ts"
import { RequestValidation } from "../RequestValidation.ts"

const badRequest = (problems: ReadonlyArray<FieldProblem>) =>
  Effect.flatMap(RequestContext, (request) => {
    const detail = `The request is wrong in ${problems.length === 1 ? "one place" : `${problems.length} places`}`
    return Effect.fail(new BadRequest(problemBody(request, "Bad request", detail, problems)))
  })

type Answer = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  BadRequest | Types.unhandled,
  HttpRouter.Provided | RequestContext
>

const answerError = (error: Types.unhandled, endpoint: HttpApiEndpoint.Top): Answer => {
  if (!HttpApiError.HttpApiSchemaError.is(error)) return Effect.fail(error)
  const { cause, kind } = error as HttpApiError.HttpApiSchemaError
  return kind === "Body" || kind === "ResponseHeaders"
    ? Effect.die(cause)
    : Effect.flatMap(inputProblems(endpoint), badRequest)
}

/** For APIs that take bodies of another size. */
export const layerWith = (bounds: JsonBounds): Layer.Layer<RequestValidation> =>
  Layer.succeed(RequestValidation, (httpEffect, { endpoint }) => {
    const answer = Effect.catch(httpEffect, (error) => answerError(error, endpoint))
    if (endpoint.payload.size === 0) return answer
    return Effect.flatMap(unreadableBody(bounds), (unreadable) =>
      unreadable === undefined ? answer : badRequest([unreadable])
    )
  })

export const layer: Layer.Layer<RequestValidation> = layerWith(jsonBounds)
