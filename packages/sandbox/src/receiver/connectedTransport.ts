/** Calls receivers that are in this process without a socket, and all others as the transport below does. */
import { answerWithin, type PostRequest, type Reply, Transport, TransportFailure } from "@sellerkit/core"
import { Context, Duration, Effect, Layer } from "effect"

/** What `fetch` handlers of all frameworks look like. */
export type FetchHandler = (request: Request) => Promise<Response> | Response

/** By origin. */
export class ConnectedHandlers extends Context.Service<ConnectedHandlers, Map<string, FetchHandler>>()(
  "@sellerkit/sandbox/receiver/ConnectedHandlers"
) {
  static readonly layer = Layer.sync(ConnectedHandlers, () => new Map<string, FetchHandler>())
}

// An answer after exactly the time allowed still counts.
const giveUpAfter = Duration.sum(answerWithin, Duration.millis(1))

const ask = (handler: FetchHandler, { body, headers, url }: PostRequest): Effect.Effect<Reply, TransportFailure> =>
  Effect.tryPromise({
    try: async (signal) => handler(new Request(url, { method: "POST", headers, body, signal })),
    catch: (cause) => new TransportFailure({ kind: "other", detail: `the connected handler failed: ${String(cause)}` })
  }).pipe(
    Effect.map(({ headers, status }): Reply => {
      const retryAfter = headers.get("retry-after")
      return retryAfter === null ? { status } : { status, retryAfter }
    }),
    Effect.timeoutOrElse({
      duration: giveUpAfter,
      orElse: () => Effect.fail(new TransportFailure({ kind: "timeout" }))
    })
  )

export const connectedTransport = Layer.effect(
  Transport,
  Effect.gen(function* () {
    const transport = yield* Transport
    const handlers = yield* ConnectedHandlers
    return Transport.of({
      ...transport,
      post: (request) =>
        Effect.suspend(() => {
          const handler = handlers.get(new URL(request.url).origin)
          return handler === undefined ? transport.post(request) : ask(handler, request)
        })
    })
  })
)
