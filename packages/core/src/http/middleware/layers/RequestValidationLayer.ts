/**
 * Answers wrong input with every failing field at once. An answer that does not fit its own schema is a defect of ours, not the
 * caller's mistake.
 */
import { Effect, Layer, type Types } from "effect"
import type { HttpRouter, HttpServerResponse } from "effect/http"
import { type HttpApiEndpoint, HttpApiError } from "effect/http-api"
import type { FieldProblem } from "../../../validation/FieldProblem.ts"
import { type JsonBounds, jsonBounds } from "../../../validation/JsonBounds.ts"
import { BadRequest, problemBody } from "../../operation/Problem.ts"
import { RequestContext } from "../../request/RequestContext.ts"
import { inputProblems, unreadableBody } from "../../request/RequestInput.ts"
import { RequestValidation } from "../RequestValidation.ts"

type Problems = ReadonlyArray<FieldProblem>

type Answer<E> = Effect.Effect<
  HttpServerResponse.HttpServerResponse,
  E | Types.unhandled,
  HttpRouter.Provided | RequestContext
>

/** `refuse` answers wrong input. */
export const validated = <E>(
  httpEffect: Answer<never>,
  endpoint: HttpApiEndpoint.Top,
  bounds: JsonBounds,
  refuse: (problems: Problems) => Answer<E>
): Answer<E> => {
  const answer = Effect.catch(httpEffect, (error): Answer<E> => {
    if (!HttpApiError.HttpApiSchemaError.is(error)) return Effect.fail(error)
    const { cause, kind } = error as HttpApiError.HttpApiSchemaError
    return kind === "Body" || kind === "ResponseHeaders"
      ? Effect.die(cause)
      : Effect.flatMap(inputProblems(endpoint), refuse)
  })
  if (endpoint.payload.size === 0) return answer
  return Effect.flatMap(unreadableBody(endpoint, bounds), (unreadable) =>
    unreadable === undefined ? answer : refuse([unreadable])
  )
}

const badRequest = (problems: Problems): Answer<BadRequest> =>
  Effect.flatMap(RequestContext, (request) => {
    const detail = `The request is wrong in ${problems.length === 1 ? "one place" : `${problems.length} places`}`
    return Effect.fail(new BadRequest(problemBody(request, "Bad request", detail, problems)))
  })

/** For APIs that take bodies of another size. */
export const layerWith = (bounds: JsonBounds): Layer.Layer<RequestValidation> =>
  Layer.succeed(RequestValidation, (httpEffect, { endpoint }) => validated(httpEffect, endpoint, bounds, badRequest))

export const layer: Layer.Layer<RequestValidation> = layerWith(jsonBounds)
