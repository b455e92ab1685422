/** Reads bodies that are sent compressed. What comes out of them is bounded as a body that is sent as it is. */
import { ByteSize, Effect, Layer, Option, Predicate } from "effect"
import { Headers, HttpIncomingMessage, HttpMethod, HttpServerRequest, HttpServerResponse } from "effect/http"
import { answerTooLarge } from "../../../http/middleware/layers/RequestScopeLayer.ts"
import { problemBody } from "../../../http/operation/Problem.ts"
import { RequestContext } from "../../../http/request/RequestContext.ts"
import { CompressedBody } from "../CompressedBody.ts"

/** Undefined: it becomes larger than `most`. Rejects where the bytes are no gzip, or end too early. */
const decompressed = async (bytes: ArrayBuffer, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  const parts: Array<Uint8Array<ArrayBuffer>> = []
  let length = 0
  for await (const part of new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))) {
    length += part.byteLength
    // Leaving the loop cancels the stream: the rest is not decompressed.
    if (length > most) return undefined
    parts.push(part)
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

// What is asked for is known by `url`. A caller may send a URL that is none, which no request can be made of.
const anyUrl = "http://localhost"

/** The request as if the body had been sent as it is. */
const withBody = (
  { headers, method, remoteAddress, url }: HttpServerRequest.HttpServerRequest,
  body: Uint8Array<ArrayBuffer>
) => {
  const plain = Headers.removeMany(headers, ["content-encoding", "content-length"])
  const request = new Request(anyUrl, { method, headers: { ...plain }, body })
  return HttpServerRequest.fromWeb(request).modify({ url, headers: plain, remoteAddress })
}

const refuse = (status: 400 | 415, detail: string) =>
  RequestContext.use((request) =>
    Effect.succeed(HttpServerResponse.jsonUnsafe(problemBody(request, "Unreadable body", detail), { status }))
  )

export const layer: Layer.Layer<CompressedBody> = Layer.succeed(CompressedBody, (httpEffect) =>
  HttpServerRequest.HttpServerRequest.use((incoming) => {
    const encoding = (incoming.headers["content-encoding"] ?? "identity").trim().toLowerCase()
    // No operation reads a body of GET or HEAD, and no request can be made with one.
    if (encoding === "identity" || !HttpMethod.hasBody(incoming.method)) return httpEffect
    if (encoding !== "gzip") return refuse(415, "Send the body with Content-Encoding: gzip, or as it is")
    return Effect.gen(function* () {
      const most = ByteSize.toNumberUnsafe((yield* HttpIncomingMessage.MaxBodySize)!)
      const bytes = yield* Effect.orDie(incoming.arrayBuffer)
      const read = yield* Effect.option(Effect.tryPromise(async () => decompressed(bytes, most)))
      if (Option.isNone(read)) return yield* refuse(400, "The body is no gzip, or it ends too early")
      if (Predicate.isUndefined(read.value)) return answerTooLarge(yield* RequestContext)
      return yield* Effect.provideService(
        httpEffect,
        HttpServerRequest.HttpServerRequest,
        withBody(incoming, read.value)
      )
    })
  })
)
