/** The portable transport over an HTTP client that answers as a test tells it to. */
import { Effect, Fiber, Layer, Result } from "effect"
import { HttpClient, HttpClientError, type HttpClientRequest, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import * as FetchTransport from "../../src/transport/FetchTransport.ts"
import { type PostRequest, Transport } from "../../src/transport/Transport.ts"

type Answer = (request: HttpClientRequest.HttpClientRequest, url: URL) => Effect.Effect<Response, unknown>

/** The transport over a client that answers as told; every request it gets is recorded. */
export const answering = (answer: Answer) => {
  const requests: Array<{ readonly url: string; readonly request: HttpClientRequest.HttpClientRequest }> = []
  const client = HttpClient.make((request, url) => {
    requests.push({ url: url.href, request })
    return answer(request, url).pipe(
      Effect.map((response) => HttpClientResponse.fromWeb(request, response)),
      Effect.mapError(
        (cause) =>
          new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) })
      )
    )
  })
  return { requests, layer: Layer.provide(FetchTransport.layer, Layer.succeed(HttpClient.HttpClient, client)) }
}

export const status = (code: number, body: BodyInit | null = null): Effect.Effect<Response> =>
  Effect.sync(() => new Response(body, { status: code }))

export const notification: PostRequest = {
  url: "https://receiver.example/hook?a=1&a=2&b=%20x#part",
  headers: { "content-type": "application/json", authorization: "whsec_x", "webhook-id": "one" },
  body: '{"events":[]}'
}

export const post = (url = notification.url) =>
  Effect.flatMap(Transport, (transport) => Effect.result(transport.post({ ...notification, url })))

export const outcomeOf = (
  result: Result.Result<{ readonly status: number }, { readonly kind: string }>
): number | string => Result.match(result, { onFailure: ({ kind }) => kind, onSuccess: (reply) => reply.status })

/** What has come of a request once so much time has passed. */
export const after = Effect.fnUntraced(function* (milliseconds: number) {
  const fiber = yield* Effect.forkChild(post())
  yield* TestClock.adjust(milliseconds)
  const exit = fiber.pollUnsafe()
  if (exit === undefined) {
    yield* Fiber.interrupt(fiber)
    return "waiting"
  }
  return outcomeOf(yield* exit)
})
