/**
 * Pages of rows by the time of their last change (API Conventions, Pagination conventions, Cursor). A request has `settings.cursor`
 * with `limit` and, after the first page, `updatedAt` and `nmID` as the last answer had them in its `cursor`. The walk ends where
 * `total`, the number of rows on the page, is less than `limit`.
 *
 * Rows are in the order of `updatedAt` and then `nmID`, the oldest first. A row that changes moves to the end. So a walk gives each row
 * at least once, also those that are inserted meanwhile, and a row that changes after it was read once more, as it is then. In the other
 * order a row that changes before it was read would be missed.
 */
import { DateTime, Order, Schema } from "effect"
import { Timestamp } from "../time/Timestamp.ts"
import { Count, NumericId } from "../validation/WholeNumber.ts"
import { type PageLimits, pageLimit } from "./PageLimits.ts"

/** Where a row stands. */
export interface CursorPosition {
  readonly updatedAt: DateTime.Utc
  readonly nmID: number
}

export const CursorOrder: Order.Order<CursorPosition> = Order.mapInput(
  Order.Tuple([Order.Number, Order.Number]),
  ({ nmID, updatedAt }: CursorPosition) => [DateTime.toEpochMillis(updatedAt), nmID] as const
)

const position = { updatedAt: Schema.optionalKey(Timestamp), nmID: Schema.optionalKey(NumericId) }

const isWhole = ({ nmID, updatedAt }: { readonly nmID?: unknown; readonly updatedAt?: unknown }) =>
  (nmID === undefined) === (updatedAt === undefined) || "Expected updatedAt and nmID, or neither"

/** The body of a request. `filter`: what is asked for, such as `withPhoto`. */
export const cursorBody = <Filter extends Schema.Struct.Fields>(limits: PageLimits, filter: Filter) =>
  Schema.Struct({
    settings: Schema.Struct({
      cursor: Schema.Struct({ limit: pageLimit(limits), ...position }).check(Schema.makeFilter(isWhole)),
      filter: Schema.optionalKey(Schema.Struct(filter))
    })
  })

/** The part `cursor` of an answer. An empty page has that of the request. */
export const CursorAnswer = Schema.Struct({ ...position, total: Count })
export type CursorAnswer = typeof CursorAnswer.Type

export interface CursorRequest {
  readonly limit: number
  /** Rows stand after it; undefined on the first page. */
  readonly after: CursorPosition | undefined
}

export const toCursorRequest = (
  { limit, nmID, updatedAt }: Partial<CursorPosition> & { readonly limit?: number },
  limits: PageLimits
): CursorRequest => ({
  limit: limit ?? limits.default,
  after: nmID === undefined || updatedAt === undefined ? undefined : { nmID, updatedAt }
})

export interface CursorPage<A> {
  readonly items: ReadonlyArray<A>
  readonly cursor: CursorAnswer
}

/** `found`: rows after the position, in order, at most as many as the limit. */
export const cursorPage = <A>(
  { after, limit }: CursorRequest,
  found: ReadonlyArray<A>,
  positionOf: (row: A) => CursorPosition
): CursorPage<A> => {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, cursor: { ...(last === undefined ? after : positionOf(last)), total: items.length } }
}
