/**
 * A server that stops accepts no further connection, but those that it has stay open as long as their callers send requests, until
 * nobody is left to answer. So each answer that ends from then on is the last one of its connection.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http"

type Responses = typeof ServerResponse<IncomingMessage>

/** Class of the answers of a server, given when there is one. */
export const lastAnswers = (Response: Responses, serverOf: () => Server): Responses =>
  class extends Response {
    override writeHead(...given: ReadonlyArray<unknown>): this {
      // Callers send nothing more over a connection of which they are told so.
      if (!serverOf().listening) this.shouldKeepAlive = false
      return super.writeHead(...(given as [number]))
    }

    override end(...given: ReadonlyArray<unknown>): this {
      super.end(...(given as [unknown]))
      const server = serverOf()
      // Its head may have left before.
      if (!server.listening || this.writableLength > 0) {
        this.once("finish", () => {
          if (!server.listening) server.closeIdleConnections()
        })
      }
      return this
    }
  }

const refuse = (_request: IncomingMessage, response: ServerResponse): void => {
  response.writeHead(503, { connection: "close" }).end()
}

/** A request that comes after the service has gone is refused: it would wait for an answer until the process has ended. */
export const refuseLateRequests = (server: Server): void => {
  let hasListened = false
  server.once("listening", () => {
    hasListened = true
  })
  server.on("removeListener", (event) => {
    const isGone = event === "request" && hasListened && !server.listening && server.listenerCount("request") === 0
    if (isGone) server.on("request", refuse)
  })
}
