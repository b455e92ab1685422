/** Each operation on retry schedules as one call of a service. */
import { type AccountRetrySchedule, RetrySchedules } from "@sellerkit/core"
import { mostAttempts, timeOfAttempts } from "@sellerkit/core/delivery"
import { orProblem } from "@sellerkit/core/http"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { OperatorApi } from "./OperatorApi.ts"

const view = ({ isOwn, schedule }: AccountRetrySchedule) => ({
  schedule,
  isOwn,
  attempts: mostAttempts(schedule),
  lastAttemptAfter: timeOfAttempts(schedule)
})

export const RetrySchedulesHandlers = HttpApiBuilder.group(
  OperatorApi,
  "retrySchedules",
  Effect.fn(function* (handlers) {
    const schedules = yield* RetrySchedules
    return handlers.handleAll({
      get: Effect.fnUntraced(function* ({ params: { sellerId }, query: { sandbox = false } }) {
        return view(yield* schedules.of({ sellerId, sandbox }))
      }, orProblem),
      set: Effect.fnUntraced(function* ({ params: { sellerId }, payload, query: { sandbox = false } }) {
        return view(yield* schedules.set({ sellerId, sandbox }, Option.some(payload)))
      }, orProblem),
      remove: Effect.fnUntraced(function* ({ params: { sellerId }, query: { sandbox = false } }) {
        return view(yield* schedules.set({ sellerId, sandbox }, Option.none()))
      }, orProblem)
    })
  })
)
