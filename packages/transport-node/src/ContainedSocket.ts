/**
 * Keeps what a receiver sends from ending the process. Node.js calls the listeners of a socket outside of every fiber, so that no
 * code could catch what they throw. Here, what they throw fails the connection, and with it the request.
 */
import type { Socket } from "node:net"

/** What was thrown while a socket's bytes were dealt with: a defect of ours or of a library's, not the receiver's failure. */
export class SocketDefect extends Error {
  constructor(cause: unknown) {
    super("A listener of a receiver's socket has thrown", { cause })
  }
}

/** To be called before anything can happen on the socket. */
export const containDefects = (socket: Socket): void => {
  socket.emit = (event: string | symbol, ...values: ReadonlyArray<unknown>): boolean => {
    const listeners = socket.rawListeners(event)
    // Each listener by itself: the one that waits for the end of the connection has to hear of it.
    for (const listener of listeners) {
      try {
        Reflect.apply(listener, socket, values)
      } catch (thrown) {
        socket.destroy(new SocketDefect(thrown))
      }
    }
    // An error without a listener comes here as well, and does not end the process either.
    return listeners.length > 0
  }
}
