/** What callers do not read of their answers waits in memory. All that waits of answers that have ended is bounded. */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { OneWriteResponse } from "./oneWrite.ts"

// our choice: sixty-four of the largest pages, which are sent in no time to whoever reads them.
export const usualUnreadBytes = 256 * 1024 * 1024

/** So much is left, as a part of the bound, where it has been broken: so that not each further answer breaks it again. */
const left = 7 / 8

interface Connection {
  readonly socket: Socket
  /** Those that have ended and are not sent yet. One connection can ask for many at once, and read none. */
  readonly answers: Set<ServerResponse>
}

const unreadOf = ({ answers }: Connection): number =>
  [...answers].reduce((bytes, { writableLength }) => bytes + writableLength, 0)

/**
 * Makes what notes an answer that has ended. Where more than the bound may wait of those before it, the connections of those who
 * have read least are broken off. Answers that were sent at once, as nearly all are, take no part in it.
 */
const noteUnread = (mostBytes: number): ((answer: ServerResponse) => void) => {
  const connections = new Map<Socket, Connection>()
  // As it was when they ended. Less may wait by now.
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

/** Answers of a server whose callers leave no more than so many bytes unread, and one answer. */
export const boundedResponse = (mostBytes: number): typeof ServerResponse<IncomingMessage> => {
  const note = noteUnread(mostBytes)
  return class extends OneWriteResponse {
    override end(...given: ReadonlyArray<unknown>): this {
      super.end(...(given as [unknown]))
      note(this)
      return this
    }
  }
}
