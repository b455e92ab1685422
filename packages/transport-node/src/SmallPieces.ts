/**
 * Hands over what a receiver sends in small pieces. undici goes on to the end of a piece although the headers in it have
 * become too long, with an error for each further one: in the 64 KiB that a socket reads at once, they are thousands.
 */
import type { Socket } from "node:net"

// our choice: bytes; answers are usually smaller.
const largestPiece = 4096

/** Nothing more is read once the socket is given up. */
export const readInPieces = (socket: Socket): void => {
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    if (size !== undefined) return read(size)
    if (socket.destroyed) return null
    return socket.readableLength > largestPiece ? read(largestPiece) : read()
  }
}
