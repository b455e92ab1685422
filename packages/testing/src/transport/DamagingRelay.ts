/** Stands between a sender and a receiver, and damages what the receiver says: its TLS as well. */
import { Effect, type Scope } from "effect"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { type Damage, damaged } from "../property/Damage.ts"

/** Gives the receiver's URL with the relay's port in it. The first piece that comes back is damaged, or the second one … */
export const relayTo = (
  url: string,
  { damage, piece }: { readonly damage: Damage; readonly piece: number }
): Effect.Effect<string, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.callback<{ readonly port: number; readonly close: () => void }>((resume) => {
        const sockets = new Set<Socket>()
        const keep = (socket: Socket): Socket => {
          sockets.add(socket)
          return socket.on("error", () => {}).on("close", () => sockets.delete(socket))
        }
        const server = createServer((sender) => {
          const receiver = keep(connect(Number(new URL(url).port), "127.0.0.1"))
          let pieces = 0
          keep(sender).pipe(receiver)
          receiver.on("data", (bytes: Uint8Array) => sender.write(pieces++ === piece ? damaged(bytes, damage) : bytes))
          receiver.on("close", () => sender.end())
          sender.on("close", () => receiver.destroy())
        })
        const close = () => {
          for (const socket of sockets) socket.destroy()
          server.close()
        }
        server.listen(0, "127.0.0.1", () =>
          resume(Effect.succeed({ port: (server.address() as AddressInfo).port, close }))
        )
      }),
      ({ close }) => Effect.sync(close)
    ),
    ({ port }) => url.replace(/:\d+\//, `:${port}/`)
  )
