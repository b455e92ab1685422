/**
 * Answers of many rows: an array that is written while it is read, whose reader decides how fast that is. A caller who has the answer
 * already is told so, and gets it compressed where it asks for that.
 */
import { Cause, type Context, Effect, type Scope, Stream } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { RawText } from "../../storage/RawText.ts"
import { RequestContext } from "../request/RequestContext.ts"
import { reportBrokenOff } from "../unexpected.ts"
import { Compression } from "./Compression.ts"
import { contentCodingFor, levelOf } from "./contentCoding.ts"
import { type Around, openJsonArray } from "./JsonArray.ts"
import { entityTag, isAmong } from "./validator.ts"

export interface StreamedRows<E, R = never> {
  /**
   * Changes with the rows, and is known before any of them is read; undefined: it is not known, and the rows are read each time. It
   * has the characters of an entity tag: printable ones of ASCII but for quotes.
   */
  readonly validator?: string | undefined
  /** Texts of JSON. They are read once, and only if the caller does not have them. */
  readonly rows: Stream.Stream<RawText, E, R>
}

export interface StreamedRowsOptions {
  /** The status of an answer without rows, which has no body then: 200 where absent. */
  readonly whenEmpty?: 204
  /** What stands around the rows: the brackets of an array where absent. */
  readonly around?: Around
}

const contentType = "application/json"

// our choice: below, what compression saves is less than a packet.
const leastCompressed = 1024

/** The answer belongs to one seller, and is asked for again each time: it may be another one. */
const usualHeaders = { "cache-control": "private, no-cache", vary: "accept-encoding" }

/** Only reading has conditions: after another method 304 would say that nothing was done. */
const hasConditions = ({ method }: HttpServerRequest.HttpServerRequest): boolean =>
  method === "GET" || method === "HEAD"

/** The caller has begun to read: all that is left is to break off, so that it does not take a part for the whole. */
const reportingFailures = <E>(chunks: Stream.Stream<Uint8Array, E>, request: RequestContext["Service"]) =>
  Stream.tapCause(chunks, (cause) => (Cause.hasInterruptsOnly(cause) ? Effect.void : reportBrokenOff(cause, request)))

const compressed = Effect.fnUntraced(function* (
  response: HttpServerResponse.HttpServerResponse,
  acceptEncoding: string | undefined
) {
  const compression = yield* Compression
  const coding = contentCodingFor(acceptEncoding, compression.algorithms)
  if (coding === undefined) return response
  const encoded = yield* compression.compressResponse(response, coding, { level: levelOf(coding) })
  return HttpServerResponse.setHeader(encoded, "content-encoding", coding)
})

/** Fails where the rows fail before the first of them could be sent. */
export const answerRows = Effect.fnUntraced(function* <E, R>(
  { rows, validator }: StreamedRows<E, R>,
  { around = { before: "[", after: "]" }, whenEmpty }: StreamedRowsOptions = {}
): Effect.fn.Return<
  HttpServerResponse.HttpServerResponse,
  E,
  HttpServerRequest.HttpServerRequest | R | RequestContext | Scope.Scope
> {
  const incoming = yield* HttpServerRequest.HttpServerRequest
  const tag = hasConditions(incoming) ? validator : undefined
  const headers = tag === undefined ? usualHeaders : { ...usualHeaders, etag: entityTag(tag) }
  if (tag !== undefined && isAmong(incoming.headers["if-none-match"], tag)) {
    return HttpServerResponse.empty({ status: 304, headers })
  }
  const { body, isEmpty } = yield* openJsonArray(rows, around)
  if (isEmpty && whenEmpty !== undefined) return HttpServerResponse.empty({ status: whenEmpty, headers })
  if (body instanceof Uint8Array) {
    const response = HttpServerResponse.uint8Array(body, { headers, contentType })
    return body.length < leastCompressed ? response : yield* compressed(response, incoming.headers["accept-encoding"])
  }
  // The rest is read after the operation has ended, and goes on as a part of it.
  const context = yield* Effect.context<never>()
  const chunks = Stream.transformPull(reportingFailures(body, yield* RequestContext), (pull) =>
    // Instead of what the host has around it: with `provideContext` the two are made one for each chunk.
    Effect.succeed(Effect.updateContext(pull, (_: Context.Context<never>) => context))
  )
  const response = HttpServerResponse.stream(chunks, { headers, contentType })
  return yield* compressed(response, incoming.headers["accept-encoding"])
})
