/** Each operation on retry schedules as one call of a service. */
import { Effect, Option } from "effect"
import { mostAttempts, timeOfAttempts } from "../../delivery/policy/RetrySchedule.ts"
import { type AccountRetrySchedule, RetrySchedules } from "../../delivery/policy/RetrySchedules.ts"
import type { Asked } from "../../operator/Asked.ts"
import type { RetrySchedulesApi } from "./RetrySchedulesApi.ts"

type ScheduleAsked<Name extends "get" | "remove" | "set"> = Asked<typeof RetrySchedulesApi, Name>

const view = ({ isOwn, schedule }: AccountRetrySchedule) => ({
  schedule,
  isOwn,
  attempts: mostAttempts(schedule),
  lastAttemptAfter: timeOfAttempts(schedule)
})

export const retryScheduleOperations = Effect.map(RetrySchedules, (schedules) => ({
  get: ({ params: { sellerId }, query: { sandbox = false } }: ScheduleAsked<"get">) =>
    Effect.map(schedules.of({ sellerId, sandbox }), view),
  set: ({ params: { sellerId }, payload, query: { sandbox = false } }: ScheduleAsked<"set">) =>
    Effect.map(schedules.set({ sellerId, sandbox }, Option.some(payload)), view),
  remove: ({ params: { sellerId }, query: { sandbox = false } }: ScheduleAsked<"remove">) =>
    Effect.map(schedules.set({ sellerId, sandbox }, Option.none()), view)
}))
