/** Operations on retry schedules. */
import { documentedRetrySchedule, RetryScheduleStore } from "@sellerkit/core"
import { Duration, Effect, Option } from "effect"
import type { OperationOf } from "./Operation.ts"
import { owners } from "./owners.ts"
import type { Trial } from "./Trial.ts"

export const setRetrySchedule = ({ firstSeconds, owner }: OperationOf<"SetRetrySchedule">, { drivers }: Trial) => {
  const schedule = Option.map(Option.fromNullOr(firstSeconds), (seconds) => ({
    ...documentedRetrySchedule,
    firstWait: Duration.seconds(seconds)
  }))
  return drivers.ask(Effect.flatMap(RetryScheduleStore, (store) => store.set(owners[owner], schedule)))
}

export const readRetrySchedule = ({ owner }: OperationOf<"ReadRetrySchedule">, { drivers }: Trial) =>
  drivers.ask(Effect.flatMap(RetryScheduleStore, (store) => store.get(owners[owner])))
