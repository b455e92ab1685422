/** Reports made of the rows that were recorded. */
import { Effect, Option, Order, Result, Stream } from "effect"
import type { Account } from "../access/Account.ts"
import { encodeKey, KeyOrder, type KeyParts } from "../records/Key.ts"
import * as Lookup from "../records/Lookup.ts"
import type { Range } from "../records/Range.ts"
import { put, type Records } from "../records/Records.ts"
import type { FoundRecord } from "../records/RecordStore.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { moscowDay } from "../time/MoscowTime.ts"
import { refreshedState, refreshStates } from "./refresh.ts"
import type { ReportKind } from "./ReportKind.ts"
import { currentVersion, formerRows, isShownAt, type ReportIndex, reportRows, textOf } from "./reportRecords.ts"
import type { ReportSource, StocksAsked } from "./ReportSource.ts"

// our choice: one statement's worth.
const rowsPerRead = 1000

const PlaceOrder = Order.mapInput(KeyOrder, ({ place }: FoundRecord) => place)

/** The state that an answer shows: from here on nothing becomes visible at its refresh. */
const openState = (records: Records["Service"], account: Account, kind: ReportKind, refreshed: number) =>
  records.transact(account, { known: Lookup.one(refreshStates, [kind]) }, ({ known }) => {
    const state = refreshedState(known, kind, refreshed)
    const isKnown = Option.exists(known, (before) => before.refreshed === state.refreshed)
    return Result.succeed({ answer: state, changes: isKnown ? [] : [put(refreshStates, state)] })
  })

/** The bounds of a range with the kind before them, as former versions stand. */
const ofKind = (kind: ReportKind, { after, from, index, through, within = [] }: Range<ReportIndex>) => {
  const inKind = (parts: KeyParts | undefined) => parts && [kind, ...parts]
  return {
    ...(index !== undefined && { index }),
    within: [kind, ...within],
    from: inKind(from),
    through: inKind(through),
    after: inKind(after)
  }
}

/**
 * The texts of a range as they are shown at a refresh, in order. Rows and former versions of one part are read as of one moment, so
 * that a row which is replaced meanwhile is in one of the two.
 */
const shownTexts = (
  records: Records["Service"],
  account: Account,
  kind: ReportKind,
  refreshed: number,
  range: Range<ReportIndex>
): Stream.Stream<string, StorageError> => {
  const prefix = encodeKey([kind])
  return Stream.paginate(undefined as string | undefined, (behind) =>
    Effect.map(
      records.findAll(account, {
        current: Lookup.placed(reportRows[kind], { ...range, behind, limit: rowsPerRead }),
        former: Lookup.placed(formerRows, {
          ...ofKind(kind, range),
          behind: behind && prefix + behind,
          limit: rowsPerRead
        })
      }),
      (found) => {
        const former = found.former.map(({ content, place }) => ({ content, place: place.slice(prefix.length) }))
        // What lies behind the end of a part that is full is read with the next one.
        const ends = [found.current, former].flatMap((part) => (part.length < rowsPerRead ? [] : [part.at(-1)!.place]))
        const end = ends.length === 0 ? undefined : ends.reduce(Order.min(KeyOrder))
        const merged = former.length === 0 ? found.current : [...found.current, ...former].toSorted(PlaceOrder)
        const texts = merged.flatMap(({ content, place }) =>
          (end === undefined || KeyOrder(place, end) <= 0) && isShownAt(refreshed, content) ? [textOf(content)] : []
        )
        return [texts, Option.fromUndefinedOr(end)] as const
      }
    )
  )
}

const isOf = ({ chrtIds }: StocksAsked) => {
  const asked = new Set(chrtIds)
  return (text: string) => asked.size === 0 || asked.has(JSON.parse(text).chrtId)
}

type Texts = Stream.Stream<string, StorageError>

export const recordedReports = (records: Records["Service"]): ReportSource["Service"] => {
  /** The rows of an answer, by what to read of the state that it shows. */
  const shown = (
    account: Account,
    kind: ReportKind,
    asked: number,
    read: (texts: (range: Range<ReportIndex>) => Texts, refreshed: number) => Texts
  ) =>
    Effect.map(openState(records, account, kind, asked), ({ refreshed, visible }) => ({
      rows: read((range) => shownTexts(records, account, kind, refreshed, range), refreshed),
      // The day stands for the rows that are removed for their age.
      revision: `${visible}-${moscowDay(refreshed)}`
    }))

  /** Where a row stands, as it is shown. */
  const placeOf = (account: Account, rrdId: number, refreshed: number) =>
    Effect.map(
      records.findAll(account, {
        current: Lookup.placed(reportRows.realization, { keys: [[rrdId]] }),
        former: Lookup.placed(formerRows, { within: ["realization", rrdId], limit: rowsPerRead })
      }),
      ({ current, former }) => {
        const shown = [...current, ...former].find(({ content }) => isShownAt(refreshed, content))
        return shown && currentVersion("realization", shown.content).byDay
      }
    )

  return {
    changedSince: (account, kind, { limit, since }, refreshed) =>
      shown(account, kind, refreshed, (texts) => Stream.take(texts({ index: "byChange", from: [since] }), limit)),
    ofDay: (account, kind, day, refreshed) =>
      shown(account, kind, refreshed, (texts) => texts({ index: "byDay", within: ["daily", day] })),
    stocks: (account, asked, refreshed) =>
      shown(account, "stocks", refreshed, (texts) => {
        const products = [...new Set(asked.nmIds)].toSorted(Order.Number)
        const rows =
          products.length === 0
            ? texts({})
            : Stream.flatMap(Stream.fromIterable(products), (nmId) => texts({ within: [nmId] }))
        return rows.pipe(Stream.filter(isOf(asked)), Stream.drop(asked.offset), Stream.take(asked.limit))
      }),
    realization: (account, { after, from, limit, period, to }, refreshed) =>
      shown(account, "realization", refreshed, (texts, state) => {
        const range = { index: "byDay", from: [period, from], through: [period, to] } as const
        if (after === 0) return Stream.take(texts(range), limit)
        const behind = Effect.map(placeOf(account, after, state), (place) =>
          place?.[0] === period
            ? texts({ ...range, after: [...place, after] })
            : // There is no such row: our choice is that all with greater ids follow it.
              Stream.filter(texts(range), (text) => JSON.parse(text).rrd_id > after)
        )
        return Stream.take(Stream.unwrap(behind), limit)
      })
  }
}
