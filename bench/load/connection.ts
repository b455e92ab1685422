/** A kept-alive HTTP/1.1 connection, for one request at a time. */
import { connect } from "node:net"
import { type HttpMessage, makeMessageReader } from "./httpMessages.ts"

export interface Connection {
  /** `request` is the whole message. */
  ask(request: string): Promise<HttpMessage>
  close(): void
}

export const openConnection = async (port: number): Promise<Connection> => {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true })
  let waiting: PromiseWithResolvers<HttpMessage> | undefined
  socket.on(
    "data",
    makeMessageReader((message) => {
      const answered = waiting
      waiting = undefined
      answered?.resolve(message)
    })
  )
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve)
    socket.once("error", reject)
  })
  const fail = () => waiting?.reject(new Error("The server closed the connection"))
  socket.on("error", fail)
  socket.on("close", fail)
  return {
    ask: (request) => {
      waiting = Promise.withResolvers()
      socket.write(request)
      return waiting.promise
    },
    close: () => socket.destroy()
  }
}
