/**
 * An operation that is switched off is so for everybody: 410 comes before 401 and spends no budget. Operations of which the change
 * log says nothing are not touched.
 */
import { Clock, DateTime, Effect, Layer } from "effect"
import { HttpBody, HttpServerResponse } from "effect/http"
import { stateAt } from "../../../lifecycle/OperationLifecycle.ts"
import { type FieldsSince, withoutLaterFields } from "../../../lifecycle/revision.ts"
import { RateBudget } from "../../../limits/RateBudget.ts"
import { makeDisabledAnswer } from "../../lifecycle/disabledAnswer.ts"
import { OperationLifecycles } from "../../lifecycle/OperationLifecycles.ts"
import { budgetOf } from "../../operation/Operation.ts"
import { AnswerLanguage } from "../../refusals/Language.ts"
import { RequestContext, showRemaining } from "../../request/RequestContext.ts"
import { Lifecycle } from "../Lifecycle.ts"

const utf8 = new TextDecoder()

/** An answer that is JSON as a whole, without the fields that were not there yet. */
const withFieldsAt = (
  response: HttpServerResponse.HttpServerResponse,
  fields: ReadonlyArray<FieldsSince>,
  now: number
): HttpServerResponse.HttpServerResponse => {
  const { body, headers, status } = response
  if (status !== 200 || body._tag !== "Uint8Array" || "content-encoding" in headers) return response
  if (fields.every(({ since }) => since <= now)) return response
  const answer: unknown = JSON.parse(utf8.decode(body.body))
  return HttpServerResponse.setBody(response, HttpBody.jsonUnsafe(withoutLaterFields(answer, fields, now)))
}

export const layer: Layer.Layer<Lifecycle, never, OperationLifecycles | RateBudget> = Layer.effect(
  Lifecycle,
  Effect.gen(function* () {
    const budget = yield* RateBudget
    const lifecycles = yield* OperationLifecycles
    const language = yield* AnswerLanguage
    return (httpEffect, declared) => {
      const fields = lifecycles.laterFieldsOf(declared)
      const dated =
        fields === undefined
          ? httpEffect
          : Effect.zipWith(httpEffect, Clock.currentTimeMillis, (response, now) => withFieldsAt(response, fields, now))
      const lifecycle = lifecycles.enforcedOf(declared)
      if (lifecycle === undefined) return dated
      const disabledAnswer = makeDisabledAnswer(declared.endpoint, lifecycle, language)
      // No owner's budget is touched: nobody has been asked for a token.
      const disabled = (now: DateTime.Utc) =>
        Effect.zipWith(RequestContext, budget.remaining(undefined, budgetOf(declared)), (request, remaining) => {
          showRemaining(request, remaining)
          return disabledAnswer(request, now)
        })
      return Effect.flatMap(DateTime.now, (now) =>
        stateAt(lifecycle, DateTime.toEpochMillis(now)) === "disabled" ? disabled(now) : dated
      )
    }
  })
)
