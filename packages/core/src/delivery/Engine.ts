/**
 * What delivers: claims due lanes, sends each lane's batch in requests, one after the other, settles how they ended.
 *
 * Outcomes that finish together are settled in one write, and lanes that are due together are claimed in one, so the cost
 * per event falls as the load grows. Neither waits for the other, so that the storage has work while requests are sent.
 */
import { Clock, Duration, Effect, Latch, Option } from "effect"
import type { Account } from "../access/Account.ts"
import { repeatForever } from "../storage/repeatForever.ts"
import { makeClaim } from "./Claiming.ts"
import { DeliveryQueue } from "./DeliveryQueue.ts"
import { DispatcherOptions } from "./DispatcherOptions.ts"
import { IdleWorkers } from "./IdleWorkers.ts"
import { makeSending } from "./Sending.ts"
import { makeSettle } from "./Settling.ts"
import { makeStop } from "./Stopping.ts"

export interface DispatcherHealth {
  /** When it last looked for work and the storage answered, in milliseconds; undefined before the first time. */
  readonly lastPassAt: number | undefined
  readonly inFlight: number
  /** Accounts that have their whole share of requests in flight; their other lanes wait. */
  readonly fullAccounts: ReadonlyArray<Account>
  /** Whether it only waits: for answers, for something to happen, or for the next lane to be due. */
  readonly isIdle: boolean
}

const opensWithin = (latch: Latch.Latch, longest: Duration.Duration): Effect.Effect<unknown> =>
  Duration.isZero(longest) ? Effect.void : Effect.timeoutOption(latch.await, longest)

export const makeEngine = Effect.gen(function* () {
  const queue = yield* DeliveryQueue
  const options = yield* DispatcherOptions
  const sending = yield* makeSending
  const settle = yield* makeSettle(sending)
  const claim = yield* makeClaim(sending)
  const stop = yield* makeStop(sending, settle)
  /** Opened when there may be something to claim. */
  const claimable = yield* Latch.make(false)
  let lastPassAt: number | undefined
  /** The fibers that claim and settle. */
  const idleWorkers = new IdleWorkers(2)
  const noteThePass = Effect.map(Clock.currentTimeMillis, (now) => (lastPassAt = now))

  /** Until outcomes are settled, something wakes the queue, or the next lane is due. */
  const awaitWork = Effect.gen(function* () {
    const due = sending.capacity.left === 0 ? Option.none() : yield* queue.nextDue(sending.capacity.shares().full)
    const sleep = Duration.min(
      Option.getOrElse(due, () => options.idleCheck),
      options.idleCheck
    )
    yield* idleWorkers.during(opensWithin(claimable, sleep))
  })

  /** Nothing is under way or due. A claim may give nothing and leave more to do: it drops what can no longer be sent bit by bit. */
  const isDone = Effect.suspend(() =>
    sending.inFlight.size > 0 || sending.endedRequests.areAny
      ? Effect.succeed(false)
      : Effect.map(queue.nextDue([]), (due) => !Option.exists(due, Duration.isZero))
  )

  /** What happens from here on is a reason not to rest, also where it is looked whether everything is done before claiming. */
  const beginPass = Effect.sync(() => claimable.closeUnsafe())

  const claimDue = Effect.gen(function* () {
    const pause = yield* claim
    yield* noteThePass
    yield* pause === undefined ? awaitWork : opensWithin(claimable, pause)
  })

  const claimUntilDone = Effect.gen(function* () {
    while (!(yield* Effect.andThen(beginPass, isDone))) yield* claimDue
  })

  const settleEnded = Effect.gen(function* () {
    yield* idleWorkers.during(sending.ended.await)
    sending.ended.closeUnsafe()
    // What could not be settled is tried again, although nothing else ends.
    yield* Effect.onError(settle, () => sending.ended.open)
    yield* claimable.open
  })

  const wakeUp = Effect.andThen(queue.awaitWork, claimable.open)

  const keepAt = <E>(work: Effect.Effect<void, E>) =>
    repeatForever(work, "The dispatcher could not go on, and tries again", options.storagePause)

  return {
    sending,
    claimable,
    /** Each goes on for ever. */
    loops: [keepAt(Effect.andThen(beginPass, claimDue)), keepAt(settleEnded), keepAt(wakeUp)],
    /**
     * Until nothing is under way or due, or until `enough` completes and what is under way has ended. Where the storage fails
     * meanwhile, what is under way ends like that as well, and how it ended is written if that is possible again.
     */
    drain: (enough: Effect.Effect<void>) =>
      Effect.ensuring(
        Effect.raceAllFirst([claimUntilDone, Effect.forever(settleEnded), Effect.forever(wakeUp), enough]),
        stop
      ),
    stop,
    health: Effect.sync((): DispatcherHealth => ({
      lastPassAt,
      inFlight: sending.inFlight.size,
      fullAccounts: sending.capacity.shares().full,
      isIdle: idleWorkers.areAll && !sending.endedRequests.areAny
    }))
  }
})
