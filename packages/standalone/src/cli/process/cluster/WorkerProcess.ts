/** A worker as the primary process sees it: it is started, serves, and ends. */
import { Deferred, Effect, Predicate } from "effect"
import cluster from "node:cluster"
import type { Started } from "../welcome.ts"
import type { Place, ToPrimary, ToWorker } from "./messages.ts"

export interface WorkerProcess {
  readonly number: number
  /** When it serves: what there is to say of it. */
  readonly serving: Effect.Effect<Started>
  /** When it has ended: why, and whether that is in its own words. */
  readonly ended: Effect.Effect<WorkerEnd>
  /** Nothing happens where it has ended. */
  tell(message: ToWorker): void
  /** It finishes what it does, and ends. It does the same when this process dies. */
  stop(): void
  kill(): void
}

export interface WorkerEnd {
  readonly reason: string
  readonly isItsOwnMessage: boolean
}

/** The variable that tells a worker its place. */
export const placeVariable = "SELLERKIT_CLUSTER_PLACE"

/** `onMessage` gets what concerns other workers. */
export const startWorker = (
  place: Place,
  onMessage: (message: ToPrimary & { readonly kind: "ask" | "metrics" }) => void
): Effect.Effect<WorkerProcess> =>
  Effect.sync(() => {
    const worker = cluster.fork({ [placeVariable]: JSON.stringify(place) })
    const serving = Deferred.makeUnsafe<Started>()
    const ended = Deferred.makeUnsafe<WorkerEnd>()
    const end = (reason: string, isItsOwnMessage = false) =>
      Deferred.doneUnsafe(ended, Effect.succeed({ reason, isItsOwnMessage }))
    let failure: string | undefined
    worker.on("message", (message: ToPrimary) => {
      if (message.kind === "started") Deferred.doneUnsafe(serving, Effect.succeed(message.started))
      else if (message.kind === "failed") failure = message.message
      else onMessage(message)
    })
    worker.process.once("exit", (code, signal) => {
      if (failure !== undefined) end(failure, true)
      else end(code === null ? `it was ended by ${signal}` : `it ended with exit code ${code}`)
    })
    // Without a process there is no exit. Other errors are those of a channel whose other end is gone: it ends.
    worker.on("error", (error) => {
      if (worker.process.pid === undefined) end(Predicate.isError(error) ? error.message : String(error))
    })
    return {
      number: place.number,
      serving: Deferred.await(serving),
      ended: Deferred.await(ended),
      tell: (message) => {
        if (worker.isConnected()) worker.send(message, () => {})
      },
      stop: () => {
        if (worker.isConnected()) worker.process.disconnect()
      },
      kill: () => void worker.process.kill("SIGKILL")
    }
  })
