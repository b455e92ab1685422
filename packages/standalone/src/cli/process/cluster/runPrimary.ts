/** The primary process: it starts the workers, replaces those that end, and serves nothing itself. */
import { Clock, Duration, Effect } from "effect"
import type { ServeSettings } from "../../../settings/Settings.ts"
import { CommandFailed } from "../../CommandFailed.ts"
import { logLayer } from "../launch.ts"
import type { Started } from "../welcome.ts"
import { makeSharedPort } from "./makeSharedPort.ts"
import { failuresAfter, pauseAfter } from "./pauseAfter.ts"
import { makeServingWorkers } from "./ServingWorkers.ts"
import { startWorker, type WorkerEnd, type WorkerProcess } from "./WorkerProcess.ts"

/** How a worker has run: undefined where it has never served. */
interface Run extends WorkerEnd {
  readonly servedFor?: Duration.Duration
}

const otherPort: WorkerEnd = { reason: "it listened on another port than the others", isItsOwnMessage: false }

const cannotStart = ({ isItsOwnMessage, reason }: WorkerEnd): CommandFailed =>
  new CommandFailed({ message: isItsOwnMessage ? reason : `A process of the service could not start: ${reason}` })

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
    const since = yield* Clock.currentTimeMillis
    workers.add(worker)
    yield* onServing(started, workers.count())
    const ended = yield* worker.ended
    return { ...ended, servedFor: Duration.millis((yield* Clock.currentTimeMillis) - since) }
  })

  const end = (worker: WorkerProcess) => {
    workers.remove(worker)
    if (workers.count() === 0) port.wasLeft()
    worker.stop()
    return worker.ended
  }

  return (number: number): Effect.Effect<Run> =>
    Effect.acquireUseRelease(
      Effect.suspend(() => startWorker({ number, port: port.next() }, workers.relay(number))),
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
        const pause = pauseAfter(failures)
        failures = failuresAfter(failures, ended.servedFor ?? Duration.zero)
        yield* Effect.logError("A process of the service ended, and is replaced").pipe(
          Effect.annotateLogs({ process: number, reason: ended.reason, after: Duration.format(pause) })
        )
        yield* Effect.sleep(pause)
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
