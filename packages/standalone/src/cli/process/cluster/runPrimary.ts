/** The primary process: it starts the workers, replaces those that end, and serves nothing itself. */
import { Clock, Duration, Effect, Fiber } from "effect"
import type { ServeSettings } from "../../../settings/Settings.ts"
import { CommandFailed } from "../../CommandFailed.ts"
import { logLayer } from "../launch.ts"
import type { Started } from "../welcome.ts"
import { makeSharedPort } from "./makeSharedPort.ts"
import { replacementAfter } from "./replacementAfter.ts"
import { makeServingWorkers } from "./ServingWorkers.ts"
import { startWorker } from "./startWorker.ts"
import type { WorkerEnd, WorkerProcess } from "./WorkerProcess.ts"

/** How a worker has run: undefined where it has never served. */
interface Run extends WorkerEnd {
  readonly servedFor?: Duration.Duration
}

const otherPort: WorkerEnd = {
  reason: "it listened on another port than the others",
  isItsOwnMessage: false,
  isInOrder: false
}

// our choice: a worker that stops in order takes less, a minute where the database says nothing meanwhile (stopping.ts).
const longestStop = Duration.seconds(90)

const cannotStart = ({ isItsOwnMessage, reason }: WorkerEnd): CommandFailed =>
  new CommandFailed({ message: isItsOwnMessage ? reason : `A process of the service could not start: ${reason}` })

/** One that hangs does not keep the others, and who waits for them, for ever. It runs aside, because a release has no limit. */
const killLate = (worker: WorkerProcess) =>
  Effect.sleep(longestStop).pipe(
    Effect.andThen(Effect.logError("A process of the service did not stop, and is killed")),
    Effect.annotateLogs("process", worker.number),
    Effect.andThen(Effect.sync(() => worker.kill())),
    Effect.interruptible,
    Effect.forkDetach
  )

/** Gives an effect that runs a worker of a number from its start to its end. */
const makeRun = (settings: ServeSettings, onServing: (started: Started, serving: number) => Effect.Effect<void>) => {
  const workers = makeServingWorkers()
  const port = makeSharedPort(settings.port)

  const serve = Effect.fnUntraced(function* (worker: WorkerProcess): Effect.fn.Return<Run> {
    const started = yield* Effect.raceFirst(worker.serving, worker.ended)
    if ("reason" in started) return started
    if (!port.isShared(started.api)) {
      worker.kill()
      return otherPort
    }
    const since = yield* Clock.monotonicTimeNanos
    workers.add(worker)
    yield* onServing(started, workers.count())
    const ended = yield* worker.ended
    return { ...ended, servedFor: Duration.nanos((yield* Clock.monotonicTimeNanos) - since) }
  })

  const end = Effect.fnUntraced(function* (worker: WorkerProcess) {
    workers.remove(worker.number)
    if (workers.count() === 0) port.wasLeft()
    worker.stop()
    const late = yield* killLate(worker)
    yield* worker.ended
    yield* Fiber.interrupt(late)
  })

  return (number: number): Effect.Effect<Run> =>
    Effect.acquireUseRelease(
      Effect.suspend(() => startWorker({ number, port: port.next() }, (message) => workers.take(number, message))),
      serve,
      end
    )
}

/** `announce` is run once, when all workers serve. Until then one that cannot start ends the command: somebody looks at it. */
const runWorkers = <R>(settings: ServeSettings, announce: (started: Started) => Effect.Effect<void, never, R>) =>
  Effect.gen(function* () {
    const { processes } = settings
    const context = yield* Effect.context<R>()
    let areAllStarted = false

    const run = makeRun(settings, (started, serving) => {
      if (areAllStarted || serving < processes) return Effect.void
      areAllStarted = true
      return Effect.provide(announce({ ...started, processes }), context)
    })

    const keep = Effect.fnUntraced(function* (number: number): Effect.fn.Return<never, CommandFailed> {
      for (let failures = 0; ;) {
        const ended = yield* run(number)
        if (!areAllStarted && ended.servedFor === undefined) return yield* cannotStart(ended)
        const replacement = replacementAfter(failures, ended.servedFor ?? Duration.zero)
        failures = replacement.failures
        const noted = ended.isInOrder
          ? Effect.logInfo("A process of the service was stopped, and is replaced")
          : Effect.logError("A process of the service ended, and is replaced")
        yield* noted.pipe(
          Effect.annotateLogs({ process: number, reason: ended.reason, after: Duration.format(replacement.pause) })
        )
        yield* Effect.sleep(replacement.pause)
      }
    })

    const numbers = Array.from({ length: processes }, (_, index) => index + 1)
    // When this is interrupted, each worker is told to stop, and waited for.
    yield* Effect.forEach(numbers, keep, { concurrency: "unbounded", discard: true })
  })

export const runPrimary = <R>(
  settings: ServeSettings,
  announce: (started: Started) => Effect.Effect<void, never, R>
): Effect.Effect<void, CommandFailed, R> => Effect.provide(runWorkers(settings, announce), logLayer(settings.profile))
