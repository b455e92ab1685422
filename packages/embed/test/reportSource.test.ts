/** Rows of reports that a host has in a database of its own. */
import { afterAll, assert, describe, it } from "@effect/vitest"
import * as MemoryStorage from "@sellerkit/storage-memory"
import { createSellerkit, type LogEntry, type ReportSourceOption } from "../src/index.ts"

const order = {
  date: "2026-01-15T10:00:00",
  lastChangeDate: "2026-01-15T12:00:00",
  warehouseName: "Подольск",
  warehouseType: "Склад продавца",
  countryName: "Россия",
  oblastOkrugName: "Центральный федеральный округ",
  regionName: "Московская",
  supplierArticle: "12345",
  nmId: 101,
  barcode: "123453559000",
  category: "Одежда",
  subject: "Рубашки",
  brand: "Plank",
  techSize: "0",
  incomeID: 1,
  isSupply: false,
  isRealization: true,
  totalPrice: 1887,
  discountPercent: 18,
  spp: 26,
  finishedPrice: 1145,
  priceWithDisc: 1547,
  isCancel: false,
  cancelDate: "0001-01-01T00:00:00",
  sticker: "",
  gNumber: "1",
  srid: "a"
}

const stock = {
  lastChangeDate: "2026-01-15T12:00:00",
  warehouseName: "Краснодар",
  supplierArticle: "12345",
  nmId: 101,
  barcode: "123453559000",
  quantity: 33,
  inWayToClient: 1,
  inWayFromClient: 0,
  quantityFull: 34,
  category: "Одежда",
  subject: "Рубашки",
  brand: "Plank",
  techSize: "0",
  Price: 185,
  Discount: 0,
  isSupply: true,
  isRealization: false,
  SCCode: "Tech",
  chrtId: 11,
  warehouseId: 507,
  regionName: "Южный"
}

/** What a request of a seller became: the method and what it was given, without the last refresh. */
const asked: Array<readonly [method: string, ...given: ReadonlyArray<unknown>]> = []
const refreshes: Array<Date> = []
const sellers: Array<unknown> = []

let orders: () => AsyncIterable<any> = async function* () {
  yield { ...order, unknown: 1 }
}

const logged: Array<LogEntry> = []

/** A database of the host's. */
const shop: ReportSourceOption = {
  async *changedSince(seller, kind, { limit, since }, refreshed): AsyncGenerator<any> {
    asked.push(["changedSince", kind, since.toISOString(), limit])
    sellers.push(seller)
    refreshes.push(refreshed)
    if (kind === "orders") yield* orders()
    if (kind === "stocks") yield stock
  },
  async *ofDay(_, kind, day, refreshed) {
    asked.push(["ofDay", kind, day])
    refreshes.push(refreshed)
    yield* []
  },
  async *stocks(_, given, refreshed) {
    asked.push(["stocks", given])
    refreshes.push(refreshed)
    yield stock
  },
  async *realization(_, given, refreshed) {
    asked.push(["realization", given])
    refreshes.push(refreshed)
    yield* []
  }
}

const sellerkit = await createSellerkit({
  storage: MemoryStorage.layer,
  dispatcher: false,
  log: (entry) => logged.push(entry),
  reportRefresh: "10 minutes",
  sources: { reports: shop }
})
afterAll(() => sellerkit.close())

/** In the name of a seller that has not asked for anything yet. */
const call = (path: string, body?: object) => {
  const request = new Request(`https://shop.example${path}`, {
    method: body === undefined ? "GET" : "POST",
    ...(body !== undefined && { body: JSON.stringify(body) })
  })
  const seller = { sellerId: crypto.randomUUID(), serviceId: "reports" }
  return sellerkit.handler(request, { authenticate: () => seller })
}

const supplier = "/api/v1/supplier"
const first = "2024-01-28T21:00:00.000Z"

/** The greatest numbers of rows are those of the contract, Statistics rules. Nothing before 29 January 2024 is asked for. */
const requests: ReadonlyArray<
  readonly [path: string, body: object | undefined, method: string, ...given: ReadonlyArray<unknown>]
> = [
  [
    `${supplier}/incomes?dateFrom=2026-01-15`,
    undefined,
    "changedSince",
    "incomes",
    "2026-01-14T21:00:00.000Z",
    100_000
  ],
  [`${supplier}/stocks?dateFrom=2019-06-20`, undefined, "changedSince", "stocks", first, 60_000],
  [`${supplier}/orders?dateFrom=2024-01-28T23:59:59.999`, undefined, "changedSince", "orders", first, 80_000],
  [`${supplier}/sales?dateFrom=2024-01-29`, undefined, "changedSince", "sales", first, 80_000],
  [`${supplier}/orders?dateFrom=2024-01-29&flag=1`, undefined, "ofDay", "orders", "2024-01-29"],
  [`${supplier}/sales?dateFrom=2026-01-15T22:00:00Z&flag=1`, undefined, "ofDay", "sales", "2026-01-16"],
  [
    "/api/v5/supplier/reportDetailByPeriod?dateFrom=2019-06-20&dateTo=2026-01-15",
    undefined,
    "realization",
    { from: "2024-01-29", to: "2026-01-15", limit: 100_000, period: "weekly", after: 0 }
  ],
  [
    "/api/finance/v1/sales-reports/detailed",
    { dateFrom: "2026-01-14", dateTo: "2026-01-15", limit: 7, rrdId: 3, period: "daily" },
    "realization",
    { from: "2026-01-14", to: "2026-01-15", limit: 7, period: "daily", after: 3 }
  ],
  [
    "/api/finance/v1/sales-reports/detailed",
    { dateFrom: "2026-01-14", dateTo: "2026-01-15" },
    "realization",
    { from: "2026-01-14", to: "2026-01-15", limit: 100_000, period: "weekly", after: 0 }
  ],
  [
    "/api/analytics/v1/stocks-report/marketplace-warehouses",
    {},
    "stocks",
    { nmIds: [], chrtIds: [], limit: 250_000, offset: 0 }
  ],
  [
    "/api/analytics/v1/stocks-report/wb-warehouses",
    { nmIds: [101], chrtIds: [11], limit: 1, offset: 2 },
    "stocks",
    { nmIds: [101], chrtIds: [11], limit: 1, offset: 2 }
  ]
]

describe("a host's source of reports", () => {
  for (const [path, body, ...expected] of requests) {
    it(`is asked for what a request is about: ${path} ${JSON.stringify(body ?? "")}`, async () => {
      asked.length = 0
      refreshes.length = 0
      const answer = await call(path, body)
      assert.include([200, 204], answer.status)
      await answer.text()
      assert.deepStrictEqual(asked, [expected])
      // As of the last refresh.
      const [refreshed] = refreshes
      assert.strictEqual(refreshed!.getTime() % 600_000, 0)
      assert.isAtMost(refreshed!.getTime(), Date.now())
    })
  }

  it("is not asked for one day before the first: another one's rows are none of its", async () => {
    asked.length = 0
    const answer = await call(`${supplier}/orders?dateFrom=2024-01-28&flag=1`)
    assert.deepStrictEqual([await answer.json(), asked], [[], []])
  })

  it("gives the rows that answers are made of, and is told whose they are", async () => {
    sellers.length = 0
    const answer = await call(`${supplier}/orders?dateFrom=2026-01-15`)
    assert.deepStrictEqual(await answer.json(), [order])
    // It is not known when they change.
    assert.isNull(answer.headers.get("etag"))
    assert.hasAllKeys(sellers[0], ["sellerId", "sandbox"])
    const { chrtId, regionName, warehouseId, ...old } = stock
    assert.deepStrictEqual(await (await call(`${supplier}/stocks?dateFrom=2026-01-15`)).json(), [old])
    const current: any = await (await call("/api/analytics/v1/stocks-report/marketplace-warehouses", {})).json()
    assert.deepInclude(current.data.items[0], { nmId: 101, chrtId, warehouseId, regionName, quantity: 33 })
    const empty = await call("/api/v5/supplier/reportDetailByPeriod?dateFrom=2026-01-14&dateTo=2026-01-15")
    assert.deepStrictEqual([empty.status, await empty.text()], [204, ""])
  })

  it("never makes an answer that looks whole where it fails, or gives something else", async () => {
    const wrong: ReadonlyArray<typeof orders> = [
      async function* () {
        yield* []
        throw new Error("The database is away")
      },
      () => {
        throw new Error("A mistake")
      },
      () => "no rows" as never,
      async function* () {
        yield order
        throw new Error("The database went away")
      },
      async function* () {
        yield order
        yield { ...order, nmId: "101" }
      }
    ]
    for (const one of wrong) {
      orders = one
      const whole = await call(`${supplier}/orders?dateFrom=2026-01-15`)
        .then(
          async (answer) => answer.status === 200 && (await answer.text()),
          () => false
        )
        .catch(() => false)
      assert.isFalse(whole, String(one))
    }
  })

  it("fails a request before its first row: the log has what the host's code said", async () => {
    const wrong: ReadonlyArray<readonly [rows: typeof orders, said: RegExp]> = [
      [
        async function* () {
          yield* []
          throw new Error("The database is away")
        },
        /Error: The database is away/
      ],
      [
        () => {
          throw new Error("A mistake")
        },
        /Error: A mistake/
      ],
      [
        async function* () {
          yield { ...order, nmId: "101" }
        },
        /sources\.reports\.orders failed[^]*\["nmId"\]/
      ]
    ]
    for (const [rows, said] of wrong) {
      orders = rows
      logged.length = 0
      assert.strictEqual((await call(`${supplier}/orders?dateFrom=2026-01-15`)).status, 500)
      assert.deepStrictEqual(
        logged.map(({ level, message }) => [level, message]),
        [["Error", "A request failed unexpectedly"]]
      )
      assert.match(logged[0]!.cause!, said)
    }
  })

  it("is refused where a method is missing", async () => {
    const { ofDay: _, ...others } = shop
    const made = createSellerkit({ storage: MemoryStorage.layer, sources: { reports: others as never } })
    const refusal = await made.catch((error: unknown) => error)
    assert.include(refusal, { _tag: "OptionsInvalid", option: "sources.reports" })
  })
})
