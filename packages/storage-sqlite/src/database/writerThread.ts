/**
 * The writer's thread: makes the writes that it is asked for, together with those that have arrived by the time it gets to them.
 */
import * as Predicate from "effect/Predicate"
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads"
import { openNodeHost } from "../connection/NodeHost.ts"
import { FileChanges } from "../files/FileChanges.ts"
import { carryingHost, carryingOf } from "../lanes/CarriedLanes.ts"
import { showSuccesses, writeDownAll } from "../lanes/CarriedRows.ts"
import { eventsLogged } from "../lanes/SuccessLog.ts"
import { readLog, relieveLog } from "../lanes/SuccessRows.ts"
import { performWrite, type WriteName, type WriteOutput } from "../lanes/Writes.ts"
import { type Change, commitTogether } from "./GroupCommit.ts"
import type { Answer, Failure, FromThread, Request, ThreadData, ToThread } from "./ThreadMessages.ts"
import { WriteQueue } from "./WriteQueue.ts"

// our choice: a tool that reads the file holds a lock for moments.
const patience = 1000

const port = parentPort!
const { file } = workerData as ThreadData
const connection = openNodeHost(file, { patience })
const host = carryingHost(connection, eventsLogged)
const fileChanges = new FileChanges(file)
const queue = new WriteQueue()

const state = { isPaused: false, isClosing: false }

const send = (message: FromThread): void => port.postMessage(message)

const failureOf = (cause: unknown): Failure => ({
  message: cause instanceof Error ? cause.message : String(cause),
  errcode: Predicate.hasProperty(cause, "errcode") && typeof cause.errcode === "number" ? cause.errcode : undefined
})

const commit = (group: ReadonlyArray<Request>): void => {
  const answers: Array<Answer> = []
  const changeOf = ({ id, input, name }: Request): Change<WriteOutput<WriteName>> => ({
    apply: (on) => performWrite(on, name, input),
    committed: (result) => answers.push({ id, result }),
    failed: (cause) => answers.push({ id, failure: failureOf(cause) })
  })
  commitTogether(host, group.map(changeOf) as ReadonlyArray<Change>)
  // The check takes about a fortieth of the time of a commit of one event. What was written to a file that is gone must not be
  // accepted.
  send({ type: "answers", answers, areFilesUntouched: fileChanges.areNone(), carrying: carryingOf(host) })
}

/** Gives why something is still carried, or only logged. */
const writeDown = (change = writeDownAll): Failure | undefined => {
  if (!carryingOf(host).areAny) return undefined
  try {
    host.transaction(() => change(host))
    return undefined
  } catch (cause) {
    return failureOf(cause)
  }
}

const hear = (message: ToThread): void => {
  switch (message.type) {
    case "write":
      for (const request of message.requests) queue.add(request)
      return
    case "pause":
      state.isPaused = true
      return send({ type: "paused", failure: writeDown(), carrying: carryingOf(host) })
    case "resume":
      state.isPaused = false
      return
    case "close":
      state.isClosing = true
  }
}

const hearWhatIsThere = (): void => {
  for (let found = receiveMessageOnPort(port); found !== undefined; found = receiveMessageOnPort(port)) {
    hear(found.message as ToThread)
  }
}

readLog(host)
// Where there is no room for it, it stays in the log.
writeDown(showSuccesses)
send({ type: "ready", carrying: carryingOf(host) })

port.on("message", (message: ToThread) => {
  hear(message)
  hearWhatIsThere()
  while (!queue.isEmpty && !state.isPaused) {
    commit(queue.take())
    relieveLog(host)
    hearWhatIsThere()
  }
  if (!state.isClosing) return
  connection.close()
  port.close()
})
