/** Retry schedules of single accounts, in memory. */
import { accountKey, type RetrySchedule, RetryScheduleStore } from "@sellerkit/core"
import { Effect, Layer, Option } from "effect"

export const layer: Layer.Layer<RetryScheduleStore> = Layer.sync(RetryScheduleStore, () => {
  const schedules = new Map<string, RetrySchedule>()
  return RetryScheduleStore.of({
    get: (account) => Effect.sync(() => Option.fromUndefinedOr(schedules.get(accountKey(account)))),
    set: (account, schedule) =>
      Effect.sync(() => {
        if (Option.isSome(schedule)) schedules.set(accountKey(account), schedule.value)
        else schedules.delete(accountKey(account))
      })
  })
})
