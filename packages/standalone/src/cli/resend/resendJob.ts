/** A resend as a command sees it: the job is the service's, and goes on when the command is ended. */
import type { ResendId, ResendView } from "@sellerkit/core"
import { Effect, Exit, Fiber, Option } from "effect"
import { endsWhen } from "../Ending.ts"
import { pause } from "../connection/patiently.ts"

type Tell<R> = (resend: ResendView) => Effect.Effect<void, never, R>

// our choice: how long a command that is ended still waits for the answer.
const lastWait = "5 seconds"

/** When the command is ended before the answer has come, the job has begun all the same, and `left` is called with it. */
export const beginning = Effect.fnUntraced(function* <E, R, R2>(ask: Effect.Effect<ResendView, E, R>, left: Tell<R2>) {
  const asking = yield* Effect.forkDetach(ask)
  const answer = Effect.timeoutOption(Effect.interruptible(Fiber.await(asking)), lastWait)
  return yield* Effect.onInterrupt(Fiber.join(asking), () =>
    Effect.flatMap(answer, (exit) =>
      Option.isSome(exit) && Exit.isSuccess(exit.value)
        ? Effect.andThen(endsWhen("stopped"), left(exit.value.value))
        : Effect.void
    )
  )
})

/** Waits until the job has ended. When the command is ended first, the job goes on, and `left` is called with it. */
export const awaitEnd = Effect.fnUntraced(function* <E, R, R2>(
  begun: ResendView,
  ask: (id: ResendId) => Effect.Effect<ResendView, E, R>,
  draw: Tell<R2>,
  left: Tell<R2>
) {
  yield* endsWhen("stopped")
  let resend = begun
  const watch = Effect.gen(function* () {
    while (resend.state === "running") {
      yield* draw(resend)
      yield* Effect.sleep(pause)
      resend = yield* ask(resend.id)
    }
  })
  yield* Effect.onInterrupt(watch, () => left(resend))
  return resend
})
