/** Serves what answers `Request` with `Response` over a socket. */
import type { IncomingMessage, ServerResponse } from "node:http"
import { buffer } from "node:stream/consumers"
import { pipeline } from "node:stream/promises"

export type Handler = (request: Request) => Promise<Response>

const headersOf = ({ headersDistinct }: IncomingMessage): Headers => {
  const headers = new Headers()
  for (const [name, values] of Object.entries(headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  return headers
}

const hasBody = ({ method }: IncomingMessage): boolean => method !== "GET" && method !== "HEAD"

export const serveWith =
  (handler: Handler, origin: () => string) => async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const aborted = new AbortController()
    outgoing.on("close", () => aborted.abort())
    const request = new Request(`${origin()}${incoming.url}`, {
      method: incoming.method!,
      headers: headersOf(incoming),
      signal: aborted.signal,
      ...(hasBody(incoming) && { body: new Uint8Array(await buffer(incoming)) })
    })
    const response = await handler(request)
    outgoing.writeHead(response.status, [...response.headers].flat())
    if (response.body === null) outgoing.end()
    // A caller that hangs up, or an answer that breaks off, closes the connection, and that is all there is to do.
    else await pipeline(response.body, outgoing).catch(() => {})
  }
