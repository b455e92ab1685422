/** How a client makes requests: when it sends them, where to, and when it sends them again. */
import { inspect } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Duration, Effect, Layer, Redacted } from "effect"
import { FetchHttpClient, HttpClient, HttpClientError, HttpClientResponse } from "effect/http"
import { HttpApi } from "effect/http-api"
import { Client, OperatorClient, SellerApi, StatusTooManyRequests } from "../../src/client/index.ts"
import { isRepeatable } from "../../src/client/isRepeatable.ts"
import { isReadByGet, originOf } from "../../src/http/operation/Operation.ts"
import { makeTokenBucket } from "../../src/limits/OwnRateBudgets.ts"
import { broken, inTime, json, problem, scripted, spentHeaders, statusProblem } from "./scripted.ts"

const balance = (remaining?: number) =>
  json(
    { balance: 1, net: 2, bonus: 3 },
    200,
    remaining === undefined ? {} : { "x-ratelimit-remaining": String(remaining) }
  )

const done = (headers: Record<string, string> = {}) =>
  new Response(null, { status: 200, headers: { ...headers, "content-type": "application/json" } })

const jsonType = { headers: { "content-type": "application/json" } }

const lists = (remaining: number) =>
  json({ adverts: null, all: 0 }, 200, { "x-ratelimit-remaining": String(remaining) })

const spent = (seconds: number, limit = 1, reset = seconds) => statusProblem(429, spentHeaders(seconds, limit, reset))

const times = (asked: ReadonlyArray<{ readonly at: number }>) => asked.map(({ at }) => at)

const repeated = <A, E, R>(count: number, effect: Effect.Effect<A, E, R>) =>
  Effect.forEach(Array.from({ length: count }), () => effect)

describe("the budget of a client", () => {
  it.effect("is kept to as declared, where answers do not speak of it", () =>
    Effect.gen(function* () {
      const { asked, client } = yield* scripted([balance(), balance(), balance()])
      yield* inTime(repeated(3, client.finance.balance()))
      assert.deepStrictEqual(times(yield* asked), [0, 1, 2])
    })
  )

  it.effect("belongs to one operation, and all spellings of it", () =>
    Effect.gen(function* () {
      const paused = () => done({ "x-ratelimit-remaining": "0" })
      const { asked, client } = yield* scripted([balance(0), paused(), paused()])
      const query = { id: 7 }
      yield* inTime(
        Effect.all([
          client.finance.balance(),
          client.campaigns.pause({ query }),
          client.campaigns.pauseAlias({ query })
        ])
      )
      assert.deepStrictEqual(times(yield* asked), [0, 0, 0.2])
    })
  )

  it.effect("is smaller where an answer says so, because others spend from it too", () =>
    Effect.gen(function* () {
      const { asked, client } = yield* scripted([lists(0), lists(3), lists(2)])
      yield* inTime(repeated(3, client.campaigns.lists()))
      assert.deepStrictEqual(times(yield* asked), [0, 0.2, 0.2])
    })
  )

  it.effect("is larger where an answer says so", () =>
    Effect.gen(function* () {
      const { asked, client } = yield* scripted([balance(2), balance(1), balance(0), balance(0)])
      yield* inTime(repeated(4, client.finance.balance()))
      assert.deepStrictEqual(times(yield* asked), [0, 0, 0, 1])
    })
  )

  it.effect("has the size that a refusal says, also for a change", () =>
    Effect.gen(function* () {
      const { asked, client } = yield* scripted([spent(4, 3, 24), done(), done(), done()])
      yield* inTime(repeated(3, client.campaigns.rename({ payload: { advertId: 7, name: "Summer" } })))
      // The first token comes in 4 seconds, and the other two in 20 more.
      assert.deepStrictEqual(times(yield* asked), [0, 4, 14, 24])
    })
  )

  it.effect("is waited for as long as the client is patient, and then the service says no", () =>
    Effect.gen(function* () {
      const answers = [balance(0), spent(30)]
      const { asked, client } = yield* scripted(answers, { patience: "500 millis" })
      yield* client.finance.balance()
      const failure = yield* Effect.flip(inTime(client.finance.balance()))
      assert.instanceOf(failure, StatusTooManyRequests)
      assert.deepStrictEqual(times(yield* asked), [0, 0])
    })
  )

  it.effect("is waited for in several steps, all within the patience", () =>
    Effect.gen(function* () {
      const { asked, client } = yield* scripted([spent(3), spent(3), spent(3), spent(3)], { patience: "10 seconds" })
      assert.instanceOf(yield* Effect.flip(inTime(client.finance.balance())), StatusTooManyRequests)
      assert.deepStrictEqual(times(yield* asked), [0, 3, 6, 9])
    })
  )

  it.effect("is waited for no longer in all where the call is made again after failures", () =>
    Effect.gen(function* () {
      const down = () => statusProblem(503, { "x-ratelimit-remaining": "0" })
      const { asked, client } = yield* scripted(Array.from({ length: 6 }, down), { patience: "500 millis" })
      // 1 a second: each time it would have to wait for a second more than the schedule of failures has it wait.
      yield* Effect.flip(inTime(repeated(2, client.finance.balance())))
      assert.deepStrictEqual(times(yield* asked), [0, 1, 3, 7, 15, 31])
    })
  )

  it.effect("is spent as the answer says it, in three headers, or in one with a body of a proxy", () =>
    Effect.gen(function* () {
      const { "retry-after": _, ...three } = spentHeaders(4, 3, 24)
      const ofProxy = new Response("<p>Later", {
        status: 429,
        headers: { "retry-after": "9", "content-type": "text/html" }
      })
      const { asked, client } = yield* scripted([statusProblem(429, three), ofProxy, balance()], {
        patience: "20 seconds"
      })
      yield* inTime(client.finance.balance())
      assert.deepStrictEqual(times(yield* asked), [0, 4, 13])
      const impatient = yield* scripted([statusProblem(429, three)], { patience: 0 })
      const failure = yield* Effect.flip(impatient.client.finance.balance())
      assert.deepInclude(failure, { retryAfter: 4, limit: 3, resetAfter: 24 })
    })
  )

  it.effect("is no obstacle for what was interrupted while it waited", () =>
    Effect.gen(function* () {
      const { asked, client } = yield* scripted([balance(0), balance(0)])
      yield* client.finance.balance()
      yield* inTime(Effect.timeoutOption(client.finance.balance(), "100 millis"))
      yield* inTime(client.finance.balance())
      assert.lengthOf(yield* asked, 2)
    })
  )

  const window = { permits: 5, refill: 200 }

  it.effect.each([
    ["one after the other", 1],
    ["several at once", 3],
    ["all at once", 30]
  ] as const)("keeps a service from ever refusing requests, %s", ([_what, concurrency]) =>
    Effect.gen(function* () {
      const take = makeTokenBucket(new Map())
      let sent = 0
      const http = HttpClient.make((request) =>
        Effect.gen(function* () {
          // Requests take some time to arrive, and overtake each other.
          const number = sent++
          yield* Effect.sleep((number * 37) % 90)
          const [remaining] = yield* take({
            key: "campaigns.lists",
            tokens: 1,
            limit: window.permits,
            refillRate: Duration.millis(window.refill),
            allowOverflow: false
          }).pipe(Effect.orDie)
          yield* Effect.sleep((number * 53) % 70)
          return HttpClientResponse.fromWeb(request, remaining < 0 ? spent(1, 5, 1) : lists(Math.floor(remaining)))
        })
      )
      const client = yield* Client.make({ baseUrl: "http://service.test", token: Redacted.make("token") }).pipe(
        Effect.provide(Layer.succeed(HttpClient.HttpClient, http))
      )
      const ended = yield* inTime(
        Effect.andThen(
          Effect.forEach(Array.from({ length: 30 }), () => client.campaigns.lists(), { concurrency }),
          Clock.currentTimeMillis
        )
      )
      assert.strictEqual(sent, 30, "requests that were refused are sent again")
      // 25 tokens have to come, and what is on its way counts as sent.
      assert.isAtLeast(ended, 25 * 200)
      assert.isAtMost(ended, 25 * 200 * 2)
    })
  )
})

describe("repeating", () => {
  const failures = [problem(500), "unreachable", problem(503)] as const

  it.effect("is for reads, after a failure of the service or of the connection", () =>
    Effect.gen(function* () {
      const { asked, client } = yield* scripted([...failures, lists(4)])
      yield* inTime(client.campaigns.lists())
      assert.deepStrictEqual(times(yield* asked), [0, 1, 3, 7])
    })
  )

  it.effect("is for answers that break off in the middle, and not for what is no JSON", () =>
    Effect.gen(function* () {
      const { asked, client } = yield* scripted([broken(), broken(), lists(4), new Response("{", jsonType)])
      yield* inTime(client.campaigns.lists())
      assert.deepStrictEqual(times(yield* asked), [0, 1, 3])
      yield* Effect.flip(inTime(client.campaigns.lists()))
      assert.lengthOf(yield* asked, 4)
    })
  )

  it.effect("is for reads by POST, and for changes that say how something is to be", () =>
    Effect.gen(function* () {
      const { asked, client } = yield* scripted([problem(500), json([]), "unreachable", done()])
      yield* inTime(client.media.statistics({ payload: [{ id: 7 }] }))
      yield* inTime(client.campaigns.rename({ payload: { advertId: 7, name: "Summer" } }))
      assert.lengthOf(yield* asked, 4)
    })
  )

  it.effect("ends after five times, with what the service said", () =>
    Effect.gen(function* () {
      const { asked, client } = yield* scripted(Array.from({ length: 6 }, () => problem(502)))
      const failure = yield* Effect.flip(inTime(client.campaigns.lists()))
      assert.strictEqual(HttpClientError.isHttpClientError(failure) && failure.response?.status, 502)
      assert.deepStrictEqual(times(yield* asked), [0, 1, 3, 7, 15, 31])
    })
  )

  it.effect("is not for a client that does not want it", () =>
    Effect.gen(function* () {
      const { asked, client } = yield* scripted([problem(502)], { retries: 0 })
      yield* Effect.flip(inTime(client.campaigns.lists()))
      assert.lengthOf(yield* asked, 1)
    })
  )

  it.effect.each([
    ["a payment", (client: Client.SellerClient) => client.finance.topUp({ query: { id: 7 }, payload: { sum: 1000 } })],
    [
      "a new campaign",
      (client: Client.SellerClient) => client.campaigns.createAuction({ payload: { name: "Summer", nms: [101] } })
    ],
    ["a change by GET", (client: Client.SellerClient) => client.campaigns.launch({ query: { id: 7 } })]
  ] as const)("is not for %s, which could be made twice", ([_what, call]) =>
    Effect.gen(function* () {
      for (const answer of [problem(500), "unreachable"] as const) {
        const { asked, client } = yield* scripted([answer])
        assert.isTrue(HttpClientError.isHttpClientError(yield* Effect.flip(inTime(call(client)))))
        assert.lengthOf(yield* asked, 1)
      }
    })
  )

  it("is for all reads, and of changes only for these", () => {
    const reads = new Set<string>()
    const changes = new Set<string>()
    const repeated = new Set<string>()
    HttpApi.reflect(SellerApi, {
      onGroup: () => undefined,
      onEndpoint: (declared) => {
        const isRead = isReadByGet(declared)
        if (isRead) reads.add(originOf(declared))
        if (declared.endpoint.method === "GET" && !isRepeatable(declared)) changes.add(originOf(declared))
        if (isRepeatable(declared) && !isRead) repeated.add(originOf(declared))
        assert.strictEqual(isRead && !isRepeatable(declared), false)
      }
    })
    assert.isAbove(reads.size, 20)
    assert.deepStrictEqual([...changes].toSorted(), [
      "campaigns.complete",
      "campaigns.launch",
      "campaigns.pause",
      "campaigns.remove"
    ])
    assert.deepStrictEqual([...repeated].toSorted(), [
      "campaigns.bid",
      "campaigns.information",
      "campaigns.rename",
      "media.bid",
      "media.statistics",
      "phrases.setActivity",
      "phrases.setAutomaticExcluded",
      "phrases.setExcluded",
      "phrases.setFixed",
      "phrases.setPhrase",
      "phrases.setStrong",
      "products.nomenclatures",
      "reports.currentStocks",
      "reports.detailed",
      "statistics.campaigns",
      "webhooks.checkUrl",
      "webhooks.edit"
    ])
  })
})

describe("where requests go", () => {
  it.effect.each([
    ["http://service.test", "http://service.test/adv/v1/balance"],
    ["http://service.test/", "http://service.test/adv/v1/balance"],
    ["https://shop.test/seller-api/v2", "https://shop.test/seller-api/v2/adv/v1/balance"],
    ["https://shop.test/seller-api/", "https://shop.test/seller-api/adv/v1/balance"]
  ] as const)("is below %s", ([baseUrl, url]) =>
    Effect.gen(function* () {
      const { asked, client } = yield* scripted([balance()], { baseUrl })
      yield* client.finance.balance()
      assert.deepStrictEqual(
        (yield* asked).map((request) => request.url),
        [url]
      )
    })
  )

  it.effect("may depend on the operation", () =>
    Effect.gen(function* () {
      const baseUrl = (operation: string) => `https://${operation.split(".")[0]}.test/api`
      const { asked, client } = yield* scripted([balance(), lists(4)], { baseUrl })
      yield* client.finance.balance()
      yield* client.campaigns.lists()
      assert.deepStrictEqual(
        (yield* asked).map(({ url }) => url),
        ["https://finance.test/api/adv/v1/balance", "https://campaigns.test/api/adv/v1/promotion/count"]
      )
    })
  )

  it.effect("is the same for the change log, which asks for no token, and is read again too", () =>
    Effect.gen(function* () {
      const baseUrl = "https://shop.test/seller-api/"
      const { asked, client } = yield* scripted([problem(500), json({ changes: [] })], { baseUrl })
      assert.deepStrictEqual(yield* inTime(client.changeLog.list({ query: {} })), { changes: [] })
      assert.deepStrictEqual(
        (yield* asked).map(({ at, token, url }) => ({ at, token, url })),
        [0, 1].map((at) => ({ at, token: undefined, url: "https://shop.test/seller-api/changelog.json" }))
      )
    })
  )
})

describe("a failure", () => {
  const connection = { baseUrl: "http://service.test", retries: 0 }
  const secret = Redacted.make("my-secret")
  const calls: Readonly<Record<string, Effect.Effect<unknown, unknown, HttpClient.HttpClient>>> = {
    seller: Effect.flatMap(Client.make({ ...connection, token: secret }), ({ webhooks }) =>
      webhooks.list({ query: {} })
    ),
    operator: Effect.flatMap(OperatorClient.make({ ...connection, key: secret }), ({ dispatchers }) =>
      dispatchers.list()
    )
  }
  const answers: Readonly<Record<string, () => Promise<Response>>> = {
    "is refused": () => Promise.reject(new TypeError("fetch failed")),
    "gets 502": async () => new Response("<html>", { status: 502, headers: { "content-type": "text/html" } }),
    "gets a problem that is none": async () => json({ title: 7 }, 401),
    "gets what it cannot decode": async () => json({ webhooks: 7, dispatchers: 7 }),
    "gets no JSON": async () => new Response("{", jsonType),
    "gets a part of an answer": async () => broken()
  }

  it.effect.each(
    Object.entries(calls).flatMap(([client, call]) =>
      Object.entries(answers).map(([what, answer]) => ({ client, call, what, answer }))
    )
  )("shows nothing secret where a call of the $client $what", ({ answer, call }) =>
    Effect.gen(function* () {
      const sent: Array<string | null> = []
      const fetch: typeof globalThis.fetch = (input, init) => {
        sent.push(new Request(input, init).headers.get("authorization"))
        return answer()
      }
      const failure = yield* Effect.flip(
        Effect.sandbox(
          call.pipe(Effect.provide(FetchHttpClient.layer), Effect.provideService(FetchHttpClient.Fetch, fetch))
        )
      )
      assert.match(sent.join(), /my-secret/)
      assert.notInclude(inspect(failure, { customInspect: false, depth: 20, showHidden: true }), "my-secret")
    })
  )

  it.effect("shows the answer", () =>
    Effect.gen(function* () {
      const { client } = yield* scripted([new Response("<html>", { status: 502 })], { retries: 0 })
      const failure = yield* Effect.flip(client.finance.balance())
      assert(HttpClientError.isHttpClientError(failure))
      assert.strictEqual(failure.message, "Decode: undeclared status code (502 GET http://service.test/adv/v1/balance)")
      assert.strictEqual(yield* failure.response!.text, "<html>")
    })
  )
})
