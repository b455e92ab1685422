/** Streams over the histories: which pages are fetched, and what is waited for when one cannot be had. */
import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Stream } from "effect"
import { HttpClientError } from "effect/http"
import { Paging, Unauthorized } from "../../src/client/index.ts"
import { formatCursor } from "../../src/pagination/Cursor.ts"
import { broken, inTime, json, problem, scripted, spentHeaders, statusProblem } from "./scripted.ts"

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

const spent = (seconds: number) => problem(429, spentHeaders(seconds))
const statusSpent = (seconds: number) => statusProblem(429, spentHeaders(seconds, 1))

const collect = <A, E>(stream: Stream.Stream<A, E>) => inTime(Stream.runCollect(stream))

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

  it.effect("waits as one header tells, or as one of a proxy does", () =>
    Effect.gen(function* () {
      const { "retry-after": _, ...three } = spentHeaders(5)
      const ofProxy = new Response("", { status: 429, headers: { "retry-after": "9" } })
      const { asked, client } = yield* scripted([problem(429, three), ofProxy, page([1], "")])
      yield* collect(Paging.deliveries(client))
      assert.deepStrictEqual(
        (yield* asked).map(({ at }) => at),
        [0, 5, 14]
      )
    })
  )

  it.effect("repeats a page that the service failed to give, and one that did not arrive", () =>
    Effect.gen(function* () {
      const { asked, client } = yield* scripted([problem(500), "unreachable", broken(), page([1], "")])
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

  it.effect("of media campaigns goes on by their places, until a page is not full, and gives none twice", () =>
    Effect.gen(function* () {
      const campaign = (advertId: number) => ({
        advertId,
        name: "Summer",
        brand: "A brand",
        type: 1,
        status: 6,
        createTime: "2026-01-15T12:30:00+03:00"
      })
      const answers = [[1, 2], [2, 3], [4]].map((ids) => json(ids.map(campaign)))
      const { asked, client } = yield* scripted(answers)
      const given = yield* collect(Paging.mediaCampaigns(client, { limit: 2, status: 6 }))
      assert.deepStrictEqual(
        [...given].map(({ advertId }) => advertId),
        [1, 2, 3, 4]
      )
      assert.deepStrictEqual(
        (yield* asked).map(({ query }) => query),
        ["0", "2", "4"].map((offset) => ({ order: "id", direction: "asc", status: "6", limit: "2", offset }))
      )
    })
  )

  it.effect("of media campaigns is empty where the status is 204", () =>
    Effect.gen(function* () {
      const { client } = yield* scripted([new Response(null, { status: 204 })])
      assert.deepStrictEqual([...(yield* collect(Paging.mediaCampaigns(client)))], [])
    })
  )
})

describe("a report as a stream", () => {
  const sale = (srid: string, lastChangeDate: string) => ({
    date: "2026-01-15T10:00:00",
    lastChangeDate,
    warehouseName: "A warehouse",
    warehouseType: "Склад продавца",
    countryName: "",
    oblastOkrugName: "",
    regionName: "",
    supplierArticle: "",
    nmId: 1,
    barcode: "",
    category: "",
    subject: "",
    brand: "",
    techSize: "",
    incomeID: 1,
    isSupply: false,
    isRealization: false,
    totalPrice: 1,
    discountPercent: 1,
    spp: 1,
    paymentSaleAmount: 1,
    forPay: 1,
    finishedPrice: 1,
    priceWithDisc: 1,
    saleID: "S1",
    orderType: "Клиентский",
    sticker: "",
    gNumber: "",
    srid
  })

  it.effect("goes on with the last change of its last row, gives none twice, and ends where nothing new comes", () =>
    Effect.gen(function* () {
      const [first, second] = ["2026-01-15T12:00:00", "2026-01-15T12:00:00.5"]
      const { asked, client } = yield* scripted([
        json([sale("a", first), sale("b", second)]),
        statusSpent(60),
        json([sale("b", second), sale("c", second), sale("a", "2026-01-16T00:00:00")]),
        json([sale("a", "2026-01-16T00:00:00")])
      ])
      const given = yield* collect(Paging.sales(client, { dateFrom: "2026-01-15" }))
      assert.deepStrictEqual(
        [...given].map(({ srid }) => srid),
        ["a", "b", "c", "a"]
      )
      assert.deepStrictEqual(
        (yield* asked).map(({ query }) => query["dateFrom"]),
        ["2026-01-15", second, second, "2026-01-16T00:00:00"]
      )
    })
  )

  it.effect("keeps to its budget, which is one request a minute", () =>
    Effect.gen(function* () {
      const { asked, client } = yield* scripted([json([sale("a", "2026-01-15T12:00:00")]), json([])])
      yield* collect(Paging.sales(client, { dateFrom: "2026-01-15" }))
      assert.deepStrictEqual(
        (yield* asked).map(({ at }) => at),
        [0, 60]
      )
    })
  )

  it.effect("of what is in warehouses goes on by places, until a page is not full", () =>
    Effect.gen(function* () {
      const stock = (chrtId: number) => ({
        nmId: 1,
        chrtId,
        warehouseId: 1,
        warehouseName: "",
        regionName: "",
        quantity: 1,
        inWayToClient: 0,
        inWayFromClient: 0
      })
      const pages = [[1, 2], [3]].map((ids) => json({ data: { items: ids.map(stock) } }))
      const { asked, client } = yield* scripted(pages)
      const given = yield* collect(Paging.currentStocks(client, { limit: 2 }))
      assert.deepStrictEqual(
        [...given].map(({ chrtId }) => chrtId),
        [1, 2, 3]
      )
      assert.lengthOf(yield* asked, 2)
    })
  )

  it.effect(
    "of what is in warehouses gives each row whose size or warehouse is not known, also where others look the same",
    () =>
      Effect.gen(function* () {
        const stock = (warehouseName: string, chrtId = 0) => ({
          nmId: 1,
          chrtId,
          warehouseId: 0,
          warehouseName,
          regionName: "",
          quantity: 1,
          inWayToClient: 0,
          inWayFromClient: 0
        })
        const items = [stock("A"), stock("A"), stock("B"), stock("A", 5), stock("B", 5), stock("B", 5)]
        const { client } = yield* scripted([json({ data: { items } })])
        const given = yield* collect(Paging.currentStocks(client))
        assert.deepStrictEqual([...given], items.slice(0, 5))
      })
  )

  it.effect("of realization ends with 204", () =>
    Effect.gen(function* () {
      const { asked, client } = yield* scripted([new Response(null, { status: 204 })])
      const period = { dateFrom: "2026-01-01", dateTo: "2026-01-31" }
      assert.isEmpty([...(yield* collect(Paging.realization(client, period)))])
      assert.deepStrictEqual(
        (yield* asked).map(({ query }) => query["rrdid"]),
        ["0"]
      )
    })
  )
})
