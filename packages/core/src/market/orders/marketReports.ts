/**
 * Reports with what buyers ordered on the market: its rows among those that were recorded, in the order of the report, and as they
 * were at the refresh.
 */
import { Duration, Effect, Order, Stream } from "effect"
import type { Account } from "../../access/Account.ts"
import { onChangePage } from "../../pagination/ChangePage.ts"
import type { Product } from "../../products/Product.ts"
import type { ProductSource } from "../../products/ProductSource.ts"
import { KeyOrder } from "../../records/Key.ts"
import type { Records } from "../../records/Records.ts"
import type { DatedKind, ReportSource } from "../../reports/ReportSource.ts"
import { type RawText, stringOf } from "../../storage/RawText.ts"
import type { StorageError } from "../../storage/StorageError.ts"
import { millisOf } from "../../time/MoscowDateTime.ts"
import { endOfDay, startOfDay } from "../../time/MoscowTime.ts"
import type { Draw } from "../hashedDraw.ts"
import { hourLength } from "../marketTime.ts"
import { mergedInOrder } from "./mergedInOrder.ts"
import { type OrderedPart, orderedParts } from "./OrderedPart.ts"
import { longestFate, type OrderedUnit, orderedUnits } from "./orderedUnits.ts"
import { sridOf, UnitRows } from "./unitRows.ts"

/** Seller Statistics Reports, Orders report row, Sales and returns report row. */
const storedFor = 90 * 24 * hourLength

/** A row where it stands in a report. Times are milliseconds since 1970. */
interface Placed {
  readonly changedAt: number
  readonly srid: string
  readonly text: () => RawText
}

interface MarketRow extends Placed {
  /** The time of its `date`. */
  readonly at: number
}

const BySrid: Order.Order<Placed> = Order.mapInput(KeyOrder, ({ srid }: Placed) => srid)

const changedAt = (row: Placed): number => row.changedAt

const ByChange: Order.Order<Placed> = Order.combine(Order.mapInput(Order.Number, changedAt), BySrid)

interface MarketReports {
  readonly draw: Draw
  readonly products: ProductSource["Service"]
  readonly records: Records["Service"]
}

/** What reports show of a unit at a refresh. What happened since then is in none yet. */
const shownRows = (
  rows: UnitRows,
  kind: DatedKind,
  unit: OrderedUnit,
  product: Product | undefined,
  refreshed: number
): ReadonlyArray<MarketRow> => {
  const srid = sridOf(unit)
  const isShown = (at: number | undefined): at is number =>
    at !== undefined && at < refreshed && at >= refreshed - storedFor
  if (kind === "orders") {
    const { canceledAt, orderedAt, part } = unit
    if (!isShown(orderedAt)) return []
    const changedAt = canceledAt !== undefined && canceledAt < refreshed ? canceledAt : part.until
    return [{ at: orderedAt, changedAt, srid, text: () => JSON.stringify(rows.order(unit, product, refreshed)) }]
  }
  const sold = (letter: "R" | "S", at: number | undefined): ReadonlyArray<MarketRow> =>
    isShown(at) ? [{ at, changedAt: at, srid, text: () => JSON.stringify(rows.sale(unit, product, letter, at)) }] : []
  return [...sold("S", unit.soldAt), ...sold("R", unit.returnedAt)]
}

interface Some {
  /** When the last of them was counted. */
  readonly until: number
  readonly rows: ReadonlyArray<MarketRow>
}

/** The rows of all that was counted between two times, the second not included, in the order in which it was counted. */
const rowsOf = ({ draw, products, records }: MarketReports) => {
  const unitRows = new UnitRows(draw)
  const made = Effect.fnUntraced(function* (
    account: Account,
    kind: DatedKind,
    parts: ReadonlyArray<OrderedPart>,
    refreshed: number
  ) {
    const found = yield* products.named(account, [...new Set(parts.map(({ nmId }) => nmId))])
    const byNumber = new Map(found.map((product) => [product.nm, product]))
    const some: Some = {
      until: parts.at(-1)!.until,
      rows: parts.flatMap((part) =>
        orderedUnits(draw, part).flatMap((unit) => shownRows(unitRows, kind, unit, byNumber.get(part.nmId), refreshed))
      )
    }
    return some
  })
  return (
    account: Account,
    kind: DatedKind,
    from: number,
    below: number,
    refreshed: number
  ): Stream.Stream<Some, StorageError> =>
    records.stream(account, orderedParts, { from: [from], through: [below - 1] }).pipe(
      Stream.map((text) => orderedParts.decode(text)),
      Stream.chunks,
      Stream.mapEffect((parts) => made(account, kind, parts, refreshed))
    )
}

/** In the order of their changes. What is counted later changes later, so that only rows that change after it have to wait. */
const inOrderOfChange = (parts: Stream.Stream<Some, StorageError>): Stream.Stream<MarketRow, StorageError> =>
  Stream.mapAccum(
    parts,
    (): ReadonlyArray<MarketRow> => [],
    (waiting, { rows, until }) => {
      const all = [...waiting, ...rows].toSorted(ByChange)
      const later = all.findIndex(({ changedAt }) => changedAt >= until)
      const ready = later === -1 ? all.length : later
      return [all.slice(ready), all.slice(0, ready)]
    },
    { onHalt: (waiting) => waiting }
  )

/** A recorded row with its place. */
const placed = (text: RawText): Placed => {
  const { lastChangeDate, srid } = JSON.parse(stringOf(text))
  return { changedAt: millisOf(lastChangeDate), srid, text: () => text }
}

const withRecorded = (
  recorded: Stream.Stream<RawText, StorageError>,
  rows: Stream.Stream<Placed, StorageError>,
  order: Order.Order<Placed>
) => mergedInOrder(Stream.map(recorded, placed), rows, order)

const textsOf = (rows: Stream.Stream<Placed, StorageError>) => Stream.map(rows, ({ text }) => text())

const isDated = (kind: string): kind is DatedKind => kind === "orders" || kind === "sales"

/** `recorded`: the reports without the market. */
export const marketReports = (recorded: ReportSource["Service"], given: MarketReports): ReportSource["Service"] => {
  const rowsBetween = rowsOf(given)
  return {
    ...recorded,
    changedSince: Effect.fnUntraced(function* (account, kind, asked, refreshed) {
      const shown = yield* recorded.changedSince(account, kind, asked, refreshed)
      if (!isDated(kind)) return shown
      const { limit, since } = asked
      const rows = inOrderOfChange(rowsBetween(account, kind, since - longestFate[kind], refreshed, refreshed)).pipe(
        Stream.filter(({ changedAt }) => changedAt >= since)
      )
      // Names of products are those of now, so that no revision is known.
      return {
        rows: Stream.suspend(() =>
          textsOf(
            Stream.takeWhile(withRecorded(shown.rows, rows, ByChange), onChangePage({ from: since, limit }, changedAt))
          )
        )
      }
    }),
    ofDay: Effect.fnUntraced(function* (account, kind, day, refreshed) {
      const shown = yield* recorded.ofDay(account, kind, day, refreshed)
      const [start, end] = [startOfDay(day), endOfDay(day)]
      const first = kind === "orders" ? start : start - longestFate.sales
      const below = Math.min(refreshed, end + hourLength)
      const found = yield* Stream.runCollect(rowsBetween(account, kind, first, below, refreshed))
      const rows = found.flatMap((some) => some.rows.filter(({ at }) => at >= start && at < end)).toSorted(BySrid)
      return { rows: textsOf(withRecorded(shown.rows, Stream.fromIterable(rows), BySrid)) }
    })
  }
}

/** How long what was ordered is of use: until what was sent back last is in no report any more. */
export const orderedPartsAreKept = Duration.millis(storedFor + longestFate.sales)
