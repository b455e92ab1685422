/**
 * Pages that are cut out by their place (API Conventions, Pagination conventions, Offset): `limit` rows after the first `offset`.
 *
 * Rows have to be in an order that does not change. What is then promised of a walk from page to page:
 * - where new rows come last, each row comes exactly once, also those that are inserted before the last page is read;
 * - where new rows come anywhere, each row that was there at the beginning comes at least once. It comes again for each row that was
 *   inserted before it since, and readers remove these doubles by the row's key.
 * Nothing can be promised where rows are removed: the next ones move to places that have been read.
 */
import { Schema } from "effect"
import { type PageLimits, pageLimit } from "./PageLimits.ts"

// our choice: what is before the page is read too.
export const offsets = { minimum: 0, maximum: 1_000_000 } as const

/** The parameters, of a query or of a body. */
export const offsetQuery = (limits: PageLimits) => ({
  limit: pageLimit(limits),
  offset: Schema.optionalKey(Schema.Int.check(Schema.isBetween(offsets)))
})

export interface OffsetRequest {
  readonly limit: number
  readonly offset: number
}

export const toOffsetRequest = (asked: Partial<OffsetRequest>, limits: PageLimits): OffsetRequest => ({
  limit: asked.limit ?? limits.default,
  offset: asked.offset ?? 0
})

/** `ordered`: all rows, or those up to the end of the page. */
export const offsetPage = <A>({ limit, offset }: OffsetRequest, ordered: ReadonlyArray<A>): ReadonlyArray<A> =>
  ordered.slice(offset, offset + limit)

export interface CountedPage<A> {
  readonly items: ReadonlyArray<A>
  readonly total: number
}

/** For answers that say how many rows there are. `ordered`: all of them. */
export const countedOffsetPage = <A>(request: OffsetRequest, ordered: ReadonlyArray<A>): CountedPage<A> => ({
  items: offsetPage(request, ordered),
  total: ordered.length
})
