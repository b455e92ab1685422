/**
 * Rows of a report as they are shown at a refresh, out of records that change meanwhile. Rows and former versions of one part are read
 * as of one moment, so that a row which is replaced meanwhile is in one of the two.
 */
import { Clock, Effect, Option, Order, Semaphore, Stream } from "effect"
import type { Account } from "../access/Account.ts"
import { encodeKey, KeyOrder, type KeyParts } from "../records/Key.ts"
import { type Range, toStoredRange } from "../records/Range.ts"
import type { Records } from "../records/Records.ts"
import type { FoundPart, StoredPart } from "../records/RecordStore.ts"
import type { RawText } from "../storage/RawText.ts"
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

/** Whose rows are read, and as of when. */
interface ShownState {
  readonly account: Account
  readonly kind: ReportKind
  readonly refreshed: number
}

/** How far a range was read. */
interface Read {
  /** From where on it is read next: the place of a row, or of a former version, which stands behind the row that it was. */
  readonly from: string
  /** Where the last row that is shown stands, as long as former versions of it may follow. */
  readonly shown: string | undefined
  /** Whether former versions were there: then there may be more of them. */
  readonly hasFormer: boolean
}

/** The texts of some rows as they are shown, and how far that is; undefined: nothing comes after them. */
type Part = readonly [texts: ReadonlyArray<RawText>, read: Read | undefined]

/** Most parts have no former versions. What becomes one meanwhile stands before the next part, behind the row that it was. */
const partOfCurrent = (refreshed: number, { next, texts }: FoundPart): Part => {
  const shown: Array<RawText> = []
  for (const content of texts) if (isShownAt(refreshed, content)) shown.push(textOf(content))
  return [shown, next === undefined ? undefined : { from: next, shown: undefined, hasFormer: false }]
}

/** A version with where its row stands. */
interface PlacedVersion {
  readonly place: string
  readonly content: RawText
  readonly row: string
}

const VersionOrder = Order.mapInput(KeyOrder, ({ place }: PlacedVersion) => place)

/**
 * Of one row one version at most is shown: where the last one that was read has become a former version meanwhile, it is not shown
 * again.
 */
const partOfAll = (
  { kind, refreshed }: ShownState,
  [current, former]: readonly [FoundPart, FoundPart],
  read: Read | undefined
): Part => {
  const prefix = encodeKey([kind])
  const suffix = encodeKey([kind, 0])
  const versions = [
    ...current.texts.map((content, index): PlacedVersion => {
      const place = current.places[index]!
      return { content, place, row: place }
    }),
    ...former.texts.map((content, index): PlacedVersion => {
      const place = former.places[index]!.slice(prefix.length)
      return { content, place, row: place.slice(0, -suffix.length) }
    })
  ].toSorted(VersionOrder)
  // What lies behind the end of one of them is read with the next part.
  const ends = [current.next, former.next?.slice(prefix.length)].filter((next) => next !== undefined)
  const end = ends.length === 0 ? undefined : ends.reduce(Order.min(KeyOrder))
  const shown = versions.filter(
    ({ content, place, row }) =>
      (end === undefined || KeyOrder(place, end) < 0) && row !== read?.shown && isShownAt(refreshed, content)
  )
  const texts = shown.map(({ content }) => textOf(content))
  if (end === undefined) return [texts, undefined]
  return [texts, { from: end, shown: shown.at(-1)?.row ?? read?.shown, hasFormer: true }]
}

// our choice: as long as events are on their way they wait for no more than that.
const mostBesideEvents = 250

/** How many rows a part has now, at most. */
const mostNow = Effect.fnUntraced(function* (mostInPart: number) {
  const [calls, at] = [yield* UrgentCalls, yield* Clock.monotonicTimeNanos]
  return calls.isQuiet(at) ? mostInPart : Math.min(mostInPart, mostBesideEvents)
})

/** Texts of a range, in its order. */
export type ReadTexts = (state: ShownState, range: Range<ReportIndex>) => Stream.Stream<RawText, StorageError>

const storedParts = (
  { kind }: ShownState,
  range: Range<ReportIndex>,
  limit: number,
  from: string | undefined,
  places: boolean
): readonly [StoredPart, StoredPart] => {
  const current = toStoredRange(reportRows[kind], range)
  const former = toStoredRange(formerRows, ofKind(kind, range))
  return [
    { ...current, from: from ?? current.from, limit, places },
    { ...former, from: from === undefined ? former.from : encodeKey([kind]) + from, limit, places: true }
  ]
}

/**
 * Parts are read one after the other of all answers together, and give way to calls that events wait for. So many long answers at once
 * delay deliveries little; parts are small while there are any. The next part of an answer is read while this one is sent.
 */
export const makeReadTexts = (records: Records["Service"], mostInPart: number): ReadTexts => {
  const turns = Semaphore.makeUnsafe(1)
  const giveWay = UrgentCalls.use((calls) => calls.giveWay)
  return (state, range) => {
    const find = Effect.fnUntraced(function* (from: string | undefined, places: boolean) {
      const limit = yield* mostNow(mostInPart)
      const [current, former] = yield* records.parts(state.account, storedParts(state, range, limit, from, places))
      // As many parts come as were asked for.
      return [current!, former!] as const
    })
    /** Where rows stand is asked where they have to be sorted among former versions. */
    const readPart = Effect.fnUntraced(function* (read: Read | undefined) {
      const hadFormer = read?.hasFormer === true
      const found = yield* find(read?.from, hadFormer)
      if (found[1].texts.length === 0) return partOfCurrent(state.refreshed, found[0])
      return partOfAll(state, hadFormer ? found : yield* find(read?.from, true), read)
    })
    return Stream.paginate(undefined as Read | undefined, (read) =>
      Effect.map(
        turns.withPermit(Effect.andThen(giveWay, readPart(read))),
        ([texts, next]) => [texts, Option.fromUndefinedOr(next)] as const
      )
    ).pipe(Stream.bufferArray({ capacity: 1 }))
  }
}
