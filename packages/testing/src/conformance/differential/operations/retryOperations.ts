/** Operations on retry schedules. */
import { documentedRetrySchedule, RetrySchedules } from "@sellerkit/core"
import { Duration, Effect, Option } from "effect"
import type { OperationOf } from "../Operation.ts"
import { owners } from "../owners.ts"
import type { Trial } from "../Trial.ts"

export const setRetrySchedule = ({ firstSeconds, owner }: OperationOf<"SetRetrySchedule">, { drivers }: Trial) => {
  const schedule = Option.map(Option.fromNullOr(firstSeconds), (seconds) => ({
    ...documentedRetrySchedule,
    firstWait: Duration.seconds(seconds)
  }))
  return drivers.ask(Effect.flatMap(RetrySchedules, (schedules) => schedules.set(owners[owner], schedule)))
}

export const readRetrySchedule = ({ owner }: OperationOf<"ReadRetrySchedule">, { drivers }: Trial) =>
  drivers.ask(Effect.flatMap(RetrySchedules, (schedules) => schedules.of(owners[owner])))
