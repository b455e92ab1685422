/** An Express request as a web request. */
import type { ExpressRequest } from "./ExpressRequest.ts"
import type { RequestBody } from "./requestBody.ts"

// The API looks at paths alone. What callers know the host by goes with the request (`callerConnection.ts`).
const origin = "http://localhost"

/** Express 4 takes a second slash after the path that the API is mounted at for a part of that path. */
const urlOf = ({ baseUrl = "", originalUrl, url = "/" }: ExpressRequest): string =>
  originalUrl === `${baseUrl}/${url}` ? `/${url}` : url

/** Below the path that the API is mounted at. A URL may have been sent whole, as to a proxy. */
const pathOf = (request: ExpressRequest): string => {
  const path = urlOf(request).replace(/^https?:\/\/[^/?#]*/i, "")
  return path.startsWith("/") ? path : `/${path}`
}

/** Segments that are dots. */
const dots = /\/(?:\.|%2e){1,2}(?=\/|$)/gi

/**
 * With another path than was sent, a request would evade rules about paths: a URL takes backslashes for slashes, and goes up a
 * level for dots. So both become text like any other.
 */
const asSent = (path: string): string => {
  const end = path.search(/[?#]/)
  const [route, rest] = end === -1 ? [path, ""] : [path.slice(0, end), path.slice(end)]
  return route.replaceAll("\\", "%5C").replaceAll(dots, "$&%20") + rest
}

/** Whether the method is one that no web request can have, and no operation has. */
export const isForbidden = ({ method }: ExpressRequest): boolean =>
  method === undefined || /^(connect|trace|track)$/i.test(method)

const headersOf = ({ headers }: ExpressRequest): Headers => {
  const copied = new Headers()
  for (const name in headers) {
    const value = headers[name]
    if (typeof value === "string") copied.set(name, value)
    else if (value !== undefined) for (const each of value) copied.append(name, each)
  }
  return copied
}

const takesNoBody = (method: string | undefined): boolean => method === "GET" || method === "HEAD"

const makeRequest = (request: ExpressRequest, body: RequestBody): Request => {
  const { method } = request
  const init = { method: method!, headers: headersOf(request) }
  const address = `${origin}${asSent(pathOf(request))}`
  return body === undefined || takesNoBody(method)
    ? new Request(address, init)
    : // What a stream needs; the types of browsers do not know it.
      new Request(address, { ...init, body: body as BodyInit, duplex: "half" } as RequestInit)
}

/**
 * A request that gets the signal through its constructor has another signal that follows it, which costs more than all the rest.
 */
export const webRequest = (request: ExpressRequest, body: RequestBody, signal: AbortSignal): Request =>
  Object.defineProperty(makeRequest(request, body), "signal", { value: signal })
