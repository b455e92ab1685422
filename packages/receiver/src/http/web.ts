/** Requests and responses of the web platform. */
import { joined } from "./IncomingRequest.ts"
import type { Answer, Receiver } from "../Receiver.ts"
import { bodyTooLarge } from "../Refusal.ts"

/** For platforms that stop all work after the answer unless they know of it: the third argument of a Worker's `fetch`. */
export interface WorkContext {
  waitUntil(work: Promise<unknown>): void
}

export const readWebBody = async ({ body }: Request, largest: number): Promise<Uint8Array> => {
  if (body === null) return new Uint8Array()
  const pieces: Array<Uint8Array> = []
  const reader = body.getReader()
  for (let length = 0; ;) {
    const { done, value } = await reader.read()
    if (done) return joined(pieces)
    length += value.byteLength
    pieces.push(value)
    if (length > largest) {
      void reader.cancel()
      throw bodyTooLarge(largest)
    }
  }
}

export const receiveWeb = async (
  receiver: Receiver,
  request: Request,
  readBody: (largest: number) => Promise<Uint8Array>,
  context: WorkContext | undefined
): Promise<Response> => {
  const { finished, message, status }: Answer = await receiver.receive({
    method: request.method,
    header: (name) => request.headers.get(name),
    readBody
  })
  context?.waitUntil(finished)
  return new Response(message, { status, headers: { "content-type": "text/plain; charset=utf-8" } })
}
