/** Starts a worker. */
import { Effect } from "effect"
import cluster from "node:cluster"
import { reasonOf } from "../../output/reasonOf.ts"
import type { Place, ToPrimary } from "./messages.ts"
import { startedAs, type WorkerProcess } from "./WorkerProcess.ts"

/** The variable that tells a worker its place. */
export const placeVariable = "SELLERKIT_CLUSTER_PLACE"

/** Not even a process could be made, for lack of memory for instance. */
const neverStarted = (number: number, cause: unknown): WorkerProcess => ({
  number,
  serving: Effect.never,
  ended: Effect.succeed({ reason: reasonOf(cause), isItsOwnMessage: false, isInOrder: false }),
  tell: () => {},
  stop: () => {},
  kill: () => {}
})

/** `onMessage` gets what concerns other workers. */
export const startWorker = (place: Place, onMessage: (message: ToPrimary) => void): Effect.Effect<WorkerProcess> =>
  Effect.sync(() => {
    // Connections go to the workers in turn, on every system and whatever the environment says.
    cluster.schedulingPolicy = cluster.SCHED_RR
    try {
      return startedAs(cluster.fork({ [placeVariable]: JSON.stringify(place) }), place.number, onMessage)
    } catch (cause) {
      return neverStarted(place.number, cause)
    }
  })
