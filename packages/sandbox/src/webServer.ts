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

/** Undefined: no `Request` can be made of it, or its caller broke off while sending it. */
const requestOf = async (incoming: IncomingMessage, origin: string, signal: AbortSignal) => {
  try {
    return new Request(`${origin}${incoming.url}`, {
      method: incoming.method!,
      headers: headersOf(incoming),
      signal,
      ...(hasBody(incoming) && { body: new Uint8Array(await buffer(incoming)) })
    })
  } catch {
    return undefined
  }
}

export const serveWith =
  (handler: Handler, origin: () => string) =>
  async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const aborted = new AbortController()
    outgoing.on("close", () => aborted.abort())
    const request = await requestOf(incoming, origin(), aborted.signal)
    if (request === undefined) return void outgoing.writeHead(400).end()
    const response = await handler(request)
    outgoing.writeHead(response.status, [...response.headers].flat())
    if (response.body === null) outgoing.end()
    // A caller that hangs up, or an answer that breaks off, closes the connection, and that is all there is to do.
    else await pipeline(response.body, outgoing).catch(() => {})
  }
