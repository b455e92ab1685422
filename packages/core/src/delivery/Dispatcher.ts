/**
 * Delivers what waits: claims due lanes, sends each lane's batch as one request, settles how the requests ended.
 *
 * Outcomes that finish together are settled in one write, and lanes that are due together are claimed in one, so the cost
 * per event falls as the load grows.
 */
import { Clock, Context, Duration, Effect, Fiber, Layer, Option } from "effect"
import type { Mac, SecureRandom } from "effect/crypto"
import type { Account } from "../access/Account.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { untiring } from "../storage/untiring.ts"
import type { Transport } from "../transport/Transport.ts"
import type { OperationalEvents } from "../webhooks/OperationalEvents.ts"
import type { Webhooks } from "../webhooks/Webhooks.ts"
import { DeliveryQueue } from "./DeliveryQueue.ts"
import { DispatcherOptions } from "./DispatcherOptions.ts"
import { makePass } from "./Pass.ts"
import { makeSending } from "./Sending.ts"
import { makeSettle } from "./Settling.ts"

export interface DispatcherHealth {
  /** When it last looked for work and the storage answered, in milliseconds; undefined before the first time. */
  readonly lastPassAt: number | undefined
  readonly inFlight: number
  /** Accounts that have their whole share of requests in flight; their other lanes wait. */
  readonly fullAccounts: ReadonlyArray<Account>
}

type Requirements = DeliveryQueue | Mac.Mac | OperationalEvents | SecureRandom.SecureRandom | Transport | Webhooks

const makeEngine = Effect.gen(function* () {
  const queue = yield* DeliveryQueue
  const options = yield* DispatcherOptions
  const sending = yield* makeSending
  const settle = yield* makeSettle(sending)
  const pass = yield* makePass(sending, settle)
  let lastPassAt: number | undefined
  const noteThePass = Effect.map(Clock.currentTimeMillis, (now) => {
    lastPassAt = now
  })

  /** Until a request ends, something wakes the queue, or the next lane is due. */
  const awaitWork = Effect.gen(function* () {
    const full = sending.inFlight.size >= options.concurrency
    const due = full ? Option.none() : yield* queue.nextDue(sending.shares().full)
    const sleep = Duration.min(
      Option.getOrElse(due, () => options.idleCheck),
      options.idleCheck
    )
    yield* Effect.timeoutOption(sending.progress.await, sleep)
  })

  /** A claim may give nothing and leave more to do: it drops what can no longer be sent bit by bit. */
  const isDue = Effect.gen(function* () {
    const due = yield* queue.nextDue([])
    return Option.isSome(due) && Duration.isZero(due.value)
  })

  const untilIdle = Effect.gen(function* () {
    while (sending.inFlight.size > 0) {
      yield* sending.progress.await
      sending.progress.closeUnsafe()
      yield* settle
    }
  })

  const keepAt = <E>(work: Effect.Effect<void, E>) =>
    untiring(work, "The dispatcher could not go on, and tries again", options.storagePause)

  return {
    run: keepAt(pass.pipe(Effect.andThen(noteThePass), Effect.andThen(awaitWork))),
    listen: keepAt(Effect.andThen(queue.awaitWork, sending.progress.open)),
    drain: Effect.gen(function* () {
      for (;;) {
        yield* pass
        if (!sending.isIdle()) yield* sending.progress.await
        else if (!(yield* isDue)) return
      }
    }),
    /** Lets requests in flight finish in the time there is, and gives the others back. */
    stop: Effect.gen(function* () {
      yield* Effect.timeoutOption(untilIdle, options.stopWithin)
      const unfinished = [...sending.inFlight].map(({ lease }) => lease)
      yield* sending.abort
      yield* settle
      if (unfinished.length > 0) yield* queue.release(unfinished)
    }).pipe(
      Effect.catch((error) =>
        Effect.logWarning("What was in flight will be sent again: it could not be settled", error)
      )
    ),
    health: Effect.sync((): DispatcherHealth => ({
      lastPassAt,
      inFlight: sending.inFlight.size,
      fullAccounts: sending.shares().full
    }))
  }
})

export class Dispatcher extends Context.Service<Dispatcher, { readonly health: Effect.Effect<DispatcherHealth> }>()(
  "@sellerkit/core/delivery/Dispatcher"
) {
  /** Runs until the layer's scope closes, and then stops in order. */
  static readonly layer: Layer.Layer<Dispatcher, never, Requirements> = Layer.effect(
    Dispatcher,
    Effect.gen(function* () {
      const engine = yield* makeEngine
      yield* Effect.acquireRelease(
        Effect.all([Effect.forkDetach(engine.run), Effect.forkDetach(engine.listen)]),
        (fibers) => Effect.andThen(Fiber.interruptAll(fibers), engine.stop)
      )
      return Dispatcher.of({ health: engine.health })
    })
  )

  /**
   * Delivers everything that is due, and completes when nothing is: for platforms that call when it is time, such as the
   * alarm of a Durable Object.
   */
  static readonly drain: Effect.Effect<void, StorageError, Requirements> = Effect.scoped(
    Effect.flatMap(makeEngine, (engine) => engine.drain)
  )
}
