/**
 * Hands over what a receiver sends in small pieces. When the headers in a piece have become too long, undici still goes on to the
 * end of the piece, with an error for each further header. The 64 KiB that a socket reads at once hold thousands of them.
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
