/** A client whose requests are answered as a test says. */
import { assert } from "@effect/vitest"
import { Clock, Effect, Fiber, Layer, Redacted, Ref } from "effect"
import { HttpClient, HttpClientError, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { Client } from "../../src/client/index.ts"

export type Answer = Response | "unreachable"

interface Asked {
  readonly method: string
  readonly url: string
  readonly query: Record<string, string>
  readonly token: string | undefined
  /** In seconds. */
  readonly at: number
}

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } })

/** A budget that is spent for so many seconds. `status`: in the shape of the promotion operations. */
export const spentHeaders = (seconds: number, limit = 600, reset = 60) => ({
  "retry-after": `${seconds}`,
  "x-ratelimit-retry": `${seconds}`,
  "x-ratelimit-limit": `${limit}`,
  "x-ratelimit-reset": `${reset}`
})

export const problem = (status: number, headers?: Record<string, string>): Response =>
  json({ title: "A title", detail: "Why", requestId: "1", origin: "deliveries.list", errors: [] }, status, headers)

/** An answer whose connection ends in the middle. */
export const broken = (): Response => {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("[")),
    pull: (controller) => controller.error(new TypeError("terminated"))
  })
  return new Response(body, { headers: { "content-type": "application/json" } })
}

/** In the shape of the promotion operations. */
export const statusProblem = (status: number, headers?: Record<string, string>): Response =>
  json(
    {
      title: "A title",
      detail: "Why",
      code: "a_code",
      requestId: "1",
      origin: "finance.balance",
      status,
      statusText: "A status",
      timestamp: "2026-01-15T09:30:00Z"
    },
    status,
    headers
  )

/** Answers with these, one after the other, and keeps what was asked. */
export const scripted = Effect.fnUntraced(function* (
  answers: ReadonlyArray<Answer>,
  options: Partial<Client.ClientOptions> = {}
) {
  const asked = yield* Ref.make<ReadonlyArray<Asked>>([])
  const http = HttpClient.make((request, url) =>
    Effect.gen(function* () {
      const at = (yield* Clock.currentTimeMillis) / 1000
      const { length } = yield* Ref.getAndUpdate(asked, (before) => [
        ...before,
        {
          method: request.method,
          url: request.url,
          query: Object.fromEntries(url.searchParams),
          token: request.headers["authorization"],
          at
        }
      ])
      const answer = answers[length]
      assert.isDefined(answer, "no further request was expected")
      return answer === "unreachable"
        ? yield* new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request }) })
        : HttpClientResponse.fromWeb(request, answer!)
    })
  )
  const given = { baseUrl: "http://service.test", token: Redacted.make("token"), ...options }
  const client = yield* Client.make(given).pipe(Effect.provide(Layer.succeed(HttpClient.HttpClient, http)))
  return { asked: Ref.get(asked), client }
})

/** Time passes until it has ended. */
export const inTime = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const running = yield* Effect.forkChild(Effect.exit(effect))
    yield* TestClock.adjust("10 minutes")
    return yield* yield* Fiber.join(running)
  })
