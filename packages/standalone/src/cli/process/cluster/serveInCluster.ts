/** The service as several processes behind one port: this process is the primary one, or one of its workers. */
import { Effect, type Scope } from "effect"
import cluster from "node:cluster"
import type { ServeSettings } from "../../../settings/Settings.ts"
import { CommandFailed } from "../../CommandFailed.ts"
import type { Started } from "../welcome.ts"
import type { Place } from "./messages.ts"
import { runPrimary } from "./runPrimary.ts"
import { answerScrapes, asWorker, ownPlace, tellPrimary, wholeMetricsLayer } from "./worker.ts"

const isWorkerOfOthers =
  "This process is a worker of node:cluster already, and cannot start workers of its own. Leave --processes and SELLERKIT_PROCESSES out where another program starts several processes, or start sellerkit serve as a process of its own."

const sayStarted = (started: Started) => Effect.andThen(answerScrapes, tellPrimary({ kind: "serving", started }))

/** `serve` is what each worker does; it says when it serves. */
export const serveInCluster = <A, R, S>(
  settings: ServeSettings,
  announce: (started: Started) => Effect.Effect<void, never, R>,
  serve: (
    place: Place,
    say: (started: Started) => Effect.Effect<void, never, Scope.Scope>
  ) => Effect.Effect<A, CommandFailed, S>
): Effect.Effect<A | void, CommandFailed, R | S> => {
  const place = ownPlace()
  if (place === undefined) {
    return cluster.isWorker
      ? Effect.fail(new CommandFailed({ message: isWorkerOfOthers }))
      : runPrimary(settings, announce)
  }
  return serve(place, sayStarted).pipe(
    Effect.provide(wholeMetricsLayer(place)),
    Effect.annotateLogs("process", place.number),
    asWorker
  )
}
