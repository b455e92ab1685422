/** The body of an Express request, whether or not a parser has already read it. */
import { ReadableStream as NodeReadableStream } from "node:stream/web"
import type { ExpressRequest } from "./ExpressRequest.ts"
import { keptBody } from "./keepBody.ts"

export type RequestBody = string | Uint8Array | ReadableStream<Uint8Array> | undefined

const isAnnounced = ({ headers }: ExpressRequest): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

/** Whether a parser has read it: all that are known unpack what was compressed. */
export const isRead = ({ readableDidRead, readableEnded }: ExpressRequest): boolean => readableDidRead || readableEnded

/** The parsed body, as a text that it may have come from. Forms and the like are refused for their type. */
const written = (body: unknown): RequestBody => {
  if (body === undefined || typeof body === "string" || body instanceof Uint8Array) return body
  return JSON.stringify(body)
}

/** Reads only what is asked for. A reader that stops leaves the connection open, because the answer goes over it. */
const unread = (request: ExpressRequest): RequestBody =>
  NodeReadableStream.from(request.iterator({ destroyOnReturn: false })) as ReadableStream<Uint8Array>

/** Express 4 gives an empty object as the body where there is none, and where no parser has read it. */
export const requestBody = (request: ExpressRequest): RequestBody => {
  if (!isAnnounced(request)) return undefined
  return isRead(request) ? (keptBody(request) ?? written(request.body)) : unread(request)
}
