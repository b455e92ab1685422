/** Requests about one seller, where each seller's data is in a place of its own: they are answered there. */
import { Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { SellerId } from "../access/Account.ts"
import { requestIdHeader } from "../http/request/requestId.ts"
import type { Incoming } from "../http/WebApi.ts"

/**
 * Answers a request where its seller's data is. A request for the operator interface carries the key, and is checked there as it would
 * be here; one for the seller API has its caller beside it.
 */
export type AnswerForSeller = (
  sellerId: SellerId,
  request: Request,
  incoming: Pick<Incoming, "caller" | "ip">
) => Promise<Response>

// Only the path matters.
const origin = "http://localhost"

export interface Forwarded extends Pick<Incoming, "caller" | "ip"> {
  readonly sellerId: SellerId
  readonly requestId: string
}

/** The answer to the current request, from the place of a seller's data. */
export const forward = Effect.fnUntraced(function* (
  answer: AnswerForSeller,
  { requestId, sellerId, ...incoming }: Forwarded
) {
  const asked = yield* HttpServerRequest.HttpServerRequest
  const { method, url } = asked
  const headers = new Headers(asked.headers)
  headers.set(requestIdHeader, requestId)
  // The other place has to refuse bytes that are no text.
  const body = method === "GET" || method === "HEAD" ? undefined : yield* Effect.orDie(asked.arrayBuffer)
  // A path that begins with two slashes names no other host.
  const request = new Request(origin + url, { method, headers, ...(body !== undefined && { body }) })
  const answered = yield* Effect.orDie(
    Effect.tryPromise({ try: () => answer(sellerId, request, incoming), catch: (cause) => cause })
  )
  return HttpServerResponse.fromWeb(answered)
})
