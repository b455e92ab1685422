/** What callers do not read of their answers waits in memory. All of it together is bounded. */
import type { IncomingMessage, ServerResponse } from "node:http"
import { OneWriteResponse } from "./oneWrite.ts"

// our choice: sixty-four of the largest pages, which are sent in no time to whoever reads them.
export const usualUnreadBytes = 256 * 1024 * 1024

const most = (left: ServerResponse, right: ServerResponse): number => right.writableLength - left.writableLength

/** Sent, or nobody is there any more. Of answers that waited for their turn, older Node.js says that of the connection alone. */
const isOver = ({ destroyed, req, writableFinished }: ServerResponse): boolean =>
  writableFinished || destroyed || req.socket.destroyed

/**
 * Makes what adds an answer to those that are open, and breaks off the connections of those who have read least, until the
 * rest is within bounds. They are looked at when one is added: without one nothing more is sent. Where many are open, not with
 * each, which would cost as much as answering: an eighth more may come first.
 */
const boundedAnswers = (mostBytes: number): ((answer: ServerResponse) => void) => {
  const open = new Set<ServerResponse>()
  const breakOff = (unread: number): void => {
    let bytes = unread
    for (const answer of [...open].toSorted(most)) {
      if (bytes <= mostBytes) return
      bytes -= answer.writableLength
      answer.destroy()
    }
  }
  let lookAt = 0
  const look = (): void => {
    let bytes = 0
    for (const answer of open) {
      if (isOver(answer)) open.delete(answer)
      else bytes += answer.writableLength
    }
    if (bytes > mostBytes) breakOff(bytes)
    lookAt = open.size + Math.floor(open.size / 8)
  }
  let newest: ServerResponse | undefined
  return (answer) => {
    // Most are over by the time of the next one.
    if (newest !== undefined && !isOver(newest)) open.add(newest)
    newest = answer
    if (open.size > 0 && open.size >= lookAt) look()
  }
}

/** Answers of a server whose callers leave no more than so many bytes unread. Node.js makes one for each request, whatever it asks for. */
export const boundedResponse = (mostBytes: number): typeof ServerResponse<IncomingMessage> => {
  const add = boundedAnswers(mostBytes)
  return class extends OneWriteResponse {
    constructor(...given: ConstructorParameters<typeof OneWriteResponse>) {
      super(...given)
      add(this)
    }
  }
}
