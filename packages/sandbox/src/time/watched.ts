/** The parts of a service that have to be watched, so that simulated time knows when nothing more can happen. */
import { HeartbeatRule, RetentionInterval, Transport } from "@sellerkit/core"
import { defaultDispatcherOptions, DispatcherOptions } from "@sellerkit/core/delivery"
import { JobIdleCheck } from "@sellerkit/core/service"
import { Duration, Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { Instruments } from "./Instruments.ts"

/** Requests to receivers. */
export const watchedTransport = Layer.effect(
  Transport,
  Effect.gen(function* () {
    const transport = yield* Transport
    const { activity } = yield* Instruments
    return Transport.of({ ...transport, post: (request) => activity.whileSending(request, transport.post(request)) })
  })
)

/** Calls of the API, among the routes that answer them. */
export const watchedCalls = HttpRouter.middleware(
  Effect.map(
    Instruments,
    ({ activity }) =>
      <A, E, R>(call: Effect.Effect<A, E, R>) =>
        activity.during(call)
  ),
  { global: true }
)

/**
 * Nothing happens unless something makes it happen: no looking for work without a reason, no waiting at the end. What is too old is
 * looked for, and the dispatcher says that it is alive, as seldom as time that passes quickly allows.
 */
export const quietBackground = Layer.mergeAll(
  Layer.succeed(DispatcherOptions, {
    ...defaultDispatcherOptions,
    idleCheck: Duration.infinity,
    stopWithin: Duration.zero
  }),
  Layer.succeed(JobIdleCheck, Duration.infinity),
  // our choice: periods are days.
  Layer.succeed(RetentionInterval, Duration.hours(6)),
  Layer.succeed(HeartbeatRule, {
    every: Duration.hours(6),
    aliveFor: Duration.hours(18),
    forgottenAfter: Duration.days(7)
  })
)
