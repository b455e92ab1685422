/** What reports show of the simulated market's orders, over a storage, by the clock of the test. */
import { assert, describe, it } from "@effect/vitest"
import {
  type Account,
  OrderRow,
  Reports,
  ReportSource,
  type SaleRow,
  SellerId,
  type ShownRows,
  type StorageError,
  stringOf
} from "@sellerkit/core"
import { marketLayer, type Scenario } from "@sellerkit/core/market"
import { Clock, Effect, Logger, Option, Schema, Stream } from "effect"
import { TestClock } from "effect/testing"
import type { StorageTarget } from "../conformance/StorageTarget.ts"
import {
  caughtUpWith,
  done,
  get,
  operator,
  product,
  type Services,
  serviceOver,
  shirts
} from "../campaigns/CampaignWorld.ts"

const account: Account = { sellerId: SellerId.make("01980000-0000-7000-8000-000000000001"), sandbox: false }

const campaign = 20_000_000

const settled = caughtUpWith(["campaign", "market"])

const pass = (minutes: number) => Effect.andThen(TestClock.adjust(`${minutes} minutes`), settled)

const [hour, day] = [60, 24 * 60] as const

// our choice: so many that a day has some of everything.
const scenario: Scenario = [{ orders: 2, displays: 20 }]

/** A campaign that has run since the beginning of a day in Moscow. */
const run = Effect.gen(function* () {
  yield* TestClock.setTime(Date.parse("2026-01-15T00:00:00+03:00"))
  const products = [
    { ...product(101, shirts), price: 1990, brand: "Nordvik", vendorCode: "shirt-101" },
    { ...product(102, shirts), price: 999.9 }
  ]
  yield* done(operator("PUT", "/products", { products }))
  const autoParams = {
    subject: { id: shirts.subjectId, name: shirts.subjectName },
    sets: [],
    menus: [],
    active: { carousel: true, recom: true, booster: true },
    nmCPM: [],
    nms: [101, 102],
    cpm: 200
  }
  const given = { name: "Summer", status: 9, budget: 1_000_000, type: 8, autoParams }
  yield* done(operator("PUT", `/campaigns/${campaign}`, given))
})

const rowsOf = <Row, R = Reports>(shown: Effect.Effect<ShownRows, StorageError, R>) =>
  Effect.flatMap(shown, ({ rows }) =>
    Effect.map(Stream.runCollect(rows), (texts) => texts.map((text): Row => JSON.parse(stringOf(text))))
  )

const orders = (since = 0) => rowsOf<OrderRow>(Reports.use((reports) => reports.changedSince(account, "orders", since)))
const sales = rowsOf<SaleRow>(Reports.use((reports) => reports.changedSince(account, "sales", 0)))

const millis = (time: string): number => Date.parse(`${time}+03:00`)

const bySrid = <Row extends OrderRow | SaleRow>(rows: ReadonlyArray<Row>): ReadonlyArray<Row> =>
  rows.toSorted((one, other) => (one.srid < other.srid ? -1 : 1))

const isInOrder = (rows: ReadonlyArray<OrderRow | SaleRow>): boolean =>
  rows.every((row, index) => {
    const before = rows[index - 1]
    if (before === undefined) return true
    const difference = millis(row.lastChangeDate) - millis(before.lastChangeDate)
    return difference > 0 || (difference === 0 && row.srid >= before.srid)
  })

export const marketReportsSuite = ({ layer, name }: StorageTarget): void => {
  const market = marketLayer({ seed: 7, scenario })
  const marketTest = (title: string, body: Effect.Effect<void, unknown, Services>) =>
    it.effect(title, () => body.pipe(Effect.provide(serviceOver(layer, market)), Effect.provide(Logger.layer([]))))

  describe(`orders of the market in reports: ${name}`, () => {
    marketTest(
      "appear at the refresh after the hour, in the order of their changes",
      Effect.gen(function* () {
        yield* run
        yield* pass(hour + 29)
        assert.deepStrictEqual(yield* orders(), [])
        yield* pass(1)
        const first = yield* orders()
        assert.isAbove(first.length, 0)
        assert.isTrue(first.every(({ date }) => date.startsWith("2026-01-15T00:")))
        yield* pass(day)
        const rows = yield* orders()
        assert.isAbove(rows.length, first.length)
        assert.isTrue(isInOrder(rows))
        for (const row of rows) {
          assert.deepStrictEqual(Schema.decodeUnknownSync(OrderRow)(row), row)
          assert.isAtMost(millis(row.date), millis(row.lastChangeDate))
        }
        const named = rows.find(({ nmId }) => nmId === 101)
        const { brand, priceWithDisc, subject, supplierArticle } = named!
        const shirt = { brand: "Nordvik", priceWithDisc: 1990, subject: shirts.subjectName }
        assert.deepStrictEqual(
          { brand, priceWithDisc, subject, supplierArticle },
          { ...shirt, supplierArticle: "shirt-101" }
        )
      })
    )

    marketTest(
      "are never cut between rows of one time",
      Effect.gen(function* () {
        yield* run
        yield* pass(day)
        const source = Option.getOrThrow(yield* Effect.serviceOption(ReportSource))
        const refreshed = yield* Clock.currentTimeMillis
        const page = (limit: number) =>
          rowsOf<OrderRow, never>(source.changedSince(account, "orders", { since: 0, limit }, refreshed))
        const all = yield* page(80_000)
        for (let limit = 1; limit <= 20; limit++) {
          const rows = yield* page(limit)
          assert.isAtLeast(rows.length, limit)
          assert.deepStrictEqual(rows, all.slice(0, rows.length))
          assert.notStrictEqual(rows.at(-1)!.lastChangeDate, all[rows.length]!.lastChangeDate)
        }
      })
    )

    marketTest(
      "are all seen by who asks for what has changed since the last answer, and change when they are cancelled",
      Effect.gen(function* () {
        yield* run
        const known = new Map<string, OrderRow>()
        let since = 0
        let cancelled = 0
        for (const [index, minutes] of [95, 160, 7, 443, 61, 1800, 30, 2500, 1440].entries()) {
          // Parts of hours are counted as well.
          yield* get(`/adv/v0/${index % 2 === 0 ? "pause" : "start"}?id=${campaign}`)
          yield* pass(minutes)
          for (const row of yield* orders(since)) {
            if (known.get(row.srid)?.isCancel === false && row.isCancel) cancelled += 1
            known.set(row.srid, row)
            since = millis(row.lastChangeDate)
          }
        }
        const all = yield* orders()
        assert.deepStrictEqual(bySrid([...known.values()]), bySrid(all))
        assert.isAbove(cancelled, 0)
        for (const { cancelDate, isCancel, lastChangeDate } of all) {
          assert.strictEqual(cancelDate, isCancel ? lastChangeDate : "0001-01-01T00:00:00")
        }
      })
    )

    marketTest(
      "are those of a day where a day is asked for, among rows that were recorded",
      Effect.gen(function* () {
        yield* run
        yield* pass(2 * day)
        const [some] = yield* orders()
        const recorded = { ...some!, srid: "5", date: "2026-01-15T12:00:00", lastChangeDate: "2026-01-15T12:00:00" }
        yield* Reports.use((reports) => reports.record(account, "orders", [recorded]))
        yield* pass(hour)
        const all = yield* orders()
        assert.isTrue(isInOrder(all))
        assert.strictEqual(all.filter(({ srid }) => srid === "5").length, 1)
        for (const date of ["2026-01-14", "2026-01-15", "2026-01-16"]) {
          const ofDay = yield* rowsOf<OrderRow>(Reports.use((reports) => reports.ofDay(account, "orders", date)))
          const expected = all.filter((row) => row.date.startsWith(date))
          assert.deepStrictEqual(ofDay, bySrid(expected))
        }
      })
    )

    marketTest(
      "are sold unless they are cancelled, some are sent back, and all disappear in time",
      Effect.gen(function* () {
        yield* run
        yield* pass(2 * day)
        yield* get(`/adv/v0/stop?id=${campaign}`)
        yield* pass(40 * day)
        const [ordered, sold] = [yield* orders(), yield* sales]
        assert.isTrue(isInOrder(sold))
        const bought = Map.groupBy(sold, ({ srid }) => srid)
        for (const { date, isCancel, priceWithDisc, srid } of ordered) {
          const [sale, sentBack] = bought.get(srid) ?? []
          if (isCancel) assert.isUndefined(sale)
          else {
            assert.strictEqual(sale!.priceWithDisc, priceWithDisc)
            assert.isTrue(sale!.saleID.startsWith("S") && millis(sale!.date) > millis(date))
            if (sentBack !== undefined) {
              assert.strictEqual(sentBack.forPay, -sale!.forPay)
              assert.isTrue(sentBack.saleID.startsWith("R") && millis(sentBack.date) > millis(sale!.date))
            }
          }
        }
        const sentBack = sold.filter(({ saleID }) => saleID.startsWith("R"))
        assert.isTrue(sentBack.length > 0 && bought.size < ordered.length)
        assert.strictEqual(sold.length, bought.size + sentBack.length)
        assert.strictEqual(new Set(sold.map(({ saleID }) => saleID)).size, sold.length)
        yield* pass(50 * day)
        assert.deepStrictEqual(yield* orders(), [])
        assert.isAbove((yield* sales).length, 0)
        yield* pass(30 * day)
        assert.deepStrictEqual(yield* sales, [])
      })
    )
  })
}
