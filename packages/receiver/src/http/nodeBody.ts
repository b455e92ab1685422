/** The body of a request of Node.js, read as it comes. */
import { joined } from "./IncomingRequest.ts"
import { bodyTooLarge } from "../Refusal.ts"

/** What is used of a stream of Node.js. */
export interface NodeStream {
  readonly destroyed?: boolean
  on(event: "data", listener: (piece: Uint8Array) => void): unknown
  on(event: "end" | "close", listener: () => void): unknown
  on(event: "error", listener: (error: Error) => void): unknown
  removeListener(event: "data", listener: (piece: Uint8Array) => void): unknown
  resume(): unknown
}

const closedTooEarly = "The connection was closed before the body had arrived"

/** Bytes after the largest size are thrown away. The connection stays open, so that the sender gets its answer. */
export const readNodeBody = (stream: NodeStream, largest: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    // The sender hung up meanwhile: the stream gives no more events.
    if (stream.destroyed === true) return reject(new Error(closedTooEarly))
    const pieces: Array<Uint8Array> = []
    let length = 0
    const take = (piece: Uint8Array): void => {
      length += piece.byteLength
      if (length <= largest) return void pieces.push(piece)
      stream.removeListener("data", take)
      stream.resume()
      reject(bodyTooLarge(largest))
    }
    stream.on("data", take)
    stream.on("end", () => resolve(joined(pieces)))
    stream.on("error", reject)
    stream.on("close", () => reject(new Error(closedTooEarly)))
  })
