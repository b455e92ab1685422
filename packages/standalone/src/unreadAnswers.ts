/** What callers do not read of their answers waits in memory. All of it together is bounded. */
import type { Server, ServerResponse } from "node:http"

// our choice: sixty-four of the largest pages, which are sent in no time to whoever reads them.
const usualBytes = 256 * 1024 * 1024

const most = (left: ServerResponse, right: ServerResponse): number => right.writableLength - left.writableLength

/**
 * Breaks off the connections of those who have read least, until the rest is within bounds. It is looked at whenever a request
 * comes: without one nothing more is answered.
 */
export const boundUnreadAnswers = (server: Server, mostBytes: number = usualBytes): void => {
  const open = new Set<ServerResponse>()
  const breakOff = (unread: number): void => {
    let bytes = unread
    for (const response of [...open].toSorted(most)) {
      if (bytes <= mostBytes) return
      bytes -= response.writableLength
      response.destroy()
    }
  }
  server.on("request", (_request, response) => {
    let bytes = 0
    for (const answer of open) {
      if (answer.writableFinished || answer.destroyed) open.delete(answer)
      else bytes += answer.writableLength
    }
    if (bytes > mostBytes) breakOff(bytes)
    open.add(response)
  })
}
