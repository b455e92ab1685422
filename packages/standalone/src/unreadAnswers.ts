/** What callers do not read of their answers waits in memory. All of it together is bounded. */
import type { Server, ServerResponse } from "node:http"

export interface UnreadBounds {
  /** Bytes that may wait, of all answers together. */
  readonly mostBytes: number
  /** Milliseconds between two looks. */
  readonly every: number
}

// our choice: sixty-four of the largest pages, which are sent in no time to whoever reads them.
const usualBounds: UnreadBounds = { mostBytes: 256 * 1024 * 1024, every: 1000 }

/** Breaks off the connections of those who have read least, until the rest is within bounds. */
export const boundUnreadAnswers = (server: Server, { every, mostBytes }: UnreadBounds = usualBounds): void => {
  const open = new Set<ServerResponse>()
  server.on("request", (_request, response) => {
    open.add(response)
    response.once("close", () => open.delete(response))
  })
  const look = (): void => {
    let bytes = 0
    for (const { writableLength } of open) bytes += writableLength
    if (bytes <= mostBytes) return
    for (const response of [...open].toSorted((left, right) => right.writableLength - left.writableLength)) {
      if (bytes <= mostBytes) return
      bytes -= response.writableLength
      response.destroy()
    }
  }
  const timer = setInterval(look, every).unref()
  server.once("close", () => clearInterval(timer))
}
