/** Reports made of the rows that were recorded. */
import { Effect, Option, Order, Result, Stream } from "effect"
import type { Account } from "../access/Account.ts"
import { onChangePage } from "../pagination/ChangePage.ts"
import * as Lookup from "../records/Lookup.ts"
import type { Range } from "../records/Range.ts"
import { put, type Records } from "../records/Records.ts"
import { type RawText, stringOf } from "../storage/RawText.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { millisOf } from "../time/MoscowDateTime.ts"
import { moscowDay } from "../time/MoscowTime.ts"
import { refreshedState, refreshStates } from "./refresh.ts"
import type { ReportKind } from "./ReportKind.ts"
import { currentVersion, formerRows, isShownAt, type ReportIndex, reportRows } from "./reportRecords.ts"
import type { RecordedStockRow } from "./rows/StockRow.ts"
import { makeReadTexts } from "./shownRows.ts"
import { stocksOfSizes } from "./stocksOfSizes.ts"
import type { ReportSource, StocksAsked } from "./ReportSource.ts"

// our choice: rows that wait to be sent, of one answer: some megabytes. A storage that reads less at once gives less. On PostgreSQL an
// answer in parts of 1000 takes a tenth longer, and one in parts of 8000 a fifth.
const usualMostInPart = 4000

// our choice: a row has a former version for each refresh of some hours.
const mostFormer = 1000

/** The state that an answer shows: from here on nothing becomes visible at its refresh. */
const openState = Effect.fnUntraced(function* (
  records: Records["Service"],
  account: Account,
  kind: ReportKind,
  refreshed: number
) {
  const lookup = Lookup.one(refreshStates, [kind])
  const known = yield* records.find(account, lookup)
  if (Option.isSome(known) && known.value.refreshed >= refreshed) return known.value
  return yield* records.transact(account, { known: lookup }, ({ known }) => {
    const state = refreshedState(known, kind, refreshed)
    const isKnown = Option.exists(known, (before) => before.refreshed === state.refreshed)
    return Result.succeed({ answer: state, changes: isKnown ? [] : [put(refreshStates, state)] })
  })
})

/** Where a row of the realization report stands, as it is shown. */
const placeOf = (records: Records["Service"], account: Account, rrdId: number, refreshed: number) =>
  Effect.map(
    records.findAll(account, {
      current: Lookup.placed(reportRows.realization, { keys: [[rrdId]] }),
      former: Lookup.placed(formerRows, { index: "byKey", within: ["realization", rrdId], limit: mostFormer })
    }),
    ({ current, former }) => {
      const shown = [...current, ...former].find(({ content }) => isShownAt(refreshed, content))
      return shown && currentVersion("realization", shown.content).byDay
    }
  )

const isOf = ({ chrtIds }: StocksAsked) => {
  const asked = new Set(chrtIds)
  return ({ chrtId }: RecordedStockRow) => asked.size === 0 || (chrtId !== undefined && asked.has(chrtId))
}

type Texts = Stream.Stream<RawText, StorageError>

export const recordedReports = (records: Records["Service"], mostInPart = usualMostInPart): ReportSource["Service"] => {
  const readTexts = makeReadTexts(records, mostInPart)

  /** The rows of an answer, by what to read of the state that it shows. */
  const shown = (
    account: Account,
    kind: ReportKind,
    asked: number,
    read: (texts: (range: Range<ReportIndex>) => Texts, refreshed: number) => Texts
  ) =>
    Effect.map(openState(records, account, kind, asked), ({ refreshed, visible }) => ({
      rows: read((range) => readTexts({ account, kind, refreshed }, range), refreshed),
      // The day stands for the rows that are removed for their age.
      revision: `${visible}-${moscowDay(refreshed)}`
    }))

  return {
    changedSince: (account, kind, { limit, since }, refreshed) =>
      shown(account, kind, refreshed, (texts) =>
        Stream.suspend(() =>
          Stream.takeWhile(
            texts({ index: "byChange", from: [since] }),
            onChangePage({ from: since, limit }, (text) => millisOf(JSON.parse(stringOf(text)).lastChangeDate))
          )
        )
      ),
    ofDay: (account, kind, day, refreshed) =>
      shown(account, kind, refreshed, (texts) => texts({ index: "byDay", within: ["daily", day] })),
    stocks: (account, asked, refreshed) =>
      shown(account, "stocks", refreshed, (texts) => {
        const products = [...new Set(asked.nmIds)].toSorted(Order.Number)
        const rows =
          products.length === 0
            ? texts({})
            : Stream.flatMap(Stream.fromIterable(products), (nmId) => texts({ within: [nmId] }))
        return stocksOfSizes(rows, isOf(asked)).pipe(Stream.drop(asked.offset), Stream.take(asked.limit))
      }),
    realization: (account, { after, from, limit, period, to }, refreshed) =>
      shown(account, "realization", refreshed, (texts, state) => {
        const range = { index: "byDay", from: [period, from], through: [period, to] } as const
        if (after === 0) return Stream.take(texts(range), limit)
        const behind = Effect.map(placeOf(records, account, after, state), (place) =>
          place?.[0] === period
            ? texts({ ...range, after: [...place, after] })
            : // There is no such row: our choice is that all with greater ids follow it.
              Stream.filter(texts(range), (text) => JSON.parse(stringOf(text)).rrd_id > after)
        )
        return Stream.take(Stream.unwrap(behind), limit)
      })
  }
}
