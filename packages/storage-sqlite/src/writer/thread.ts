/** The writer's thread: writes what it is asked, together with what else has arrived by the time it gets to it. */
import { Predicate } from "effect"
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads"
import { Untouched } from "../files/Untouched.ts"
import { type Change, commitTogether } from "../GroupCommit.ts"
import { openNodeHost } from "../NodeHost.ts"
import { performWrite, type WriteName, type WriteOutput } from "../Writes.ts"
import type { Answer, Failure, FromThread, Request, ThreadData, ToThread } from "./Messages.ts"
import { WriteQueue } from "./WriteQueue.ts"

// our choice: whoever looks into the file with a tool of their own has a lock for moments.
const patience = 1000

const port = parentPort!
const { file } = workerData as ThreadData
const host = openNodeHost(file, { patience })
const untouched = new Untouched(file)
const queue = new WriteQueue()

// our choice: milliseconds. Single events, one after the other, are written 3 % slower where each commit asks. What is accepted
// so soon after a file was deleted is as lost as what was accepted right before.
const askEvery = 5

const state = { isPaused: false, isClosing: false, askedAt: 0 }

const send = (message: FromThread): void => port.postMessage(message)

const failureOf = (cause: unknown): Failure => ({
  message: cause instanceof Error ? cause.message : String(cause),
  errcode: Predicate.hasProperty(cause, "errcode") && typeof cause.errcode === "number" ? cause.errcode : undefined
})

/** Whether the files are as they were at the commit before. */
const askUntouched = (): boolean => {
  const now = performance.now()
  if (now - state.askedAt < askEvery) return true
  state.askedAt = now
  return untouched.ask()
}

const commit = (group: ReadonlyArray<Request>): void => {
  const answers: Array<Answer> = []
  const changeOf = ({ id, input, name }: Request): Change<WriteOutput<WriteName>> => ({
    apply: (on) => performWrite(on, name, input),
    committed: (result) => answers.push({ id, result }),
    failed: (cause) => answers.push({ id, failure: failureOf(cause) })
  })
  commitTogether(host, group.map(changeOf) as ReadonlyArray<Change>)
  send({ type: "answers", answers, areFilesUntouched: askUntouched() })
}

const hear = (message: ToThread): void => {
  switch (message.type) {
    case "write":
      for (const request of message.requests) queue.add(request)
      return
    case "pause":
      state.isPaused = true
      return send({ type: "paused" })
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

send({ type: "ready" })

port.on("message", (message: ToThread) => {
  hear(message)
  hearWhatIsThere()
  while (!queue.isEmpty && !state.isPaused) {
    commit(queue.take())
    hearWhatIsThere()
  }
  if (!state.isClosing) return
  host.close()
  port.close()
})
