/** `@sellerkit/receiver/express`: a receiver as a handler of Express 4 and 5, or of `node:http` itself. */
import { type NodeStream, readNodeBody } from "./http/nodeBody.ts"
import type { Receiver } from "./Receiver.ts"
import { bodyAlreadyRead } from "./Refusal.ts"

/** What is used of a request. */
export interface ExpressRequest extends NodeStream {
  readonly method?: string | undefined
  readonly headers: Readonly<Record<string, string | Array<string> | undefined>>
  readonly readableDidRead: boolean
  /** What a body parser has made of the body. */
  readonly body?: unknown
  /** The bytes, where a body parser was told to keep them. */
  readonly rawBody?: unknown
}

/** What is used of a response. */
export interface ExpressResponse {
  statusCode: number
  setHeader(name: string, value: string): unknown
  end(text: string): unknown
}

const remedy =
  "mount it before express.json(), or have that keep them: " +
  "express.json({ verify: (request, _response, bytes) => { request.rawBody = bytes } })"

const readBody = async (request: ExpressRequest, largest: number): Promise<Uint8Array> => {
  for (const bytes of [request.rawBody, request.body]) {
    if (bytes instanceof Uint8Array) return bytes
  }
  if (request.readableDidRead) throw bodyAlreadyRead(remedy)
  return readNodeBody(request, largest)
}

/**
 * It reads the body itself: before a body parser, beside one that leaves it alone, or after `express.raw()`. After one that
 * parses it, the bytes have to be kept in `rawBody`.
 */
export const toExpress =
  (receiver: Receiver) =>
  async (request: ExpressRequest, response: ExpressResponse): Promise<void> => {
    const { message, status } = await receiver.receive({
      method: request.method ?? "",
      header: (name) => request.headers[name]?.toString(),
      readBody: (largest) => readBody(request, largest)
    })
    response.statusCode = status
    response.setHeader("content-type", "text/plain; charset=utf-8")
    response.end(message)
  }
