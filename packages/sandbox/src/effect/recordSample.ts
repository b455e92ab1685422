/** Fills the reports of a seller with the rows of a made-up one. */
import { MoscowTime, type ReportKind, Reports } from "@sellerkit/core"
import { Clock, Effect, Schema, Stream } from "effect"
import type { Seed } from "../data/SeededRandom.ts"
import { type SampleOptions, SampleSeller } from "../sample/SampleSeller.ts"
import type { AccountOf, AccountOptions } from "./AccountOptions.ts"
import { decodeRows, ReportRowsRefused } from "./reportRows.ts"

/** How many rows of each report there are. */
export type SampleCounts = Readonly<Record<ReportKind, number>>

// our choice: a small shop, whose rows are there in a moment.
const usual = { ordersPerDay: 20, products: 20 } as const
const usualDays = 30

// our choice: few rows are in memory at a time, however many there are.
const rowsAtOnce = 1000

const Positive = Schema.Int.check(Schema.isGreaterThan(0))

const Sample = Schema.Struct({
  seed: Schema.Union([Schema.Number, Schema.String]),
  from: MoscowTime.Day,
  until: MoscowTime.Day,
  ordersPerDay: Positive,
  products: Positive
}).check(Schema.makeFilter(({ from, until }) => from < until || "Expected from to be before until"))

const decodeSample = Schema.decodeUnknownEffect(Sample, { errors: "all", onExcessProperty: "error" })

export const makeRecordSample = Effect.fnUntraced(function* (accountOf: AccountOf, seed: Seed) {
  const reports = yield* Reports
  return Effect.fnUntraced(
    function* (options: SampleOptions = {}, account: AccountOptions = {}) {
      const until = options.until ?? MoscowTime.moscowDay(yield* Clock.currentTimeMillis)
      const isKnown = Schema.is(MoscowTime.Day)(until)
      const from = options.from ?? (isKnown ? MoscowTime.dayBefore(until, usualDays) : until)
      const seller = new SampleSeller(yield* decodeSample({ ...usual, seed, ...options, from, until }))
      const countOf = <Kind extends ReportKind>(kind: Kind) =>
        Stream.fromIterable(seller.rows(kind)).pipe(
          Stream.grouped(rowsAtOnce),
          Stream.runFoldEffect(
            () => 0,
            (count, rows) =>
              Effect.gen(function* () {
                yield* reports.record(accountOf(account), kind, yield* decodeRows(kind, rows))
                return count + rows.length
              })
          )
        )
      const counts: SampleCounts = {
        incomes: yield* countOf("incomes"),
        stocks: yield* countOf("stocks"),
        orders: yield* countOf("orders"),
        sales: yield* countOf("sales"),
        realization: yield* countOf("realization")
      }
      return counts
    },
    Effect.mapError(({ message }: Error) => new ReportRowsRefused({ reason: message }))
  )
})
