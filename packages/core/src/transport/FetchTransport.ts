/**
 * The portable sender, over the HTTP client that is provided (`fetch` on an edge platform). It judges the literal
 * address or the name in the URL; where a name leads is not seen here, so that is left to the platform.
 */
import { Clock, Duration, Effect, Layer, Stream } from "effect"
import { FetchHttpClient, HttpBody, HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { AddressPolicy, refusedHost } from "./AddressGuard.ts"
import { failureOf } from "./FailureCodes.ts"
import {
  answerWithin,
  largestAnswerRead,
  type PostRequest,
  type Reply,
  Transport,
  TransportFailure
} from "./Transport.ts"

// An answer after exactly the time allowed still counts, so the request is given up on a little later.
const giveUpAfter = Duration.sum(answerWithin, Duration.millis(1))

const timeout = new TransportFailure({ kind: "timeout" })

/** Reads a little of the body, so that the connection can be used again, and gives up on the rest. */
const readSome = (response: HttpClientResponse.HttpClientResponse): Effect.Effect<void> =>
  response.stream.pipe(
    Stream.mapAccum(
      () => 0,
      (read, chunk) => [read + chunk.length, [read + chunk.length]]
    ),
    Stream.takeWhile((read) => read < largestAnswerRead),
    Stream.runDrain,
    Effect.ignore
  )

export const layer: Layer.Layer<Transport, never, HttpClient.HttpClient> = Layer.effect(
  Transport,
  Effect.gen(function* () {
    const client = yield* HttpClient.HttpClient
    const policy = yield* AddressPolicy

    const send = ({ body, headers, url }: PostRequest): Effect.Effect<Reply, TransportFailure> =>
      Effect.suspend(() => {
        let reply: Reply | undefined
        const exchange = Effect.gen(function* () {
          const request = HttpClientRequest.post(url, { headers, body: HttpBody.text(body, headers["content-type"]) })
          const startedAt = yield* Clock.monotonicTimeNanos
          const response = yield* Effect.mapError(client.execute(request), failureOf)
          const taken = Duration.nanos((yield* Clock.monotonicTimeNanos) - startedAt)
          if (Duration.isGreaterThan(taken, answerWithin)) return yield* timeout
          // The answer counts from here on: what becomes of its body changes nothing.
          const retryAfter = response.headers["retry-after"]
          reply = { status: response.status, ...(retryAfter === undefined ? undefined : { retryAfter }) }
          yield* readSome(response)
          return reply
        })
        return Effect.timeoutOrElse(exchange, {
          duration: giveUpAfter,
          orElse: () => (reply === undefined ? Effect.fail(timeout) : Effect.succeed(reply))
        })
      })

    return Transport.of({
      post: Effect.fnUntraced(
        function* (request) {
          const refused = refusedHost(new URL(request.url).hostname, policy)
          if (refused !== undefined) return yield* new TransportFailure({ kind: "addressRefused", detail: refused })
          return yield* send(request)
        },
        Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" }),
        // A receiver gets the headers of the notification and nothing of our own tracing.
        Effect.provideService(HttpClient.TracerDisabledWhen, () => true)
      )
    })
  })
)
