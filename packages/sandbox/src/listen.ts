/** A server on a free port of this machine, which keeps no process from ending. */
import { Effect, type Scope } from "effect"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"

/** Gives the origin of the server. Open connections are closed with the scope. */
export const listen = (answer: RequestListener): Effect.Effect<string, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer(answer)
      server.on("connection", (socket) => socket.unref())
      server.unref().listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  ).pipe(Effect.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`))
