/** Each operation on the time of a sandbox as one call of a service. */
import { Instruments, SimulatedTime } from "@sellerkit/sandbox/simulation"
import { DateTime, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { durationOf } from "./ClockApi.ts"
import { SandboxOperatorApi } from "./SandboxOperatorApi.ts"

export const ClockHandlers = HttpApiBuilder.group(
  SandboxOperatorApi,
  "clock",
  Effect.fn(function* (handlers) {
    const time = yield* SimulatedTime
    const { activity } = yield* Instruments
    const clock = Effect.map(time.now, (now) => ({ now: DateTime.makeUnsafe(now) }))
    return handlers.handleAll({
      get: () => clock,
      advance: ({ payload: { duration } }) =>
        // The time cannot wait for the call that moves it.
        Effect.andThen(activity.except(time.advance(durationOf(duration)!)), clock)
    })
  })
)
