/**
 * Rows of a report as they are shown at a refresh, out of records that change meanwhile. Rows and former versions of one part are read
 * as of one moment, so that a row which is replaced meanwhile is in one of the two.
 */
import { Effect, Option, Order, Semaphore, Stream } from "effect"
import type { Account } from "../access/Account.ts"
import { encodeKey, KeyOrder, type KeyParts } from "../records/Key.ts"
import * as Lookup from "../records/Lookup.ts"
import type { Range } from "../records/Range.ts"
import type { Records } from "../records/Records.ts"
import type { FoundRecord } from "../records/RecordStore.ts"
import type { StorageError } from "../storage/StorageError.ts"
import { UrgentCalls } from "../storage/UrgentCalls.ts"
import type { ReportKind } from "./ReportKind.ts"
import { formerRows, isShownAt, type ReportIndex, reportRows, textOf } from "./reportRecords.ts"

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

/** The texts of some rows as they are shown, and how far that is; undefined: nothing comes after them. */
type Part = readonly [texts: ReadonlyArray<string>, read: Read | undefined]

/** Most parts have no former versions. */
const partOfCurrent = (
  refreshed: number,
  current: ReadonlyArray<FoundRecord>,
  isFull: boolean,
  read: Read | undefined
): Part => {
  const shown = current.filter(({ content }) => isShownAt(refreshed, content))
  const texts = shown.map(({ content }) => textOf(content))
  return [texts, isFull ? { place: current.at(-1)!.place, shown: shown.at(-1)?.place ?? read?.shown } : undefined]
}

interface FoundVersions {
  readonly current: ReadonlyArray<FoundRecord>
  readonly former: ReadonlyArray<FoundRecord>
}

/**
 * Of one row one version at most is shown: where the last one that was read has become a former version meanwhile, it is not shown
 * again.
 */
const partOf = (
  kind: ReportKind,
  refreshed: number,
  { current, former }: FoundVersions,
  rowsPerRead: number,
  read: Read | undefined
): Part => {
  if (former.length === 0) return partOfCurrent(refreshed, current, current.length === rowsPerRead, read)
  const prefix = encodeKey([kind])
  const suffix = encodeKey([kind, 0])
  const versions = [
    ...current.map((record): PlacedVersion => ({ ...record, row: record.place })),
    ...former.map(({ content, place: inKind }): PlacedVersion => {
      const place = inKind.slice(prefix.length)
      return { content, place, row: place.slice(0, -suffix.length) }
    })
  ].toSorted(VersionOrder)
  // What lies behind the end of a part that is full is read with the next one.
  const ends = [
    ...(current.length < rowsPerRead ? [] : [current.at(-1)!.place]),
    ...(former.length < rowsPerRead ? [] : [former.at(-1)!.place.slice(prefix.length)])
  ]
  const end = ends.length === 0 ? undefined : ends.reduce(Order.min(KeyOrder))
  const shown = versions.filter(
    ({ content, place, row }) =>
      (end === undefined || KeyOrder(place, end) <= 0) && row !== read?.shown && isShownAt(refreshed, content)
  )
  const texts = shown.map(({ content }) => textOf(content))
  return [texts, end === undefined ? undefined : { place: end, shown: shown.at(-1)?.row ?? read?.shown }]
}

/** Whose rows are read, and as of when. */
interface ShownState {
  readonly account: Account
  readonly kind: ReportKind
  readonly refreshed: number
}

/** Texts of a range, in its order. */
export type ReadTexts = (state: ShownState, range: Range<ReportIndex>) => Stream.Stream<string, StorageError>

/**
 * Parts are read one after the other of all answers together, and give way to calls that events wait for. So many long answers at once
 * delay deliveries little. The next part of an answer is read while this one is sent.
 */
export const makeReadTexts = (records: Records["Service"], rowsPerRead: number): ReadTexts => {
  const turns = Semaphore.makeUnsafe(1)
  const giveWay = UrgentCalls.use((calls) => calls.giveWay)
  return ({ account, kind, refreshed }, range) =>
    Stream.paginate(undefined as Read | undefined, (read) => {
      const behindFormer = read && encodeKey([kind]) + read.place
      const found = records.findAll(account, {
        current: Lookup.placed(reportRows[kind], { ...range, behind: read?.place, limit: rowsPerRead }),
        former: Lookup.placed(formerRows, { ...ofKind(kind, range), behind: behindFormer, limit: rowsPerRead })
      })
      return Effect.map(turns.withPermit(Effect.andThen(giveWay, found)), (versions) => {
        const [texts, next] = partOf(kind, refreshed, versions, rowsPerRead, read)
        return [texts, Option.fromUndefinedOr(next)] as const
      })
    }).pipe(Stream.bufferArray({ capacity: 1 }))
}
