/** Guards memory: what callers have not read of their answers waits in it. This limits how many bytes may wait in all. */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { OneWriteResponse } from "./OneWriteResponse.ts"

// our choice: sixty-four of the largest pages. A caller that reads gets them at once.
export const usualUnreadBytes = 256 * 1024 * 1024

/**
 * After the limit was exceeded, connections are closed down to this part of it, so that the next answer does not exceed it
 * again.
 */
const left = 7 / 8

interface Connection {
  readonly socket: Socket
  /** Ended and not yet sent. One connection can ask for many at once, and read none. */
  readonly answers: Set<ServerResponse>
}

const unreadOf = ({ answers }: Connection): number =>
  [...answers].reduce((bytes, { writableLength }) => bytes + writableLength, 0)

/**
 * Gives a function that notes each answer that has ended. When more bytes wait than the limit allows, it closes the connections
 * with the most unread bytes. Answers that were sent at once, as nearly all are, cost nothing here.
 */
const noteUnread = (mostBytes: number): ((answer: ServerResponse) => void) => {
  const connections = new Map<Socket, Connection>()
  // Counted when the answers ended. Less may wait by now.
  let atMost = 0

  const breakOff = (): void => {
    const unread = [...connections.values()].map((connection) => ({ ...connection, bytes: unreadOf(connection) }))
    atMost = unread.reduce((sum, { bytes }) => sum + bytes, 0)
    if (atMost <= mostBytes) return
    for (const { bytes, socket } of unread.toSorted((one, other) => other.bytes - one.bytes)) {
      if (atMost <= mostBytes * left) return
      atMost -= bytes
      connections.delete(socket)
      socket.destroy()
    }
  }

  const connectionOf = (socket: Socket): Connection => {
    const known = connections.get(socket)
    if (known !== undefined) return known
    const connection = { socket, answers: new Set<ServerResponse>() }
    connections.set(socket, connection)
    socket.once("close", () => connections.delete(socket))
    return connection
  }

  return (answer) => {
    const { socket } = answer.req
    if (answer.writableLength === 0 || socket.destroyed) return
    if (atMost > mostBytes) breakOff()
    if (socket.destroyed) return
    const { answers } = connectionOf(socket)
    if (answers.has(answer)) return
    answers.add(answer)
    atMost += answer.writableLength
    answer.once("finish", () => answers.delete(answer))
  }
}

/** Class of the answers of a server that holds at most `mostBytes` unread bytes, and one answer more. */
export const limitUnreadAnswers = (mostBytes: number): typeof ServerResponse<IncomingMessage> => {
  const note = noteUnread(mostBytes)
  return class extends OneWriteResponse {
    override end(...given: ReadonlyArray<unknown>): this {
      super.end(...(given as [unknown]))
      note(this)
      return this
    }
  }
}
