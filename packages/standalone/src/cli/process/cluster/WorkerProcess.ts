/** A worker as the primary process sees it: it is started, serves, and ends. */
import { Deferred, Effect, Option, Schema } from "effect"
import type { Worker } from "node:cluster"
import { reasonOf } from "../../output/reasonOf.ts"
import type { Started } from "../welcome.ts"
import { ToPrimary, type ToWorker } from "./messages.ts"

export interface WorkerProcess {
  readonly number: number
  /** When it serves: what there is to say of it. */
  readonly serving: Effect.Effect<Started>
  /** When it has ended: why. */
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
  /** Whether it ended as one does that was told to. */
  readonly isInOrder: boolean
}

const decodeMessage = Schema.decodeUnknownOption(ToPrimary)

/** `onMessage` gets what concerns other workers. */
export const startedAs = (worker: Worker, number: number, onMessage: (message: ToPrimary) => void): WorkerProcess => {
  const serving = Deferred.makeUnsafe<Started>()
  const ended = Deferred.makeUnsafe<WorkerEnd>()
  let ownReason: string | undefined
  let isOnline = false
  // One that could not start ends as if it was told to.
  const end = (reason: string, isToldTo = false) => {
    const isItsOwnMessage = ownReason !== undefined
    const isInOrder = isToldTo && !isItsOwnMessage
    Deferred.doneUnsafe(ended, Effect.succeed({ reason: ownReason ?? reason, isItsOwnMessage, isInOrder }))
  }
  worker.once("online", () => (isOnline = true))
  worker.on("message", (given: unknown) => {
    const message = Option.getOrUndefined(decodeMessage(given))
    if (message === undefined) return
    if (message.kind === "serving") Deferred.doneUnsafe(serving, Effect.succeed(message.started))
    else if (message.kind === "cannotStart") ownReason = message.message
    else onMessage(message)
  })
  worker.process.once("exit", (code, signal) =>
    end(code === null ? `it was ended by ${signal}` : `it ended with exit code ${code}`, code === 0)
  )
  // Without a process there is no exit. Other errors are those of a channel whose other end is gone: it ends.
  worker.on("error", (cause) => {
    if (worker.process.pid === undefined) end(reasonOf(cause))
  })
  return {
    number,
    serving: Deferred.await(serving),
    ended: Deferred.await(ended),
    tell: (message) => {
      if (worker.isConnected()) worker.send(message, () => {})
    },
    stop: () => {
      if (!worker.isConnected()) return
      if (isOnline) worker.process.disconnect()
      // Node.js says that it is online over the same channel first, and ends the worker with an error where that cannot be said.
      else worker.once("online", () => worker.process.disconnect())
    },
    kill: () => void worker.process.kill("SIGKILL")
  }
}
