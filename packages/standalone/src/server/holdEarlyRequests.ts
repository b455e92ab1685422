/**
 * A server listens before the service behind it is put together. A request that comes in between would never be answered, and hold its
 * caller until the connection has been silent for too long: it waits for the service instead.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http"

export const holdEarlyRequests = (server: Server): void => {
  const early: Array<readonly [request: IncomingMessage, response: ServerResponse]> = []
  const hold = (request: IncomingMessage, response: ServerResponse): void => void early.push([request, response])
  const release = (event: string | symbol): void => {
    if (event !== "request") return
    server.off("newListener", release)
    server.off("request", hold)
    // Who listens is there only behind this event.
    process.nextTick(() => {
      for (const [request, response] of early) if (!response.destroyed) server.emit("request", request, response)
    })
  }
  server.on("request", hold)
  server.on("newListener", release)
}
