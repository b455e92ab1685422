/** Mounts the API into an Express app, under any path, before or after body parsers, beside the host's own routes. */
import type { HostCaller } from "@sellerkit/core"
import type { Incoming, WebApi } from "@sellerkit/core/http"
import type { ServerResponse } from "node:http"
import { callerConnection } from "./callerConnection.ts"
import type { ErrorHandler, ExpressRequest, Handler, Next } from "./ExpressRequest.ts"
import { parserFailure } from "./parserFailure.ts"
import { isRead, requestBody, type RequestBody } from "./requestBody.ts"
import { sendResponse } from "./sendResponse.ts"
import { isForbidden, webRequest } from "./webRequest.ts"

export interface ExpressOptions<Request extends ExpressRequest> {
  /**
   * Tells who calls, where the host knows it, for example from a session. It is asked only when an operation is called.
   * Undefined: the host does not know the caller.
   */
  readonly authenticate?: (request: Request) => HostCaller | undefined | Promise<HostCaller | undefined>
  /**
   * Whether requests that no operation takes go on to the host's next handler; true, when absent. If false, the API answers them
   * with 404.
   */
  readonly fallThrough?: boolean
}

/** Aborts when the caller has gone before it had its answer. */
const signalOf = (response: ServerResponse): AbortSignal => {
  const controller = new AbortController()
  response.once("close", () => {
    if (!response.writableFinished) controller.abort()
  })
  return controller.signal
}

/** A caller that hung up needs no answer, and the host need not hear of it. */
const report = (response: ServerResponse, next: Next) => (error: unknown) => {
  if (!response.destroyed) next(error)
}

/** What a parser has read is not packed any more, and may be longer. Of a body that was sent too large, little may be left. */
const describeParsed = (headers: Headers, body: RequestBody): void => {
  if (typeof body !== "string" && !(body instanceof Uint8Array)) return
  headers.delete("content-encoding")
  const sent = Number(headers.get("content-length") ?? 0)
  headers.set("content-length", String(Math.max(sent, Buffer.byteLength(body))))
}

/** For `app.use(…)`, with or without a path: a handler for requests, and one for requests that a body parser refused. */
export const toExpress = <Request extends ExpressRequest = ExpressRequest>(
  api: Pick<WebApi["Service"], "handler" | "route">,
  { authenticate, fallThrough = true }: ExpressOptions<Request> = {}
): Array<Handler<Request> | ErrorHandler<Request>> => {
  const incomingOf = (request: Request): Incoming => ({
    ...callerConnection(request),
    mountPath: request.baseUrl,
    ...(authenticate && { authenticate: () => authenticate(request) })
  })

  const answer = async (
    request: Request,
    response: ServerResponse,
    body: RequestBody,
    pass: () => void,
    change: (headers: Headers) => void
  ): Promise<void> => {
    if (isForbidden(request)) return pass()
    const asked = webRequest(request, body, signalOf(response))
    change(asked.headers)
    const answered = await (fallThrough ? api.route : api.handler)(asked, incomingOf(request))
    if (answered === undefined) return pass()
    await sendResponse(answered, response)
    // What was not read of the body would be taken for the next request.
    request.resume()
  }

  const handle: Handler<Request> = (request, response, next) => {
    const body = requestBody(request)
    const change = (headers: Headers) => {
      if (isRead(request)) describeParsed(headers, body)
    }
    answer(request, response, body, next, change).catch(report(response, next))
  }

  const handleFailure: ErrorHandler<Request> = (error, request, response, next) => {
    const failure = parserFailure(error, request)
    if (failure === undefined) return next(error)
    const { body, isTooLarge } = failure
    // Of a body that is too large, only that fact is left.
    const change = (headers: Headers) => {
      describeParsed(headers, body)
      if (isTooLarge) headers.set("content-length", "Infinity")
    }
    answer(request, response, body, () => next(error), change).catch(report(response, next))
  }

  return [handle, handleFailure]
}
