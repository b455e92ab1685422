/**
 * The loops of a dispatcher: one claims due lanes and hands them over to be sent, one settles how requests ended, one waits to be
 * woken, and one lets requests grow old.
 *
 * Outcomes that finish together are settled in one write, and lanes that are due together are claimed in one, so the cost
 * per event falls as the load grows. Neither waits for the other, so that the storage has work while requests are sent.
 */
import { type Cause, Clock, Duration, Effect, Latch, Option } from "effect"
import type { Account } from "../../access/Account.ts"
import { repeatForever } from "../../storage/repeatForever.ts"
import { isNoted, isStorageLost } from "../../storage/storageFailure.ts"
import { monotonicMillis, sleepUntil } from "../../time/monotonic.ts"
import { makeSending, type Sending } from "../flight/sending.ts"
import { DispatcherOptions } from "../policy/DispatcherOptions.ts"
import { DeliveryQueue } from "../queue/DeliveryQueue.ts"
import { makeClaim } from "./claim.ts"
import { makeSettle } from "./settle.ts"

// our choice: how often it is looked whether something has no place, in milliseconds.
const crowdCheck = 250

export interface DispatcherHealth {
  /** When it last looked for work and the storage answered, in milliseconds; undefined before the first time. */
  readonly lastPassAt: number | undefined
  readonly inFlight: number
  /** Accounts that have their whole share of lanes in flight; their others wait. */
  readonly fullAccounts: ReadonlyArray<Account>
  /** Whether it only waits: for answers, for something to happen, or for the next lane to be due. */
  readonly isIdle: boolean
}

/** How a dispatcher ends: requests in flight finish in the time there is, none begins, and what is not sent is given back. */
const makeStop = Effect.fnUntraced(function* <E>(sending: Sending, settle: Effect.Effect<void, E>) {
  const { stopWithin, storagePause } = yield* DispatcherOptions

  const complain = (cause: Cause.Cause<E>) =>
    isNoted(cause)
      ? Effect.void
      : Effect.logWarning("How requests ended could not be settled; it is tried again", cause)

  /** Repeats until it succeeds: the storage may come back before the time is over. */
  const settleAtLast: Effect.Effect<void, Cause.Cause<E>> = settle.pipe(
    Effect.sandbox,
    Effect.catch((cause) =>
      isStorageLost(cause)
        ? Effect.fail(cause)
        : Effect.andThen(complain(cause), Effect.andThen(Effect.sleep(storagePause), settleAtLast))
    )
  )

  const untilIdle = Effect.gen(function* () {
    yield* settleAtLast
    while (sending.underWay() > 0) {
      yield* sending.ended.await
      sending.ended.closeUnsafe()
      yield* settleAtLast
    }
  })

  return Effect.gen(function* () {
    sending.stop()
    yield* Effect.ignore(Effect.timeoutOption(untilIdle, stopWithin))
    yield* sending.abort
    yield* settle
  }).pipe(
    Effect.catch((error) => Effect.logWarning("What was in flight will be sent again: it could not be settled", error))
  )
})

const sooner = (one: Option.Option<Duration.Duration>, other: Option.Option<Duration.Duration>) =>
  Option.firstSomeOf([Option.zipWith(one, other, Duration.min), one, other])

/** Times in milliseconds, as `monotonicMillis` has them. */
const opensBefore = (latch: Latch.Latch, time: number): Effect.Effect<void> =>
  Effect.flatMap(monotonicMillis, (now) =>
    time <= now ? Effect.void : Effect.raceFirst(latch.await, sleepUntil(time))
  )

/** Counts the loops that only wait, of the two that claim and settle. */
const countIdle = () => ({
  loops: 0,
  during<A>(wait: Effect.Effect<A>): Effect.Effect<A> {
    return Effect.suspend(() => {
      this.loops += 1
      return Effect.ensuring(
        wait,
        Effect.sync(() => (this.loops -= 1))
      )
    })
  }
})

/** When there is something to do, although no request ends and nothing wakes the queue. */
const makeDue = Effect.fnUntraced(function* (sending: Sending) {
  const queue = yield* DeliveryQueue
  const { lanes } = sending
  let seenAt = Number.NEGATIVE_INFINITY
  /** What is missing: room for any lane, or for those of these accounts. */
  const lacking = () => ({ room: lanes.left === 0, full: lanes.accounts.full })
  /** When claims last looked. */
  let missing = lacking()
  const noteMissing = () => {
    missing = lacking()
  }

  /** How long until there is something to claim. */
  const claimsIn = Effect.suspend(() => (lanes.left > 0 ? queue.nextDue(lanes.accounts.full) : Effect.succeedNone))

  /** Where no other lane has room, those that have had theirs for long leave it as soon as something is due. */
  const lookAtCrowd = Effect.gen(function* () {
    const now = yield* monotonicMillis
    if (lanes.left > 0 || now - seenAt < crowdCheck) return
    seenAt = now
    sending.noteCrowd(Option.exists(yield* queue.nextDue(lanes.accounts.full), Duration.isZero))
  })

  return {
    noteMissing,
    /** Until when claims rest unless something wakes them, counted from before the question; infinite where nothing is to come. */
    restsUntil: Effect.gen(function* () {
      const askedAt = yield* monotonicMillis
      noteMissing()
      return Option.match(yield* claimsIn, {
        onNone: () => Infinity,
        onSome: (left) => askedAt + Duration.toMillis(left)
      })
    }),
    /** Whether what was missing may be there now. Where there is no room for any lane, some may have to leave (`lookAtCrowd`). */
    mayHaveRoom: () => missing.room || missing.full.some((account) => lanes.accounts.left(account) > 0),
    lookAtCrowd,
    /** How long until the dispatcher does something by itself. */
    nextDue: Effect.map(claimsIn, (due) => sooner(due, sending.beginsIn()))
  }
})

/**
 * Until nothing is under way or due, or until `enough` completes and what is under way has ended. Where the storage fails meanwhile,
 * what is under way ends like that as well, and how it ended is written if that is possible again: `stop` sees to that.
 */
const makeDrain =
  <E>(sending: Sending, untilDone: Effect.Effect<void, E>, beside: ReadonlyArray<Effect.Effect<unknown, E>>) =>
  (stop: Effect.Effect<void>) =>
  (enough: Effect.Effect<void>): Effect.Effect<void, E> =>
    Effect.andThen(
      Effect.sync(sending.resume),
      Effect.ensuring(Effect.raceAllFirst([untilDone, ...beside.map((work) => Effect.forever(work)), enough]), stop)
    )

export const makeLoops = Effect.gen(function* () {
  const queue = yield* DeliveryQueue
  const options = yield* DispatcherOptions
  const sending = yield* makeSending
  const settle = yield* makeSettle(sending)
  const claim = yield* makeClaim(sending)
  const stop = yield* makeStop(sending, settle)
  /** Opened when there may be something to claim. */
  const claimable = yield* Latch.make(false)
  let lastPassAt: number | undefined
  const due = yield* makeDue(sending)
  const idle = countIdle()

  /** Until something wakes the queue, there is room that was missing, or the next lane is due. */
  const awaitWork = Effect.gen(function* () {
    yield* due.lookAtCrowd
    const looksAt = (yield* monotonicMillis) + Duration.toMillis(options.idleCheck)
    const restsUntil = Math.min(looksAt, yield* due.restsUntil)
    yield* idle.during(opensBefore(claimable, restsUntil))
  })

  /** Nothing is under way or due. A claim may give nothing and leave more to do: it drops what can no longer be sent bit by bit. */
  const isDone = Effect.suspend(() =>
    sending.lanes.size > 0 || sending.unsettled.areAny
      ? Effect.succeed(false)
      : Effect.map(queue.nextDue([]), (due) => !Option.exists(due, Duration.isZero))
  )

  /** What happens from here on is a reason not to rest, also where it is looked whether everything is done before claiming. */
  const beginPass = Effect.sync(() => {
    due.noteMissing()
    claimable.closeUnsafe()
  })

  const claimDue = Effect.gen(function* () {
    const pause = yield* claim
    lastPassAt = yield* Clock.currentTimeMillis
    if (pause === undefined) yield* awaitWork
    else yield* opensBefore(claimable, (yield* monotonicMillis) + Duration.toMillis(pause))
  })

  const claimUntilDone = Effect.gen(function* () {
    while (!(yield* Effect.andThen(beginPass, isDone))) yield* claimDue
  })

  const settleEnded = Effect.gen(function* () {
    yield* idle.during(sending.ended.await)
    sending.ended.closeUnsafe()
    // What could not be settled is tried again, although nothing else ends.
    yield* Effect.onError(settle, () => sending.ended.open)
  })

  /** Where a settlement leaves something to claim, the storage says so. Otherwise a claim is tried where it may take more than before. */
  const claimForRoom = Effect.suspend(() => (due.mayHaveRoom() ? claimable.open : Effect.void))

  const wakeUp = Effect.andThen(queue.awaitWork, claimable.open)

  /** What goes on beside claiming and settling. */
  const beside = [wakeUp, sending.growOld]

  const keepAt = <E>(work: Effect.Effect<void, E>) =>
    repeatForever(work, "The dispatcher could not go on, and tries again", options.storagePause)

  return {
    sending,
    claimable,
    /** Each goes on for ever. */
    loops: [Effect.andThen(beginPass, claimDue), Effect.andThen(settleEnded, claimForRoom), ...beside].map(keepAt),
    // After each settlement it is looked whether that was the last one.
    drain: makeDrain(sending, claimUntilDone, [Effect.andThen(settleEnded, claimable.open), ...beside]),
    stop,
    health: Effect.sync((): DispatcherHealth => ({
      lastPassAt,
      inFlight: sending.underWay(),
      fullAccounts: sending.lanes.accounts.full,
      isIdle: idle.loops === 2 && !sending.unsettled.areAny
    })),
    nextDue: due.nextDue
  }
})
