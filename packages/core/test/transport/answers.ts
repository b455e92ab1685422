/** The portable transport over a `fetch` that answers as a test tells it to. */
import { Effect, Fiber, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import * as FetchTransport from "../../src/transport/FetchTransport.ts"
import { type PostRequest, Transport } from "../../src/transport/Transport.ts"

/** The transport over what answers as told; every request it gets is recorded. */
export const answering = (answer: () => Effect.Effect<Response, unknown>) => {
  const requests: Array<{ readonly url: string; readonly init: RequestInit }> = []
  const fetch = Effect.map(Effect.context<never>(), (context): typeof globalThis.fetch => (url, init = {}) => {
    requests.push({ url: String(url), init })
    return Effect.runPromiseWith(context)(answer(), { signal: init.signal ?? undefined })
  })
  return { requests, layer: Layer.provide(FetchTransport.layer, Layer.effect(FetchTransport.Fetch, fetch)) }
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

/** Promises settle a little after the clock has moved. */
const settled = TestClock.withLive(Effect.sleep(1))

/** What has come of a request once so much time has passed. */
export const after = Effect.fnUntraced(function* (milliseconds: number) {
  const fiber = yield* Effect.forkChild(post())
  yield* Effect.andThen(TestClock.adjust(milliseconds), settled)
  const exit = fiber.pollUnsafe()
  if (exit === undefined) {
    yield* Fiber.interrupt(fiber)
    return "waiting"
  }
  return outcomeOf(yield* exit)
})
