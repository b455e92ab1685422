/** Reports made of the rows that were recorded. */
import { Effect, Option, Order, Result, Stream } from "effect"
import type { Account } from "../access/Account.ts"
import { onChangePage } from "../pagination/ChangePage.ts"
import { encodeKey, KeyOrder, type KeyParts } from "../records/Key.ts"
import * as Lookup from "../records/Lookup.ts"
import type { Range } from "../records/Range.ts"
import { put, type Records } from "../records/Records.ts"
import type { FoundRecord } from "../records/RecordStore.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { millisOf } from "../time/MoscowDateTime.ts"
import { moscowDay } from "../time/MoscowTime.ts"
import { refreshedState, refreshStates } from "./refresh.ts"
import type { ReportKind } from "./ReportKind.ts"
import { currentVersion, formerRows, isShownAt, type ReportIndex, reportRows, textOf } from "./reportRecords.ts"
import type { ReportSource, StocksAsked } from "./ReportSource.ts"

// our choice: one statement's worth.
const usualRowsPerRead = 1000

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
    index: index ?? ("byKey" as const),
    within: [kind, ...within],
    from: inKind(from),
    through: inKind(through),
    after: inKind(after)
  }
}

/** A version with where its row stands: former versions stand behind the row that they were. */
interface PlacedVersion extends FoundRecord {
  readonly row: string
}

const VersionOrder = Order.mapInput(KeyOrder, ({ place }: PlacedVersion) => place)

/** Up to where a range was read. */
interface Read {
  readonly place: string
  /** Where the last row that is shown stands. */
  readonly shown: string | undefined
}

/**
 * The texts of a range as they are shown at a refresh, in order. Rows and former versions of one part are read as of one moment, so
 * that a row which is replaced meanwhile is in one of the two. Of one row one version at most is shown: where the last one that was
 * read has become a former version meanwhile, it is not shown again.
 */
const shownTexts = (
  records: Records["Service"],
  account: Account,
  kind: ReportKind,
  refreshed: number,
  range: Range<ReportIndex>,
  rowsPerRead: number
): Stream.Stream<string, StorageError> => {
  const prefix = encodeKey([kind])
  const suffix = encodeKey([kind, 0])
  return Stream.paginate(undefined as Read | undefined, (read) =>
    Effect.map(
      records.findAll(account, {
        current: Lookup.placed(reportRows[kind], { ...range, behind: read?.place, limit: rowsPerRead }),
        former: Lookup.placed(formerRows, {
          ...ofKind(kind, range),
          behind: read && prefix + read.place,
          limit: rowsPerRead
        })
      }),
      (found) => {
        const current = found.current.map((record): PlacedVersion => ({ ...record, row: record.place }))
        const former = found.former.map(({ content, place: inKind }): PlacedVersion => {
          const place = inKind.slice(prefix.length)
          return { content, place, row: place.slice(0, -suffix.length) }
        })
        // What lies behind the end of a part that is full is read with the next one.
        const ends = [current, former].flatMap((part) => (part.length < rowsPerRead ? [] : [part.at(-1)!.place]))
        const end = ends.length === 0 ? undefined : ends.reduce(Order.min(KeyOrder))
        const versions = (former.length === 0 ? current : [...current, ...former].toSorted(VersionOrder)).filter(
          ({ content, place, row }) =>
            (end === undefined || KeyOrder(place, end) <= 0) && row !== read?.shown && isShownAt(refreshed, content)
        )
        const next = end === undefined ? undefined : { place: end, shown: versions.at(-1)?.row ?? read?.shown }
        return [versions.map(({ content }) => textOf(content)), Option.fromUndefinedOr(next)] as const
      }
    )
  )
}

const isOf = ({ chrtIds }: StocksAsked) => {
  const asked = new Set(chrtIds)
  return (text: string) => asked.size === 0 || asked.has(JSON.parse(text).chrtId)
}

type Texts = Stream.Stream<string, StorageError>

export const recordedReports = (
  records: Records["Service"],
  rowsPerRead = usualRowsPerRead
): ReportSource["Service"] => {
  /** The rows of an answer, by what to read of the state that it shows. */
  const shown = (
    account: Account,
    kind: ReportKind,
    asked: number,
    read: (texts: (range: Range<ReportIndex>) => Texts, refreshed: number) => Texts
  ) =>
    Effect.map(openState(records, account, kind, asked), ({ refreshed, visible }) => ({
      rows: read((range) => shownTexts(records, account, kind, refreshed, range, rowsPerRead), refreshed),
      // The day stands for the rows that are removed for their age.
      revision: `${visible}-${moscowDay(refreshed)}`
    }))

  /** Where a row stands, as it is shown. */
  const placeOf = (account: Account, rrdId: number, refreshed: number) =>
    Effect.map(
      records.findAll(account, {
        current: Lookup.placed(reportRows.realization, { keys: [[rrdId]] }),
        former: Lookup.placed(formerRows, { index: "byKey", within: ["realization", rrdId], limit: rowsPerRead })
      }),
      ({ current, former }) => {
        const shown = [...current, ...former].find(({ content }) => isShownAt(refreshed, content))
        return shown && currentVersion("realization", shown.content).byDay
      }
    )

  return {
    changedSince: (account, kind, { limit, since }, refreshed) =>
      shown(account, kind, refreshed, (texts) =>
        Stream.suspend(() =>
          Stream.takeWhile(
            texts({ index: "byChange", from: [since] }),
            onChangePage({ from: since, limit }, (text) => millisOf(JSON.parse(text).lastChangeDate))
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
