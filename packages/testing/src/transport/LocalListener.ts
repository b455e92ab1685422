/** Listens on every address of this machine, and counts who connects. */
import { Effect, type Scope } from "effect"
import { type AddressInfo, createServer, type Server } from "node:net"

export interface LocalListener {
  readonly port: number
  readonly connections: () => number
}

/** An error where the machine has no such addresses. */
const listenOn = (server: Server, host: string): Effect.Effect<number, Error> =>
  Effect.callback<number, Error>((resume) => {
    server.once("error", (error) => resume(Effect.fail(error)))
    server.listen(0, host, () => resume(Effect.succeed((server.address() as AddressInfo).port)))
  })

export const makeLocalListener: Effect.Effect<LocalListener, never, Scope.Scope> = Effect.gen(function* () {
  let connections = 0
  const server = yield* Effect.acquireRelease(
    Effect.sync(() =>
      createServer((socket) => {
        connections++
        socket.on("error", () => {})
        socket.end("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
      })
    ),
    (server) => Effect.sync(() => server.close())
  )
  // A listener on IPv6 takes IPv4 too, where there is IPv6.
  const port = yield* listenOn(server, "::").pipe(
    Effect.catch(() => listenOn(server, "0.0.0.0")),
    Effect.orDie
  )
  return { port, connections: () => connections }
})
