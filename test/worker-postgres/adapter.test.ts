/** What a Worker does with its connections to PostgreSQL. */
import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { vi } from "vitest"
import { fetchAlone } from "../fixtures/fetchAlone.ts"
import { freePort } from "../fixtures/freePort.ts"
import { postgresClient, postgresDatabase } from "../targets.ts"
import { issueToken, tokenSecret } from "../apiTokens.ts"
import { assertLateReaderIsAnswered, assertReadsWithBodiesAreAnswered } from "../worker/oddCallers.ts"
import { startReceiver } from "../worker/seller/receiver.ts"
import { startPostgresWorkerd } from "./postgresWorkerd.ts"

const sellerId = "01980000-0000-7000-8000-000000000001"
const path = "/api/v1/webhooks"

const workerOver = (database: string) =>
  Effect.acquireRelease(
    Effect.promise(() => startPostgresWorkerd(database)),
    ({ stop }) => Effect.promise(stop)
  )

const connections = Effect.map(
  Effect.flatMap(
    PgClient.PgClient,
    (sql) => sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and application_name = 'sellerkit'`
  ),
  ([found]) => found!.count
)

const workerWithDatabase = Effect.gen(function* () {
  const database = yield* postgresDatabase
  const client = yield* Layer.build(postgresClient(database))
  const { ring, url } = yield* workerOver(database.service?.url ?? database.url)
  const token = yield* Effect.promise(() => issueToken({ sellerId }))
  const headers = { authorization: token }
  return {
    url,
    token,
    ring,
    ask: (signal?: AbortSignal) => fetchAlone(`${url}${path}`, { headers, ...(signal && { signal }) }),
    areClosed: () => vi.waitFor(async () => assert.strictEqual(await Effect.runPromiseWith(client)(connections), 0))
  }
})

it.live("answers requests that come together, each over a connection of its own that ends with it", () =>
  Effect.gen(function* () {
    const { areClosed, ask } = yield* workerWithDatabase
    yield* Effect.promise(async () => {
      // Some of the services have been kept the second time, and others come in addition.
      for (const requests of [10, 25]) {
        const answers = await Promise.all(Array.from({ length: requests }, () => ask()))
        assert.deepStrictEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
        await areClosed()
      }
    })
  }).pipe(Effect.scoped)
)

it.live("goes on after callers who hung up, and keeps nothing of theirs", () =>
  Effect.gen(function* () {
    const { areClosed, ask } = yield* workerWithDatabase
    yield* Effect.promise(async () => {
      await ask()
      for (let wait = 0; wait < 30; wait++) {
        const answer = ask(AbortSignal.timeout(wait)).then(
          () => undefined,
          () => undefined
        )
        await Promise.all([answer, ask().then(({ status }) => assert.strictEqual(status, 200))])
      }
      await areClosed()
    })
  }).pipe(Effect.scoped)
)

it.live("answers a caller that reads nothing before it has sent all, however much that is", () =>
  Effect.gen(function* () {
    const { token, url } = yield* workerWithDatabase
    yield* Effect.promise(() => assertLateReaderIsAnswered(url, token))
  }).pipe(Effect.scoped)
)

it.live("answers reads that come with a body, or announce one", () =>
  Effect.gen(function* () {
    const { token, url } = yield* workerWithDatabase
    yield* Effect.promise(() => assertReadsWithBodiesAreAnswered(url, token))
  }).pipe(Effect.scoped)
)

it.live("answers what needs no database while there is none, and 503 to the rest", () =>
  Effect.gen(function* () {
    const port = yield* Effect.promise(freePort)
    const { url } = yield* workerOver(`postgresql://nobody:nothing@127.0.0.1:${port}/none`)
    yield* Effect.promise(async () => {
      const headers = { authorization: await issueToken({ sellerId }) }
      for (let call = 0; call < 2; call++) {
        const answer = await fetchAlone(`${url}${path}`, { headers })
        assert.strictEqual(answer.status, 503)
        assert.strictEqual(((await answer.json()) as any).title, "Service unavailable")
        assert.strictEqual((await fetchAlone(`${url}/openapi.json`)).status, 200)
        assert.strictEqual((await fetchAlone(`${url}${path}`)).status, 401)
      }
    })
  }).pipe(Effect.scoped)
)

it.live("answers the operator, also about all sellers together", () =>
  Effect.gen(function* () {
    const { areClosed, url } = yield* workerWithDatabase
    const call = (method: string, asked: string, body?: unknown) =>
      fetchAlone(`${url}${asked}`, {
        method,
        headers: { authorization: `Bearer ${Redacted.value(tokenSecret)}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) })
      })
    yield* Effect.promise(async () => {
      const payload = { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" }
      const events = [{ scope: "content", type: "card_changed", payload }]
      const published = await call("POST", "/operator/v1/events", { sellerId, events })
      assert.deepStrictEqual([published.status, ((await published.json()) as any).events[0].deliveries], [202, 0])
      const made: any = await (await call("POST", "/operator/v1/tokens", { sellerId })).json()
      const seller = () => fetchAlone(`${url}${path}`, { headers: { authorization: made.token } })
      assert.strictEqual((await seller()).status, 200)
      assert.strictEqual((await call("DELETE", `/operator/v1/tokens/${made.tokenId}`)).status, 204)
      assert.strictEqual((await seller()).status, 401)
      assert.match(await (await call("GET", "/metrics")).text(), /^sellerkit_events_waiting 0$/m)
      assert.strictEqual((await fetchAlone(`${url}/metrics`)).status, 401)
      await areClosed()
    })
  }).pipe(Effect.scoped)
)

it.live("goes on with a resend for as long as a call of the cron trigger may last, at its rate", () =>
  Effect.gen(function* () {
    const { ring, token, url } = yield* workerWithDatabase
    const receiver = yield* Effect.acquireRelease(
      Effect.promise(() => startReceiver()),
      ({ stop }) => Effect.sync(stop)
    )
    const call = async (authorization: string, method: string, asked: string, body?: unknown): Promise<any> => {
      const answer = await fetchAlone(`${url}${asked}`, {
        method,
        headers: { authorization, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) })
      })
      return answer.json()
    }
    const operator = (method: string, asked: string, body?: unknown) =>
      call(`Bearer ${Redacted.value(tokenSecret)}`, method, `/operator/v1${asked}`, body)
    yield* Effect.promise(async () => {
      const since = new Date(Date.now() - 60_000).toISOString()
      const subscriptions = [{ scope: "content", event: "card_changed" }]
      const created = await call(token, "POST", path, {
        name: "Cards",
        url: receiver.url,
        enabled: true,
        subscriptions
      })
      const payload = { nmID: 1, vendorCode: "a", updatedAt: "2026-01-15T09:30:00Z" }
      const events = Array.from({ length: 4 }, () => ({ scope: "content", type: "card_changed", payload }))
      await operator("POST", "/events", { sellerId, events })
      await ring()
      assert.lengthOf(receiver.keys, 4)
      const asked = `/sellers/${sellerId}/webhooks/${created.id}/resend`
      const begun = await operator("POST", asked, { since, eventsPerSecond: 1 })
      const begunAt = Date.now()
      await ring()
      assert.isAtLeast(Date.now() - begunAt, 2900)
      const ended = await operator("GET", `/sellers/${sellerId}/resends/${begun.id}`)
      assert.deepStrictEqual([ended.state, ended.resent], ["finished", 4])
      await ring()
      assert.lengthOf(receiver.keys, 8)
    })
  }).pipe(Effect.scoped)
)

it.live("has a console, whose sessions reach all sellers, and says where its files are missing", () =>
  Effect.gen(function* () {
    const { areClosed, url } = yield* workerWithDatabase
    yield* Effect.promise(async () => {
      const own = { "x-sellerkit-console": "1", "content-type": "application/json" }
      const logIn = (operatorKey: string) =>
        fetchAlone(`${url}/console/session`, { method: "POST", headers: own, body: JSON.stringify({ operatorKey }) })
      const entered = await logIn(Redacted.value(tokenSecret))
      assert.deepInclude(((await entered.json()) as any).features, {
        everySeller: true,
        live: false
      })
      const headers = { ...own, cookie: entered.headers.get("set-cookie")!.split(";")[0]! }
      const webhook = { name: "Of the console", url: "http://127.0.0.1:9/", enabled: true }
      const subscriptions = [{ scope: "content", event: "card_changed" }]
      const created = await fetchAlone(`${url}/console/sellers/${sellerId}/api${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify({ ...webhook, subscriptions })
      })
      assert.strictEqual(created.status, 200)
      const listed: any = await (await fetchAlone(`${url}/console/operator/v1/webhooks`, { headers })).json()
      assert.deepStrictEqual(
        listed.webhooks.map((one: any) => [one.sellerId, one.name]),
        [[sellerId, "Of the console"]]
      )
      // It is answered once: nobody is told what comes then.
      const followed = await fetchAlone(`${url}/console/operator/v1/webhooks`, {
        headers: { ...headers, accept: "text/event-stream" }
      })
      assert.match(followed.headers.get("content-type")!, /^application\/json/)
      await followed.text()
      // Requests at once have a service each, and are counted together: each alone would be asked a few times.
      const attempts = async () => {
        const answers = await Promise.all(Array.from({ length: 40 }, () => logIn("a wrong key")))
        await Promise.all(answers.map((answer) => answer.text()))
        return answers.map(({ status }) => status)
      }
      const statuses: Array<number> = []
      // More may be made while a slow machine takes its time.
      while (!statuses.includes(429) && statuses.length < 200) statuses.push(...(await attempts()))
      assert.include(statuses, 429)
      const page = await fetchAlone(`${url}/console`)
      assert.deepStrictEqual([page.status, /dist\/app/.test(await page.text())], [503, true])
      await areClosed()
    })
  }).pipe(Effect.scoped)
)
