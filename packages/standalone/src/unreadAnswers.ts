/** What callers do not read of their answers waits in memory. All of it together is bounded. */
import type { IncomingMessage, Server, ServerResponse } from "node:http"

// our choice: sixty-four of the largest pages, which are sent in no time to whoever reads them.
export const usualUnreadBytes = 256 * 1024 * 1024

const most = (left: ServerResponse, right: ServerResponse): number => right.writableLength - left.writableLength

/** Sent, or nobody is there any more. Of answers that waited for their turn, older Node.js says that of the connection alone. */
const isOver = ({ destroyed, req, writableFinished }: ServerResponse): boolean =>
  writableFinished || destroyed || req.socket.destroyed

/**
 * Breaks off the connections of those who have read least, until the rest is within bounds. It is looked at when a request
 * comes: without one nothing more is answered. Where many are open, not with each of them, which would cost as much as
 * answering: an eighth more may come first.
 */
export const boundUnreadAnswers = (server: Server, mostBytes: number): void => {
  const open = new Set<ServerResponse>()
  const breakOff = (unread: number): void => {
    let bytes = unread
    for (const response of [...open].toSorted(most)) {
      if (bytes <= mostBytes) return
      bytes -= response.writableLength
      response.destroy()
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
  const add = (_request: IncomingMessage, response: ServerResponse): void => {
    if (open.size >= lookAt) look()
    open.add(response)
  }
  // Of those who wait for a word before they send their body, Node.js tells only the second.
  server.on("request", add).on("checkContinue", add)
}
