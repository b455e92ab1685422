/** Says that a dispatcher is alive, for as long as it runs. Whatever becomes of that, delivery goes on. */
import { Duration, Effect, Fiber, type Scope } from "effect"
import { SecureRandom } from "effect/crypto"
import { repeatForever } from "../storage/repeatForever.ts"
import { DispatcherName } from "./DispatcherName.ts"
import { DispatcherStore } from "./DispatcherStore.ts"
import { HeartbeatRule } from "./HeartbeatRule.ts"
import { DispatcherId } from "./RunningDispatcher.ts"

// our choice: a storage that is away keeps no process from ending. The others see a little later that it is gone.
const removedWithin = Duration.seconds(2)

/** Until the scope closes. Then the dispatcher is gone at once. */
export const heartbeat: Effect.Effect<void, never, DispatcherStore | Scope.Scope | SecureRandom.SecureRandom> =
  Effect.gen(function* () {
    const store = yield* DispatcherStore
    const { every, forgottenAfter } = yield* HeartbeatRule
    const id = DispatcherId.make(yield* (yield* SecureRandom.SecureRandom).uuidV7())
    // One that is under way when the dispatcher ends must not be written after the dispatcher was removed.
    const note = Effect.uninterruptible(store.note({ id, name: yield* DispatcherName }, forgottenAfter))
    yield* Effect.acquireRelease(
      Effect.forkDetach(
        repeatForever(
          Effect.andThen(note, Effect.sleep(every)),
          "The heartbeat of the dispatcher could not be written; it is tried again",
          every
        )
      ),
      (beating) =>
        Effect.andThen(Fiber.interrupt(beating), store.remove(id)).pipe(
          Effect.timeoutOption(removedWithin),
          Effect.ignoreCause
        )
    )
  })
