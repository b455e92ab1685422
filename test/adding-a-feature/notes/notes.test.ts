/** Notes through the API of a whole service, over storages, by the clock of the test. */
import {
  AddressPolicy,
  defaultHeartbeatRule,
  encodeKey,
  HeartbeatRule,
  type HostCaller,
  hostCallersLayer,
  noTokensLayer,
  OwnRateBudgets,
  RecordStore,
  RetentionInterval,
  SecretVault,
  SellerId,
  type StoragePorts
} from "@sellerkit/core"
import { defaultDispatcherOptions, DispatcherOptions, FetchTransport } from "@sellerkit/core/delivery"
import { fallbackLayer, WebApi, wholeDocsPageLayer } from "@sellerkit/core/http"
import {
  backgroundLayer,
  JobIdleCheck,
  recordWork,
  sellerApiDocument,
  sellerRoutes,
  servicesLayer
} from "@sellerkit/core/service"
import * as MemoryStorage from "@sellerkit/storage-memory"
import * as SqliteStorage from "@sellerkit/storage-sqlite"
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Layer, Result } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"

const seller: HostCaller = { sellerId: "01980000-0000-7000-8000-000000000001" }
const another: HostCaller = { sellerId: "01980000-0000-7000-8000-000000000002" }
const nobody = "01980000-0000-7000-8000-00000000dead"

/** Looks for nothing that another process may have brought: there is none. */
const quiet = Layer.mergeAll(
  Layer.succeed(DispatcherOptions, { ...defaultDispatcherOptions, idleCheck: Duration.infinity }),
  Layer.succeed(JobIdleCheck, Duration.infinity),
  Layer.succeed(HeartbeatRule, { ...defaultHeartbeatRule, every: Duration.infinity }),
  Layer.succeed(RetentionInterval, Duration.days(1))
)

const serviceOver = <E>(storage: Layer.Layer<StoragePorts, E>) =>
  Layer.mergeAll(WebApi.layer(Layer.merge(sellerRoutes, fallbackLayer)), backgroundLayer).pipe(
    Layer.provide(wholeDocsPageLayer),
    Layer.provideMerge(servicesLayer),
    Layer.provideMerge(
      Layer.mergeAll(
        FetchTransport.layer.pipe(Layer.provide(Layer.succeed(AddressPolicy, { allowed: [] }))),
        OwnRateBudgets.layer,
        hostCallersLayer(noTokensLayer),
        SecretVault.layer([]),
        Mac.layerWebCrypto
      )
    ),
    Layer.provideMerge(storage),
    Layer.provideMerge(SecureRandom.layerWebCrypto),
    Layer.provideMerge(quiet)
  )

const send = Effect.fnUntraced(function* (method: string, path: string, body?: unknown, caller = seller) {
  const { handler } = yield* WebApi
  const request = new Request(`http://seller.test/api/v1/notes${path}`, {
    method,
    ...(body === undefined
      ? undefined
      : { body: JSON.stringify(body), headers: { "content-type": "application/json" } })
  })
  return yield* Effect.promise(() => handler(request, { authenticate: () => caller }))
})

const call = Effect.fnUntraced(function* (...asked: Parameters<typeof send>) {
  const answer = yield* send(...asked)
  const text = yield* Effect.promise(() => answer.text())
  return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) }
})

const create = (text: string) => Effect.map(call("POST", "", { text }), ({ body }) => body)

const textsOf = (notes: ReadonlyArray<{ readonly text: string }>) => notes.map(({ text }) => text)

/** As many as no test asks for one by one. */
const writeChanges = Effect.fnUntraced(function* (rows: number) {
  const store = yield* RecordStore
  const puts = Array.from({ length: rows }, (_, number) => ({
    collection: "noteChange",
    key: encodeKey([number, nobody]),
    content: JSON.stringify({ id: nobody, time: "1970-01-01T00:00:00.000Z", noteId: nobody, change: "edited" }),
    places: [],
    dueAt: undefined,
    since: undefined
  }))
  const decision = Result.succeed({ answer: undefined, changes: { puts, removes: [], events: [] } })
  yield* store.transact({ sellerId: SellerId.make(seller.sellerId), sandbox: false }, [], () => decision)
})

const report = (period = "") =>
  Effect.flatMap(send("GET", `/changes${period}`), (answer) =>
    Effect.map(
      Effect.promise(() => answer.text()),
      (text) => ({
        type: answer.headers.get("content-type"),
        lines: text
          .split("\n")
          .slice(0, -1)
          .map((line) => JSON.parse(line))
      })
    )
  )

for (const [name, storage] of [
  ["memory", MemoryStorage.layer],
  ["SQLite", SqliteStorage.layer(":memory:")]
] as const) {
  describe(`notes over ${name}`, () => {
    const test = (title: string, body: Effect.Effect<void, unknown, Layer.Success<ReturnType<typeof serviceOver>>>) =>
      it.effect(title, () => Effect.provide(body, serviceOver(storage)))

    test(
      "are created, listed page by page, edited and deleted, by the seller alone",
      Effect.gen(function* () {
        const [first, second, third] = [yield* create("one"), yield* create("two"), yield* create("three")]
        const newest = yield* call("GET", "?limit=2")
        assert.deepStrictEqual(textsOf(newest.body.notes), ["three", "two"])
        const older = yield* call("GET", `?limit=2&next=${newest.body.next}`)
        assert.deepStrictEqual([textsOf(older.body.notes), older.body.next], [["one"], ""])
        const back = yield* call("GET", `?limit=2&prev=${older.body.prev}`)
        assert.deepStrictEqual(back.body.notes, [third, second])

        const edited = yield* call("PUT", `/${first.id}`, { text: "once" })
        assert.deepStrictEqual(edited, { status: 200, body: { ...first, text: "once" } })
        assert.strictEqual((yield* call("DELETE", `/${second.id}`)).status, 204)
        assert.deepStrictEqual(textsOf((yield* call("GET", "")).body.notes), ["three", "once"])
        assert.deepStrictEqual((yield* call("GET", "", undefined, another)).body.notes, [])
      })
    )

    test(
      "are refused where there is none, or something is wrong",
      Effect.gen(function* () {
        const { id } = yield* create("one")
        const asked = [
          yield* call("PUT", `/${nobody}`, { text: "once" }),
          yield* call("DELETE", `/${id}`, undefined, another),
          yield* call("POST", `/${nobody}/publish`),
          yield* call("POST", "", { text: "" })
        ]
        assert.deepStrictEqual(
          asked.map(({ body, status }) => `${status} ${body.title}`),
          ["404 Note not found", "404 Note not found", "404 Note not found", "400 Bad request"]
        )
      })
    )

    test(
      "are published a minute after that was asked for, to the millisecond, and once",
      Effect.gen(function* () {
        const { id } = yield* create("one")
        const asked = yield* call("POST", `/${id}/publish`)
        assert.strictEqual(asked.body.publishesAt, "1970-01-01T00:01:00.000Z")
        const again = yield* call("POST", `/${id}/publish`)
        assert.deepStrictEqual([again.status, again.body.title], [409, "Note is published"])
        yield* TestClock.adjust("59999 millis")
        assert.notProperty((yield* call("GET", "")).body.notes[0], "publishedAt")
        yield* TestClock.adjust("1 millis")
        const [{ publishedAt, publishesAt }] = (yield* call("GET", "")).body.notes
        assert.deepStrictEqual([publishedAt, publishesAt], ["1970-01-01T00:01:00.000Z", undefined])
        assert.strictEqual((yield* call("POST", `/${id}/publish`)).status, 409)
      })
    )

    test(
      "have a report of their changes, which are kept for a month",
      Effect.gen(function* () {
        const { id } = yield* create("one")
        yield* call("POST", `/${id}/publish`)
        yield* TestClock.adjust("1 minute")
        yield* TestClock.adjust("20 days")
        yield* call("PUT", `/${id}`, { text: "once" })
        const { lines, type } = yield* report()
        assert.strictEqual(type, "application/x-ndjson")
        assert.deepStrictEqual(
          lines.map(({ change, noteId }) => [change, noteId]),
          ["created", "publicationAsked", "published", "edited"].map((change) => [change, id])
        )
        const published = lines[2]
        assert.strictEqual(published.time, "1970-01-01T00:01:00.000Z")
        const ofThen = yield* report(`?from=${published.time}&to=${published.time}`)
        assert.deepStrictEqual(ofThen.lines, [published])
        yield* TestClock.adjust("11 days")
        // A storage removes what is old while time goes on.
        const left = yield* Effect.repeat(Effect.andThen(TestClock.adjust("10 minutes"), report()), {
          until: ({ lines }) => lines.length < 4,
          times: 50
        })
        assert.deepStrictEqual(
          left.lines.map(({ change }) => change),
          ["edited"]
        )
      })
    )

    it.effect("stream the report: what its reader does not take is not read", () => {
      let reads = 0
      const counted = Layer.effect(
        RecordStore,
        Effect.map(RecordStore, (store) =>
          RecordStore.of({
            ...store,
            find: (...asked) => Effect.tap(store.find(...asked), () => Effect.sync(() => reads++))
          })
        )
      )
      return Effect.gen(function* () {
        yield* writeChanges(20_000)
        const { body } = yield* send("GET", "/changes")
        const reader = body!.getReader()
        yield* Effect.promise(() => reader.read())
        yield* Effect.promise(() => reader.cancel())
        assert.isBelow(reads, 4)
        assert.lengthOf((yield* report()).lines, 20_000)
      }).pipe(Effect.provide(serviceOver(Layer.provideMerge(counted, storage))))
    })
  })
}

describe("what storages know of notes", () => {
  it("is which records a job waits for, so that an object's alarm is set for them", () => {
    assert.deepStrictEqual([recordWork.due["notes"], recordWork.old["noteChanges"]], ["note", "noteChange"])
  })
})

describe("the description of notes", () => {
  it.effect("has a text for each operation, field and answer", () =>
    Effect.gen(function* () {
      const { components, paths } = (yield* sellerApiDocument) as Record<string, any>
      const operations = Object.entries<any>(paths)
        .filter(([path]) => path.startsWith("/api/v1/notes"))
        .flatMap(([, methods]) => Object.values<any>(methods))
      assert.lengthOf(operations, 6)
      for (const { description, operationId, parameters, responses } of operations) {
        assert.isNotEmpty(description, operationId)
        for (const parameter of parameters) assert.isNotEmpty(parameter.description, `${operationId} ${parameter.name}`)
        for (const [status, answer] of Object.entries<any>(responses)) {
          assert.isNotEmpty(answer.description, `${operationId} ${status}`)
        }
      }
      for (const [field, { description }] of Object.entries<any>(components.schemas.Note.properties)) {
        assert.isNotEmpty(description, field)
      }
    })
  )
})
