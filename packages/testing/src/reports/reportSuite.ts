/** What a seller can rely on about reports, over a storage, by the clock of the test. */
import { assert, describe } from "@effect/vitest"
import type { HostCaller } from "@sellerkit/core"
import { Array, Effect } from "effect"
import { TestClock } from "effect/testing"
import { another, call, campaignTest, done, get, moment, operator } from "../campaigns/CampaignWorld.ts"
import type { StorageTarget } from "../conformance/StorageTarget.ts"
import { incomeRow, orderRow, realizationRow, saleRow, stockRow } from "./reportRows.ts"

const linesOf = (rows: ReadonlyArray<object>) => rows.map((row) => JSON.stringify(row)).join("\n")

const compressed = (text: string) =>
  Effect.promise(async () => {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))
    return new Uint8Array(await new Response(stream).arrayBuffer())
  })

const send = (kind: string, text: Uint8Array<ArrayBuffer> | string, headers: Readonly<Record<string, string>> = {}) =>
  operator("POST", `/reports/${kind}`, text, "application/x-ndjson", headers)

const tell = (kind: string, ...rows: ReadonlyArray<object>) =>
  Effect.map(done(send(kind, linesOf(rows))), ({ body }) => body)

/** The current stocks and the new realization detail are not for base tokens. */
const service: HostCaller = { sellerId: "01980000-0000-7000-8000-000000000001", serviceId: "reports" }

const refresh = TestClock.adjust("30 minutes")

const orders = (query: string) => get(`/api/v1/supplier/orders?${query}`)
const since = "dateFrom=2024-01-29"

const sridsOf = ({ body }: { readonly body: any }) => body.map(({ srid }: { srid: string }) => srid)

export const reportSuite = (target: StorageTarget): void => {
  describe(`reports: ${target.name}`, () => {
    const test = campaignTest(target)

    test(
      "show at each refresh what was recorded before it, in the order of changes",
      Effect.gen(function* () {
        const [first, second] = [
          orderRow("b", { lastChangeDate: "2026-01-15T12:00:00.5" }),
          orderRow("a", { lastChangeDate: "2026-01-15T13:00:00" })
        ]
        assert.deepStrictEqual(yield* tell("orders", second, first), { accepted: 2, changed: 2, refused: [], more: 0 })
        const before = yield* orders(since)
        assert.deepStrictEqual([before.status, before.type, before.text], [200, "application/json", "[]"])
        yield* refresh
        const shown = yield* orders(since)
        assert.strictEqual(shown.text, `[${JSON.stringify(first)},${JSON.stringify(second)}]`)
        assert.deepStrictEqual((yield* call("GET", `/api/v1/supplier/orders?${since}`, undefined, another)).body, [])

        // A change is shown at the next refresh, and nothing is shown twice.
        assert.deepInclude(yield* tell("orders", first, { ...second, isCancel: true }), { accepted: 2, changed: 1 })
        const unchanged = yield* orders(since)
        assert.strictEqual(unchanged.text, shown.text)
        assert.strictEqual(unchanged.headers.get("etag"), shown.headers.get("etag"))
        assert.match(shown.headers.get("etag")!, /^W\/"orders-/)
        yield* refresh
        const changed = yield* orders(since)
        assert.deepStrictEqual(changed.body, [first, { ...second, isCancel: true }])
        assert.notStrictEqual(changed.headers.get("etag"), shown.headers.get("etag"))

        // The same rows again change nothing, and no refresh does.
        assert.deepInclude(yield* tell("orders", first), { accepted: 1, changed: 0 })
        yield* refresh
        assert.strictEqual((yield* orders(since)).headers.get("etag"), changed.headers.get("etag"))
      })
    )

    test(
      "have a validator of their account: others' rows at the same address are never taken for them",
      Effect.gen(function* () {
        const sandbox: HostCaller = { ...service, sandbox: true }
        yield* done(send("orders", linesOf([orderRow("a")])))
        yield* done(send("orders?sandbox=true", linesOf([orderRow("b")])))
        yield* refresh
        const tags = yield* Effect.forEach([service, sandbox], (caller) =>
          Effect.map(done(get(`/api/v1/supplier/orders?${since}`, caller)), ({ headers }) => headers.get("etag"))
        )
        assert.notStrictEqual(tags[0], tags[1])
      })
    )

    test(
      "have a return beside its sale, which it does not replace",
      Effect.gen(function* () {
        const returned = saleRow("a", {
          saleID: "R1",
          date: "2026-01-15T18:00:00",
          lastChangeDate: "2026-01-15T18:00:00"
        })
        const sold = saleRow("a", { date: "2026-01-15T10:00:00", lastChangeDate: "2026-01-15T10:00:00" })
        yield* tell("sales", sold, returned, returned)
        yield* refresh
        const { body } = yield* get("/api/v1/supplier/sales?dateFrom=2026-01-15")
        assert.deepStrictEqual(body, [sold, returned])
      })
    )

    test(
      "give a whole day with flag 1, and refuse what they cannot read as it is published",
      Effect.gen(function* () {
        // Late in the day in Moscow, and early: it is another day in UTC.
        const of14 = saleRow("a", { date: "2026-01-14T23:59:59" })
        const of15 = [saleRow("c", { date: "2026-01-15T00:00:00" }), saleRow("d", { date: "2026-01-15T23:30:00" })]
        yield* tell("sales", of14, ...of15)
        yield* refresh
        const sales = (query: string) => get(`/api/v1/supplier/sales?${query}`)
        assert.deepStrictEqual((yield* sales("dateFrom=2026-01-15T17:00:00&flag=1")).body, of15)
        assert.deepStrictEqual((yield* sales("dateFrom=2026-01-14T22:00:00Z&flag=1")).body, of15)
        assert.deepStrictEqual(sridsOf(yield* sales("dateFrom=2026-01-14&flag=0")), ["a", "c", "d"])
        assert.deepStrictEqual((yield* sales("dateFrom=2026-01-16&flag=1")).body, [])
        const refused = Effect.fnUntraced(function* (path: string) {
          const { body, status } = yield* get(path)
          return [status, body] as const
        })
        for (const report of ["incomes", "stocks", "orders", "sales"]) {
          const path = `/api/v1/supplier/${report}`
          assert.deepStrictEqual(yield* refused(path), [400, { errors: ["dateFrom: field required"] }])
          const wrong = [400, { errors: "dateFrom: Value not validated" }] as const
          assert.deepStrictEqual(yield* refused(`${path}?dateFrom=yesterday`), wrong)
        }
        assert.deepStrictEqual(yield* refused("/api/v1/supplier/orders?dateFrom=2026-01-15&flag=2"), [
          400,
          { errors: "flag: Value not validated" }
        ])
      })
    )

    test(
      "page the realization detail by its rows until 204, weekly or daily, in both versions",
      Effect.gen(function* () {
        const daily = { date_from: "2026-01-14", date_to: "2026-01-14" }
        const rows = [
          realizationRow(5, { rr_dt: "2026-01-14", title: `A "pot", {small}`, currency: "RUB" }),
          realizationRow(2, { rr_dt: "2026-01-15", suppliercontract_code: { title: "own" }, title: "" }),
          realizationRow(3, { rr_dt: "2026-01-15", rebill_logistic_cost: 1.349 })
        ]
        yield* tell("realization", ...rows, realizationRow(1, { ...daily, rr_dt: "2026-01-14" }))
        assert.strictEqual(
          (yield* get("/api/v5/supplier/reportDetailByPeriod?dateFrom=2026-01-01&dateTo=2026-01-31")).status,
          204
        )
        yield* refresh
        const period = "dateFrom=2026-01-14&dateTo=2026-01-15T10:00:00"
        const report = (query: string) => get(`/api/v5/supplier/reportDetailByPeriod?${period}${query}`)
        const shown = rows.map(({ title: _, ...row }) => row)
        const whole = yield* report("")
        assert.deepStrictEqual(whole.body, shown)
        assert.deepStrictEqual((yield* report("&limit=2&rrdid=0")).body, shown.slice(0, 2))
        assert.deepStrictEqual((yield* report("&limit=2&rrdid=2")).body, shown.slice(2))
        const end = yield* report("&rrdid=3")
        assert.deepStrictEqual([end.status, end.text], [204, ""])
        // A row that does not exist: those with greater ids.
        assert.deepStrictEqual((yield* report("&rrdid=4")).body, shown.slice(0, 1))
        const ofDays = (yield* report("&period=daily")).body
        assert.deepStrictEqual(
          ofDays.map(({ rrd_id }: { rrd_id: number }) => rrd_id),
          [1]
        )

        // A row that moves is where it was until the refresh.
        yield* tell("realization", { ...rows[1]!, rr_dt: "2026-01-20" })
        assert.strictEqual((yield* report("")).text, whole.text)
        assert.deepStrictEqual((yield* report("&rrdid=2")).body, shown.slice(2))
        yield* refresh
        assert.deepStrictEqual((yield* report("")).body, [shown[0], shown[2]])

        const detailed = (body: object) => call("POST", "/api/finance/v1/sales-reports/detailed", body, service)
        const asked = { dateFrom: "2026-01-14", dateTo: "2026-01-15" }
        const [row] = (yield* detailed({ ...asked, limit: 1 })).body
        assert.deepInclude(row, {
          rrdId: 5,
          title: `A "pot", {small}`,
          currency: "RUB",
          retailPrice: "1249",
          forPay: "376.99",
          rebillLogisticCost: "0",
          isB2b: false,
          kvw: -0.0081
        })
        assert.notProperty(row, "kiz")
        const fields = ["rrdId", "rebillLogisticCost", "currency", "of another year"]
        assert.deepStrictEqual((yield* detailed({ ...asked, rrdId: 5, fields })).body, [
          { rrdId: 3, rebillLogisticCost: "1.349", currency: "руб" }
        ])
        assert.strictEqual((yield* detailed({ ...asked, rrdId: 3 })).status, 204)

        const missing = yield* get("/api/v5/supplier/reportDetailByPeriod?dateFrom=2026-01-14")
        const { request_id: requestId, ...problem } = missing.body
        assert.isNotEmpty(requestId)
        assert.deepStrictEqual(problem, {
          status: 400,
          title: "GetReportDetailByPeriodNB decode error",
          detail: "GetReportDetailByPeriodNB decode error: missing dateTo params",
          origin: "reports.realization"
        })
        assert.strictEqual((yield* report("&limit=100001")).status, 400)
        assert.strictEqual((yield* detailed({ ...asked, period: "monthly" })).status, 400)
      })
    )

    test(
      "leave out of the realization detail what has no value, and other models of delivery than the published ones",
      Effect.gen(function* () {
        const empty = { rebill_logistic_cost: 0, rebill_logistic_org: "" }
        const full = { rebill_logistic_cost: -1.5, rebill_logistic_org: "ИП Иванов" }
        const models = ["FBS, (МГТ)", "FBW", "DBW", "DBS", "EDBS", "FBSX", ""]
        const rows = models.map((delivery_method, index) =>
          realizationRow(index + 1, { delivery_method, ...(index % 2 === 0 ? full : empty) })
        )
        yield* tell("realization", ...rows)
        assert.deepInclude(yield* tell("realization", ...rows), { accepted: 7, changed: 0 })
        yield* refresh
        const { body } = yield* get("/api/v5/supplier/reportDetailByPeriod?dateFrom=2026-01-15&dateTo=2026-01-15")
        assert.deepStrictEqual(
          body,
          models.map((delivery_method, index) =>
            realizationRow(index + 1, { ...(index < 3 && { delivery_method }), ...(index % 2 === 0 && full) })
          )
        )
        const asked = { dateFrom: "2026-01-15", dateTo: "2026-01-15", fields: ["rebillLogisticOrg", "deliveryMethod"] }
        const detailed = yield* call("POST", "/api/finance/v1/sales-reports/detailed", asked, service)
        assert.deepStrictEqual(detailed.body.slice(2, 5), [
          { rebillLogisticOrg: "ИП Иванов", deliveryMethod: "DBW" },
          { deliveryMethod: "" },
          { rebillLogisticOrg: "ИП Иванов", deliveryMethod: "" }
        ])
      })
    )

    test(
      "show stocks as they are, by products and sizes, under both paths",
      Effect.gen(function* () {
        const rows = [
          stockRow(1, { barcode: "1", chrtId: 11, warehouseId: 507, regionName: "Южный" }),
          stockRow(1, { barcode: "2", chrtId: 12, lastChangeDate: "2026-01-14T00:00:00" }),
          stockRow(2, { quantity: 7 })
        ]
        yield* tell("stocks", ...rows.toReversed())
        yield* refresh
        const shown = (index: number) => {
          const { chrtId = 0, inWayFromClient, inWayToClient, nmId, quantity, ...row } = rows[index]!
          const { regionName = "", warehouseId = 0, warehouseName } = row
          return { nmId, chrtId, warehouseId, warehouseName, regionName, quantity, inWayToClient, inWayFromClient }
        }
        const path = "/api/analytics/v1/stocks-report/"
        const stocks = (body: object, name = "wb-warehouses") =>
          Effect.map(done(call("POST", `${path}${name}`, body, service)), (answer) => answer.body.data.items)
        assert.deepStrictEqual(yield* stocks({}), [shown(0), shown(1), shown(2)])
        assert.deepStrictEqual(yield* stocks({ limit: 1, offset: 1 }, "marketplace-warehouses"), [shown(1)])
        assert.deepStrictEqual(yield* stocks({ nmIds: [2, 3, 2] }), [shown(2)])
        assert.deepStrictEqual(yield* stocks({ nmIds: [1], chrtIds: [12, 99] }), [shown(1)])
        assert.deepStrictEqual(yield* stocks({ offset: 3 }), [])
        assert.strictEqual((yield* call("POST", `${path}wb-warehouses`, { limit: 250_001 }, service)).status, 400)

        const old = (yield* get("/api/v1/supplier/stocks?dateFrom=2026-01-14")).body
        const inOrder = [rows[1]!, rows[0]!, rows[2]!]
        assert.deepStrictEqual(
          old,
          inOrder.map(({ chrtId: _, regionName: __, warehouseId: ___, ...row }) => row)
        )
        yield* tell("incomes", incomeRow(7))
        yield* refresh
        assert.deepStrictEqual((yield* get("/api/v1/supplier/incomes?dateFrom=2026-01-14")).body, [incomeRow(7)])
      })
    )

    test(
      "begin on 29 January 2024, whatever day is asked for",
      Effect.gen(function* () {
        const incomes = ["2024-01-28T23:59:59.999", "2024-01-29T00:00:00", "2026-01-15T10:00:00"].map(
          (lastChangeDate, index) => incomeRow(index, { date: "2024-01-20T10:00:00", lastChangeDate })
        )
        const stocks = [
          stockRow(1, { lastChangeDate: "2024-01-28T12:00:00" }),
          stockRow(2, { lastChangeDate: "2024-01-29T00:00:00" })
        ]
        const realization = ["2024-01-28", "2024-01-29"].map((rr_dt, index) => realizationRow(index + 1, { rr_dt }))
        yield* tell("incomes", ...incomes)
        yield* tell("stocks", ...stocks)
        yield* tell("realization", ...realization)
        yield* refresh
        const before = "2024-01-28T23:59:59"
        yield* tell("orders", orderRow("a", { date: before }), orderRow("b", { date: "2024-01-29T00:00:00" }))
        yield* refresh
        assert.deepStrictEqual((yield* orders("dateFrom=2024-01-28&flag=1")).body, [])
        assert.deepStrictEqual(sridsOf(yield* orders("dateFrom=2024-01-29&flag=1")), ["b"])
        for (const dateFrom of ["2019-06-20", "2024-01-28", "2024-01-29", "2024-01-28T20:59:59.999Z"]) {
          const { body } = yield* get(`/api/v1/supplier/incomes?dateFrom=${dateFrom}`)
          assert.deepStrictEqual(body, incomes.slice(1), dateFrom)
          const old = (yield* get(`/api/v1/supplier/stocks?dateFrom=${dateFrom}`)).body
          assert.deepStrictEqual(
            old.map(({ nmId }: { nmId: number }) => nmId),
            [2]
          )
          const period = `dateFrom=${dateFrom.slice(0, 10)}&dateTo=2026-01-15`
          const detail = (yield* get(`/api/v5/supplier/reportDetailByPeriod?${period}`)).body
          assert.deepStrictEqual(
            detail.map(({ rrd_id }: { rrd_id: number }) => rrd_id),
            [2]
          )
        }
      })
    )

    test(
      "have no orders and sales of more than 90 days ago",
      Effect.gen(function* () {
        // The clock of the test begins with 1970.
        const [gone, kept] = [{ date: "1969-10-05T10:00:00" }, { date: "1969-10-20T10:00:00" }]
        yield* tell("orders", orderRow("gone", gone), orderRow("kept", kept))
        yield* tell("sales", saleRow("gone", gone), saleRow("kept", kept))
        yield* refresh
        const sales = Effect.map(get(`/api/v1/supplier/sales?${since}`), sridsOf)
        const shown = Effect.all([Effect.map(orders(since), sridsOf), sales])
        assert.deepStrictEqual(yield* shown, [
          ["gone", "kept"],
          ["gone", "kept"]
        ])
        yield* TestClock.adjust("3 days")
        // What is too old is looked for once a day. Little by little: a database may take as long as some days of the test's clock.
        for (let round = 0; round < 1000 && (yield* shown).flat().includes("gone"); round++) {
          yield* TestClock.adjust("10 minutes")
          yield* moment
        }
        assert.deepStrictEqual(yield* shown, [["kept"], ["kept"]])
      })
    )

    test(
      "store good lines, name the others, and answer a chunk that comes again as it was",
      Effect.gen(function* () {
        const lines = [
          JSON.stringify(orderRow("a")),
          "{",
          JSON.stringify({ ...orderRow("b"), spp: "20" }),
          "",
          JSON.stringify({ ...orderRow("c"), srid: undefined }),
          JSON.stringify(orderRow("a", { spp: 1, lastChangeDate: "2026-01-15T09:00:00Z" }))
        ].join("\n")
        const chunk = { "idempotency-key": "chunk 1" }
        const first = yield* done(send("orders", lines, chunk))
        assert.deepStrictEqual(
          first.body.refused.map(({ field, line }: any) => [line, field]),
          [
            [2, ""],
            [3, "spp"],
            [5, "srid"]
          ]
        )
        assert.deepInclude(first.body, { accepted: 2, changed: 1, more: 0 })
        assert.strictEqual((yield* done(send("orders", lines, chunk))).text, first.text)
        const other = yield* send("orders", JSON.stringify(orderRow("z")), chunk)
        assert.deepStrictEqual([other.status, other.body.title], [409, "Idempotency key used"])
        // The keys of kinds are their own.
        assert.strictEqual((yield* send("sales", JSON.stringify(saleRow("a")), chunk)).status, 200)
        yield* refresh
        assert.deepStrictEqual((yield* orders(since)).body, [orderRow("a", { spp: 1 })])
        const many = yield* done(send("orders", "[]\n".repeat(150)))
        assert.lengthOf(many.body.refused, 100)
        assert.deepInclude(many.body, { accepted: 0, changed: 0, more: 50 })
        assert.strictEqual((yield* send("returns", "")).status, 400)
      })
    )

    test(
      "say what is wrong with the key of a chunk",
      Effect.gen(function* () {
        for (const key of ["", "x".repeat(201)]) {
          const { body, status } = yield* send("orders", JSON.stringify(orderRow("a")), { "idempotency-key": key })
          assert.deepStrictEqual([status, body.detail], [400, "The request is wrong in one place"])
          assert.deepStrictEqual(
            body.errors.map(({ location }: any) => location),
            ["header.idempotency-key"]
          )
        }
        const other = yield* send("returns?sandbox=perhaps", "", { "idempotency-key": "" })
        assert.deepStrictEqual(
          other.body.errors.map(({ location }: any) => location),
          ["path.kind", "query.sandbox", "header.idempotency-key"]
        )
      })
    )

    test(
      "take compressed lines, and stop at what is no gzip, no text, or becomes too large",
      Effect.gen(function* () {
        const gzip = { "content-encoding": "gzip" }
        const rows = [orderRow("a"), orderRow("b")]
        const packed = yield* compressed(linesOf(rows))
        assert.deepInclude((yield* done(send("orders", packed, gzip))).body, { accepted: 2, changed: 2 })
        yield* refresh
        assert.deepStrictEqual((yield* orders(since)).body, rows)

        const statusOf = Effect.fnUntraced(function* (body: Uint8Array<ArrayBuffer>, encoding = "gzip") {
          const { body: problem, status } = yield* send("orders", body, { "content-encoding": encoding })
          assert.isNotEmpty(problem.requestId)
          return status
        })
        assert.strictEqual(yield* statusOf(packed.slice(0, -9)), 400)
        assert.strictEqual(yield* statusOf(new Uint8Array(100)), 400)
        assert.strictEqual(yield* statusOf(packed, "br"), 415)
        // 32 MiB of empty lines in some kilobytes.
        const bomb = yield* compressed("\n".repeat(32 * 1024 * 1024))
        assert.isBelow(bomb.byteLength, 100_000)
        assert.strictEqual(yield* statusOf(bomb), 413)
        const noText = Uint8Array.from([...new TextEncoder().encode(JSON.stringify(orderRow("c"))), 0xff])
        assert.strictEqual(yield* statusOf(noText, "identity"), 400)
        yield* refresh
        assert.deepStrictEqual((yield* orders(since)).body, rows)
      })
    )

    test(
      "take rows of realization beside one whose contract has too much",
      Effect.gen(function* () {
        const fields = (many: number) =>
          Object.fromEntries(Array.makeBy(many, (index) => [`${index}`, "x".repeat(200)]))
        const row = (rrd_id: number, many: number) => ({
          ...realizationRow(rrd_id),
          suppliercontract_code: fields(many)
        })
        const told = yield* tell("realization", row(1, 100), row(2, 6000))
        assert.deepStrictEqual([told.accepted, told.changed], [1, 1])
        const [refused] = told.refused
        assert.deepStrictEqual([refused.line, refused.field], [2, "suppliercontract_code"])
      })
    )
  })
}
