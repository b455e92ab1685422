/** What a service has to let itself be watched at, so that simulated time knows when nothing more can happen. */
import { ResendStore, type ResendId, Transport } from "@sellerkit/core"
import { defaultDispatcherOptions, DispatcherOptions } from "@sellerkit/core/delivery"
import { Duration, Effect, Latch, Layer, Option } from "effect"
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

/** Nothing happens unless something makes it happen: no looking for work without a reason, no waiting at the end. */
export const quietDispatcher = Layer.succeed(DispatcherOptions, {
  ...defaultDispatcherOptions,
  idleCheck: Duration.infinity,
  stopWithin: Duration.zero
})

/** Jobs that send again, of which there may be one in another process: here there is none, and nobody looks every second. */
export const quietResends = Layer.effect(
  ResendStore,
  Effect.gen(function* () {
    const store = yield* ResendStore
    const running = new Set<ResendId>()
    const begun = yield* Latch.make(false)
    const ended = (id: ResendId) =>
      Effect.sync(() => {
        running.delete(id)
        if (running.size === 0) begun.closeUnsafe()
      })
    return ResendStore.of({
      ...store,
      insert: (resend, entry) =>
        Effect.tap(store.insert(resend, entry), ({ id }) => {
          running.add(id)
          return begun.open
        }),
      step: (most) =>
        Effect.tap(Effect.andThen(begun.await, store.step(most)), (stepped) =>
          Option.isSome(stepped) && stepped.value.state !== "running" ? ended(stepped.value.id) : Effect.void
        ),
      cancel: (account, id, entry) => Effect.tap(store.cancel(account, id, entry), () => ended(id))
    })
  })
)
