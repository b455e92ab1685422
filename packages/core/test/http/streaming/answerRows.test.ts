/** Rows as answers: whole, streamed, known already, empty, broken off. */
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, identity, Latch, Schema, Stream } from "effect"
import { HttpBody, HttpServerResponse } from "effect/http"
import { StorageError } from "../../../src/storage/StorageError.ts"
import type { RawText } from "../../../src/storage/RawText.ts"
import { inUtf8, rowsInParts, rowText, type Served, serveRows } from "./serveRows.ts"

const get = (served: Served, headers: Record<string, string> = {}, method = "GET") =>
  Effect.promise(() => serveRows(served, new Request("http://seller.test/rows", { headers, method })))

const textOf = (response: Response) => Effect.promise(() => response.text())

const rawText = (row: Schema.Json, isEncoded: boolean): RawText => {
  const text = JSON.stringify(row)
  return isEncoded ? inUtf8(text) : text
}

const failure = (retryable: boolean) => new StorageError({ operation: "find", retryable, cause: new Error("gone") })

describe("rows", () => {
  it.prop(
    "are an array of JSON, in whatever parts they are read, as texts or in UTF-8",
    [Schema.Array(Schema.Array(Schema.Tuple([Schema.Json, Schema.Boolean])))],
    ([parts]) =>
      Effect.gen(function* () {
        const rows = Stream.fromIterable(parts).pipe(
          Stream.filter((part) => part.length > 0),
          Stream.flatMap((part) => Stream.fromArray(part.map(([row, isEncoded]) => rawText(row, isEncoded))))
        )
        const answer = yield* get({ rows })
        assert.deepStrictEqual(
          JSON.parse(yield* textOf(answer)),
          JSON.parse(JSON.stringify(parts.flat().map(([row]) => row)))
        )
      })
  )

  it.effect("are an array of JSON that is longer than a chunk", () =>
    Effect.gen(function* () {
      for (const part of [1, 7, 1000]) {
        const texts: Stream.Stream<RawText> = rowsInParts(2500, part, 100)
        for (const rows of [texts, Stream.map(rowsInParts(2500, part, 100), inUtf8)]) {
          const shown = JSON.parse(yield* textOf(yield* get({ rows })))
          assert.deepStrictEqual(
            shown.map(({ row }: { readonly row: number }) => row),
            Array.from({ length: 2500 }, (_, row) => row)
          )
        }
      }
    })
  )

  it.effect("leave in chunks of some sixteen to sixty-four KiB", () =>
    Effect.gen(function* () {
      const { body } = yield* get({ rows: rowsInParts(2500, 1000, 100) })
      const chunks = Stream.fromReadableStream({ evaluate: () => body!, onError: identity })
      const sizes = yield* Stream.runCollect(Stream.map(chunks, (chunk) => chunk.length))
      for (const size of sizes.slice(0, -1)) assert.isTrue(size >= 16 * 1024 && size <= 64 * 1024, String(sizes))
    })
  )

  it.effect("say how they may be kept, and which they are", () =>
    Effect.gen(function* () {
      for (const rows of [rowsInParts(1), rowsInParts(5000)]) {
        const { headers, status } = yield* get({ rows })
        assert.deepStrictEqual(
          [status, ...["content-type", "etag", "cache-control", "vary"].map((name) => headers.get(name))],
          [200, "application/json", 'W/"seven"', "private, no-cache", "accept-encoding"]
        )
      }
    })
  )

  it.effect("are an empty array where there are none, or an answer without a body", () =>
    Effect.gen(function* () {
      const [array, nothing] = [yield* get({ rows: Stream.empty }), yield* get({ rows: Stream.empty, whenEmpty: 204 })]
      assert.deepStrictEqual([array.status, yield* textOf(array)], [200, "[]"])
      assert.deepStrictEqual(
        [nothing.status, nothing.body, nothing.headers.get("etag"), nothing.headers.get("content-type")],
        [204, null, 'W/"seven"', null]
      )
      const some = yield* get({ rows: rowsInParts(1), whenEmpty: 204 })
      assert.deepStrictEqual([some.status, yield* textOf(some)], [200, `[${rowText(0)}]`])
    })
  )

  it.effect("are within whatever stands around them", () =>
    Effect.gen(function* () {
      const around = { before: '{"items":[', after: "]}" }
      for (const rows of [0, 1, 2500]) {
        const answer = yield* get({ rows: Stream.take(rowsInParts(2500, 1000, 100), rows), around })
        assert.lengthOf(JSON.parse(yield* textOf(answer)).items, rows)
      }
    })
  )

  it.effect("are read each time where nobody knows which they are", () =>
    Effect.gen(function* () {
      const { headers, status } = yield* get({ rows: rowsInParts(1), validator: undefined }, { "if-none-match": "*" })
      assert.deepStrictEqual([status, headers.get("etag"), headers.get("vary")], [200, null, "accept-encoding"])
    })
  )

  it.effect("are only read as far as their reader reads", () =>
    Effect.gen(function* () {
      let read = 0
      const rows = Stream.tap(rowsInParts(100_000, 100, 100), () => Effect.sync(() => read++))
      const reader = (yield* get({ rows })).body!.getReader()
      yield* Effect.promise(() => reader.read())
      for (let turn = 0; turn < 100; turn++) yield* Effect.yieldNow
      // A chunk has some 270, and one chunk is ready for the reader besides the one that it has.
      assert.isBelow(read, 1000)
      yield* Effect.promise(() => reader.cancel())
    })
  )
})

describe("a reader that goes away", () => {
  /** Rows whose second part takes for ever. */
  const hanging = (ended: Deferred.Deferred<string>) =>
    Stream.concat(rowsInParts(1000, 1000, 100), Stream.never).pipe(Stream.ensuring(Deferred.succeed(ended, "closed")))

  it.effect("ends the reading, also while rows are waited for", () =>
    Effect.gen(function* () {
      const ended = yield* Deferred.make<string>()
      const reader = (yield* get({ rows: hanging(ended) })).body!.getReader()
      yield* Effect.promise(() => reader.read())
      yield* Effect.promise(() => reader.cancel())
      assert.strictEqual(yield* Deferred.await(ended), "closed")
    })
  )

  it.effect("ends it before the first row as well", () =>
    Effect.gen(function* () {
      const [begun, ended] = [yield* Latch.make(), yield* Deferred.make<string>()]
      const rows = Stream.fromEffect(Effect.andThen(begun.open, Effect.never)).pipe(
        Stream.ensuring(Deferred.succeed(ended, "closed"))
      )
      const caller = new AbortController()
      void serveRows({ rows }, new Request("http://seller.test/rows", { signal: caller.signal })).catch(() => {})
      yield* begun.await
      caller.abort()
      assert.strictEqual(yield* Deferred.await(ended), "closed")
    })
  )

  it.effect("is no failure", () =>
    Effect.gen(function* () {
      const logged: Array<string> = []
      const ended = yield* Deferred.make<string>()
      const { body } = yield* Effect.promise(() =>
        serveRows({ rows: hanging(ended) }, new Request("http://seller.test/rows"), (line) => void logged.push(line))
      )
      yield* Effect.promise(() => body!.cancel())
      yield* Deferred.await(ended)
      assert.deepStrictEqual(logged, [])
    })
  )
})

describe("a failure", () => {
  const served = (before: Stream.Stream<string>, error: unknown) => {
    const logged: Array<string> = []
    const answer = serveRows(
      { rows: Stream.concat(before, Stream.fail(error)) },
      new Request("http://seller.test/rows"),
      (line) => void logged.push(line)
    )
    return Effect.map(
      Effect.promise(() => answer),
      (response) => ({ response, logged })
    )
  }

  it.effect("before the first chunk is a failure of the operation", () =>
    Effect.gen(function* () {
      for (const before of [Stream.empty, rowsInParts(3)]) {
        assert.strictEqual((yield* served(before, failure(false))).response.status, 500)
      }
    })
  )

  it.effect("afterwards breaks the answer off, and is logged once", () =>
    Effect.gen(function* () {
      const unexpected = yield* served(rowsInParts(2000, 1000, 100), failure(false))
      assert.strictEqual(unexpected.response.status, 200)
      const text = yield* Effect.exit(Effect.tryPromise(() => unexpected.response.text()))
      assert.strictEqual(text._tag, "Failure")
      assert.deepStrictEqual(unexpected.logged, ["Error An answer was broken off by an unexpected failure"])

      const away = yield* served(rowsInParts(2000, 1000, 100), failure(true))
      yield* Effect.exit(Effect.tryPromise(() => away.response.text()))
      assert.deepStrictEqual(away.logged, ["Warn An answer was broken off: the storage is away, or takes nothing"])
    })
  )
})

describe("a caller who has the answer", () => {
  const unread = (ifNoneMatch: string, method = "GET") => {
    let isRead = false
    const rows = Stream.suspend(() => {
      isRead = true
      return rowsInParts(3)
    })
    return Effect.map(get({ rows }, { "if-none-match": ifNoneMatch }, method), (response) => ({ response, isRead }))
  }

  it.effect("is told so, and no row is read", () =>
    Effect.gen(function* () {
      for (const known of [
        'W/"seven"',
        '"seven"',
        '"six", W/"seven"',
        '"six",\t "seven" ,"eight"',
        "*",
        ' "a,b","seven"'
      ]) {
        const { isRead, response } = yield* unread(known)
        assert.deepStrictEqual(
          [response.status, response.body, response.headers.get("etag"), isRead],
          [304, null, 'W/"seven"', false],
          known
        )
        assert.strictEqual(response.headers.get("vary"), "accept-encoding")
      }
      assert.isFalse((yield* unread("*", "HEAD")).isRead)
    })
  )

  it.effect("gets another one, and so does one whose condition cannot be read", () =>
    Effect.gen(function* () {
      for (const known of ["", '"six"', "seven", '"Seven"', 'W/"seven', 'w/"seven"', '"sev,en"', "**", '"x"seven"']) {
        assert.strictEqual((yield* unread(known)).response.status, 200, known)
      }
    })
  )

  it.effect("is answered at once, however much it says that it has", () =>
    Effect.gen(function* () {
      for (const many of [
        '"six",'.repeat(20_000),
        " ".repeat(100_000),
        '"'.repeat(100_001),
        ", ".repeat(50_000),
        "W/".repeat(50_000)
      ]) {
        assert.strictEqual((yield* unread(many)).response.status, 200)
      }
    })
  )

  it.effect("has no conditions for what only reads by another method", () =>
    Effect.gen(function* () {
      const { response } = yield* unread("*", "POST")
      assert.deepStrictEqual([response.status, response.headers.get("etag")], [200, null])
    })
  )
})

describe("compression", () => {
  /** Says what it was asked for, and leaves the rest to be looked at. */
  const compression: NonNullable<Served["compression"]> = {
    algorithms: new Set(["gzip", "br"]),
    compressResponse: (response, coding) =>
      Effect.succeed(
        HttpServerResponse.setHeader(
          response.body._tag === "Stream"
            ? HttpServerResponse.setBody(response, HttpBody.stream(response.body.stream, response.body.contentType))
            : response,
          "x-compressed",
          coding
        )
      )
  }

  it.effect("is for answers that are worth it, where the caller asks for it", () =>
    Effect.gen(function* () {
      const asked = { "accept-encoding": "gzip" }
      const answers = [
        yield* get({ rows: rowsInParts(5000), compression }, asked),
        yield* get({ rows: rowsInParts(1, 1, 2000), compression }, asked),
        yield* get({ rows: rowsInParts(1, 1, 10), compression }, asked),
        yield* get({ rows: rowsInParts(5000), compression }),
        yield* get({ rows: rowsInParts(5000) }, asked)
      ]
      assert.deepStrictEqual(
        answers.map(({ headers }) => headers.get("content-encoding")),
        ["gzip", "gzip", null, null, null]
      )
      for (const { headers } of answers) {
        assert.deepStrictEqual([headers.get("etag"), headers.get("vary")], ['W/"seven"', "accept-encoding"])
      }
    })
  )
})
