/**
 * Reads requests as existing clients send them, and answers wrong ones with the text that is published for the field. The text
 * says little, so that a header names the field and what is wrong with it.
 */
import { DateTime, Effect, Layer } from "effect"
import { Headers, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { FieldProblem } from "../../../validation/FieldProblem.ts"
import { jsonBounds } from "../../../validation/JsonBounds.ts"
import { inputRefusalsOf, refusalOf } from "../../refusals/InputRefusals.ts"
import { AnswerLanguage } from "../../refusals/Language.ts"
import { Refused } from "../../refusals/Refused.ts"
import { RequestContext } from "../../request/RequestContext.ts"
import { RefusedInput } from "../RefusedInput.ts"
import { validated } from "./RequestValidationLayer.ts"

/** our choice: no published header says it. */
const detailHeader = "x-error-detail"

/** Parts of it come from the caller: only characters that a header may have. */
const detailOf = ({ location, message }: FieldProblem): string =>
  `${location}: ${message}`.replaceAll(/[^ -~]/g, "?").slice(0, 500)

/** Clients send bodies without a content type, or as text: a body is always read as JSON. */
const asJson = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.updateService(self, HttpServerRequest.HttpServerRequest, (request) =>
    request.modify({ headers: Headers.set(request.headers, "content-type", "application/json") })
  )

/** Clients read an empty answer as JSON, and fail where nothing says that it is (contract, Must-do list, 3). */
const saidToBeJson = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse =>
  response.body._tag === "Empty" && response.status === 200
    ? HttpServerResponse.setHeader(response, "content-type", "application/json")
    : response

export const layer: Layer.Layer<RefusedInput> = Layer.effect(
  RefusedInput,
  Effect.map(AnswerLanguage, (language) => (httpEffect, { endpoint }) => {
    const refuse = ([problem]: ReadonlyArray<FieldProblem>) =>
      Effect.zipWith(RequestContext, DateTime.now, (request, timestamp) => {
        const refusals = inputRefusalsOf(endpoint)
        const [status, text] = refusalOf(refusals, problem!)
        request.answerHeaders[detailHeader] = detailOf(problem!)
        return refusals.body.answer(new Refused({ status, text: text[language] }), { request, timestamp })
      })
    return Effect.map(asJson(validated(httpEffect, endpoint, jsonBounds, refuse)), saidToBeJson)
  })
)
