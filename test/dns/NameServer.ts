/** A name server of the test's own, over UDP and TCP: it answers with whatever bytes it is told to. */
import { Effect, type Scope } from "effect"
import { decode, type DecodedPacket } from "dns-packet"
import { createSocket, type Socket as UdpSocket } from "node:dgram"
import { once } from "node:events"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"

export interface Query {
  readonly packet: DecodedPacket
  readonly over: "tcp" | "udp"
}

/** Packets in answer to one query, in order. Over TCP a text ends the connection in its place. */
export type AnswerQuery = (query: Query) => ReadonlyArray<Uint8Array | "close">

export interface NameServer {
  /** Its address and port, as a resolver takes them. */
  readonly address: string
}

const answerOverUdp = (socket: UdpSocket, answer: AnswerQuery): void => {
  socket.on("message", (message, { address, port }) => {
    for (const bytes of answer({ packet: decode(message), over: "udp" })) {
      if (bytes !== "close") socket.send(bytes, port, address)
    }
  })
}

/** Over TCP each packet follows its length. */
const framed = (bytes: Uint8Array): Uint8Array => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

const answerOverTcp = (socket: Socket, answer: AnswerQuery): void => {
  let received = Buffer.alloc(0)
  socket.on("error", () => {})
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
      const end = 2 + received.readUInt16BE(0)
      const packet = decode(received.subarray(2, end))
      received = received.subarray(end)
      for (const bytes of answer({ packet, over: "tcp" })) {
        if (bytes === "close") socket.destroy()
        else socket.write(framed(bytes))
      }
    }
  })
}

const listenOverTcp = async (server: Server): Promise<number> => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}

/** On the port that the TCP server has; fails where another process has it for UDP. */
const bindUdp = async (socket: UdpSocket, port: number): Promise<void> => {
  socket.bind(port, "127.0.0.1")
  await once(socket, "listening")
}

export const makeNameServer = (answer: AnswerQuery): Effect.Effect<NameServer, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const connections = new Set<Socket>()
      const tcp = createServer((socket) => {
        connections.add(socket)
        answerOverTcp(socket, answer)
      })
      const udp = createSocket("udp4")
      answerOverUdp(udp, answer)
      const port = await listenOverTcp(tcp)
      await bindUdp(udp, port)
      const close = () => {
        for (const socket of connections) socket.destroy()
        tcp.close()
        udp.close()
      }
      return { address: `127.0.0.1:${port}`, close }
    }),
    ({ close }) => Effect.sync(close)
  )
