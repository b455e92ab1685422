/** Streams over the histories: which pages are fetched, and what is waited for when one cannot be had. */
import { assert, describe, it } from "@effect/vitest"
import { Clock, DateTime, Effect, Fiber, Layer, Redacted, Ref, Stream } from "effect"
import { HttpClient, HttpClientError, HttpClientResponse } from "effect/http"
import { TestClock } from "effect/testing"
import { Client, Paging, Unauthorized } from "../../src/client/index.ts"
import { formatCursor } from "../../src/pagination/Cursor.ts"

type Answer = Response | "unreachable"

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } })

const delivery = (number: number) => ({
  id: `01980000-0000-7000-8000-${String(number).padStart(12, "0")}`,
  time: "2026-01-15T09:30:00Z",
  webhookId: "01980000-0000-7000-8000-0000000000ff",
  success: true
})

const cursor = (time: number) => formatCursor({ time, id: delivery(time).id })
const [a, b, c] = [cursor(3), cursor(2), cursor(1)]

const page = (numbers: ReadonlyArray<number>, next: string) =>
  json({ deliveries: numbers.map(delivery), next, prev: "" })

const problem = (status: number, headers?: Record<string, string>) =>
  json({ title: "A title", detail: "Why", requestId: "1", origin: "deliveries.list", errors: [] }, status, headers)

const spent = (seconds: number) =>
  problem(429, {
    "retry-after": `${seconds}`,
    "x-ratelimit-retry": `${seconds}`,
    "x-ratelimit-limit": "600",
    "x-ratelimit-reset": "60"
  })

interface Asked {
  readonly query: Record<string, string>
  /** In seconds. */
  readonly at: number
}

/** Answers with these, one after the other, and keeps what was asked. */
const scripted = Effect.fnUntraced(function* (answers: ReadonlyArray<Answer>) {
  const asked = yield* Ref.make<ReadonlyArray<Asked>>([])
  const http = HttpClient.make((request, url) =>
    Effect.gen(function* () {
      const at = (yield* Clock.currentTimeMillis) / 1000
      const { length } = yield* Ref.getAndUpdate(asked, (before) => [
        ...before,
        { query: Object.fromEntries(url.searchParams), at }
      ])
      const answer = answers[length]
      assert.isDefined(answer, "no further request was expected")
      return answer === "unreachable"
        ? yield* new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request }) })
        : HttpClientResponse.fromWeb(request, answer!)
    })
  )
  const client = yield* Client.make({ baseUrl: "http://service.test", token: Redacted.make("token") }).pipe(
    Effect.provide(Layer.succeed(HttpClient.HttpClient, http))
  )
  return { asked: Ref.get(asked), client }
})

/** Time passes until the stream has ended. */
const collect = <A, E>(stream: Stream.Stream<A, E>) =>
  Effect.gen(function* () {
    const collecting = yield* Effect.forkChild(Effect.exit(Stream.runCollect(stream)))
    yield* TestClock.adjust("10 minutes")
    return yield* yield* Fiber.join(collecting)
  })

const ids = (records: Iterable<{ readonly id: string }>) => [...records].map(({ id }) => Number(id.slice(-12)))

describe("a history as a stream", () => {
  it.effect("follows next until it is empty, with the same filter on every page", () =>
    Effect.gen(function* () {
      const { asked, client } = yield* scripted([page([4, 3], a), page([2], b), page([], c), page([1], "")])
      const from = DateTime.makeUnsafe("2026-01-01T00:00:00Z")
      assert.deepStrictEqual(ids(yield* collect(Paging.deliveries(client, { limit: 2, from }))), [4, 3, 2, 1])
      const filter = { limit: "2", from: "2026-01-01T00:00:00.000Z" }
      assert.deepStrictEqual(
        (yield* asked).map(({ query }) => query),
        ["", a, b, c].map((next) => ({ ...filter, next }))
      )
    })
  )

  it.effect("fetches a page only when it is read", () =>
    Effect.gen(function* () {
      const { asked, client } = yield* scripted([page([3, 2], a)])
      assert.deepStrictEqual(ids(yield* collect(Stream.take(Paging.deliveries(client), 2))), [3, 2])
      assert.deepStrictEqual(
        (yield* asked).map(({ query }) => query),
        [{ limit: "100", next: "" }]
      )
    })
  )

  it.effect("waits as a spent budget tells, as often as it is told, and goes on with the same page", () =>
    Effect.gen(function* () {
      const waits = Array.from({ length: 8 }, () => spent(7))
      const { asked, client } = yield* scripted([page([2], a), ...waits, page([1], "")])
      assert.deepStrictEqual(ids(yield* collect(Paging.deliveries(client))), [2, 1])
      const [, ...second] = yield* asked
      assert.deepStrictEqual(
        second.map(({ at, query }) => [at, query["next"]]),
        [0, 7, 14, 21, 28, 35, 42, 49, 56].map((at) => [at, a])
      )
    })
  )

  it.effect("repeats a page that the service failed to give, and one that did not arrive", () =>
    Effect.gen(function* () {
      const { asked, client } = yield* scripted([problem(500), "unreachable", problem(503), page([1], "")])
      assert.deepStrictEqual(ids(yield* collect(Paging.deliveries(client))), [1])
      assert.deepStrictEqual(
        (yield* asked).map(({ at }) => at),
        [0, 1, 3, 7]
      )
    })
  )

  it.effect("gives up after five repetitions, with what the service said", () =>
    Effect.gen(function* () {
      const { asked, client } = yield* scripted(Array.from({ length: 6 }, () => problem(502)))
      const failure = yield* Effect.flip(collect(Paging.deliveries(client)))
      assert.strictEqual(HttpClientError.isHttpClientError(failure) && failure.response?.status, 502)
      assert.deepStrictEqual((yield* asked).at(-1)!.at, 1 + 2 + 4 + 8 + 16)
    })
  )

  it.effect("fails at once where repeating is of no use", () =>
    Effect.gen(function* () {
      const { asked, client } = yield* scripted([problem(401)])
      assert.instanceOf(yield* Effect.flip(collect(Paging.deliveries(client))), Unauthorized)
      assert.lengthOf(yield* asked, 1)
    })
  )
})
