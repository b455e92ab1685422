/** Rows that are read as they arrive. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted, Schema, Stream } from "effect"
import { HttpClient, HttpClientError, HttpClientResponse } from "effect/http"
import { Client, Rows } from "../../src/client/index.ts"

const Row = Schema.Struct({ nm: Schema.Int, title: Schema.String })

/** A call that is answered with these pieces. `sent` counts how many have been taken. */
const answered = (pieces: Iterable<string | Uint8Array>, status = 200) => {
  const bytes = new TextEncoder()
  let sent = 0
  const iterator = pieces[Symbol.iterator]()
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        const { done, value } = iterator.next()
        if (done) return controller.close()
        sent++
        controller.enqueue(typeof value === "string" ? bytes.encode(value) : value)
      }
    },
    { highWaterMark: 0 }
  )
  const http = HttpClient.make((request) =>
    Effect.succeed(HttpClientResponse.fromWeb(request, new Response(status === 204 ? null : body, { status })))
  )
  const call = Client.make({ baseUrl: "http://service.test", token: Redacted.make("token"), retries: 0 }).pipe(
    Effect.flatMap((client) => client.products.nomenclatures({ payload: [1], responseMode: "response-only" })),
    Effect.provide(Layer.succeed(HttpClient.HttpClient, http))
  )
  return { call, sent: () => sent }
}

const rowsOf = (pieces: Iterable<string | Uint8Array>, path?: string) =>
  Effect.map(Stream.runCollect(Rows.of(answered(pieces).call, { row: Row, ...(path && { path }) })), (rows) => [
    ...rows
  ])

const row = (nm: number) => ({ nm, title: `Рубашка, "${nm}" [{` })

describe("the rows of an answer", () => {
  it.effect("are the elements of its list, wherever pieces of it are cut", () =>
    Effect.gen(function* () {
      const bytes = new TextEncoder().encode(` ${JSON.stringify([row(1), row(2), row(3)], null, 1)} `)
      for (const size of [1, 2, 3, 7, 1000]) {
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.slice(index * size, (index + 1) * size)
        )
        assert.deepStrictEqual(yield* rowsOf(pieces), [row(1), row(2), row(3)])
      }
    })
  )

  it.effect("may stand deeper in it, beside something else", () =>
    Effect.gen(function* () {
      const body = JSON.stringify({ total: 2, data: { items: [row(1), row(2)], more: [1] } })
      assert.deepStrictEqual(yield* rowsOf([body], "$.data.items.*"), [row(1), row(2)])
    })
  )

  it.effect("come while the answer is still arriving", () =>
    Effect.gen(function* () {
      const pieces = function* () {
        yield "["
        for (let nm = 0; nm < 100_000; nm++) yield `${nm === 0 ? "" : ","}${JSON.stringify(row(nm))}`
        yield "]"
      }
      const { call, sent } = answered(pieces())
      const first = yield* Stream.runCollect(Stream.take(Rows.of(call, { row: Row }), 3))
      assert.deepStrictEqual([...first], [row(0), row(1), row(2)])
      assert.isBelow(sent(), 20)
    })
  )

  it.effect("are none where the list is empty, and where the status is 204", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* rowsOf(["[]"]), [])
      assert.deepStrictEqual([...(yield* Stream.runCollect(Rows.of(answered([], 204).call, { row: Row })))], [])
    })
  )

  it.effect.each([
    ["it is cut off", '[{"nm":1,"title":"A"},'],
    ["it is no JSON", "<html>"],
    ["it is empty", ""],
    ["something follows it", "[] []"]
  ] as const)("fail where %s", ([_what, body]) =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(rowsOf([body]))
      assert.instanceOf(failure, Rows.RowsUnreadable)
      assert.include(failure.message, "cannot be read")
    })
  )

  it.effect("fail where one of them is another thing", () =>
    Effect.gen(function* () {
      assert.instanceOf(yield* Effect.flip(rowsOf(['[{"nm":"1"}]'])), Schema.SchemaError)
    })
  )

  it.effect("fail with the status of a failure", () =>
    Effect.gen(function* () {
      const { call } = answered(["{}"], 500)
      const failure = yield* Effect.flip(Stream.runCollect(Rows.of(call, { row: Row })))
      assert.strictEqual(HttpClientError.isHttpClientError(failure) && failure.response?.status, 500)
    })
  )
})
