/**
 * The portable transport, over the platform's `fetch`. It judges the literal address or the name in the URL; it does not see
 * where a name leads, so that is left to the platform.
 */
import { Context, Duration, Effect, Layer } from "effect"
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

/** The function that sends. */
export const Fetch = Context.Reference<typeof globalThis.fetch>("@sellerkit/core/transport/Fetch", {
  defaultValue: () => globalThis.fetch
})

// An answer after exactly the time allowed still counts, so the request is given up on a little later.
const giveUpAfter = Duration.sum(answerWithin, Duration.millis(1))

const timeout = new TransportFailure({ kind: "timeout" })

const replyOf = ({ headers, status }: Response): Reply => {
  const retryAfter = headers.get("retry-after")
  return retryAfter === null ? { status } : { status, retryAfter }
}

/** Reads a little of the body, so that the connection can be used again, and gives up on the rest. */
const readSome = async ({ body }: Response): Promise<void> => {
  if (body === null) return
  const reader = body.getReader()
  let read = 0
  while (read < largestAnswerRead) {
    const { done, value } = await reader.read()
    if (done) return
    read += value.length
  }
  await reader.cancel()
}

/** `failureOf` says what an error of the platform's `fetch` means. */
export const layerWith = (failureOf: (error: unknown) => TransportFailure): Layer.Layer<Transport> =>
  Layer.effect(
    Transport,
    Effect.gen(function* () {
      const fetch = yield* Fetch
      const policy = yield* AddressPolicy

      const send = ({ body, headers, url }: PostRequest): Effect.Effect<Reply, TransportFailure> =>
        Effect.clockWith((clock) => {
          let reply: Reply | undefined
          const startedAt = clock.monotonicTimeNanosUnsafe()
          const exchange = Effect.tryPromise({
            try: async (signal) => {
              const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal })
              const taken = Duration.nanos(clock.monotonicTimeNanosUnsafe() - startedAt)
              // The answer counts from here on: what becomes of its body changes nothing.
              if (Duration.isLessThanOrEqualTo(taken, answerWithin)) reply = replyOf(response)
              await readSome(response).catch(() => {})
            },
            catch: failureOf
          })
          return exchange.pipe(
            Effect.timeoutOrElse({ duration: giveUpAfter, orElse: () => Effect.void }),
            Effect.flatMap(() => (reply === undefined ? Effect.fail(timeout) : Effect.succeed(reply)))
          )
        })

      return Transport.of({
        judges: "host",
        post: (request) =>
          Effect.suspend(() => {
            const refused = refusedHost(new URL(request.url).hostname, policy)
            return refused === undefined
              ? send(request)
              : Effect.fail(new TransportFailure({ kind: "addressRefused", detail: refused }))
          })
      })
    })
  )

/** For platforms whose errors have the codes of Node.js. Bundles for other platforms leave it out, with its table of codes. */
export const layer: Layer.Layer<Transport> = /* @__PURE__ */ layerWith(failureOf)
