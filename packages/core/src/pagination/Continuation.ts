/**
 * Pages that continue after a row's number (API Conventions, Pagination conventions, Continuation token). The first request has the
 * number 0. The end is a `next` of 0, an empty list, or the status 204, as the operation has it.
 *
 * Rows have numbers that never change and grow with each new row. A walk then gives each row exactly once, whatever is inserted,
 * changed or removed meanwhile; a row as it is when its page is read.
 */
import { Schema } from "effect"
import { NumericId } from "../validation/WholeNumber.ts"
import { type PageLimits, pageLimit } from "./PageLimits.ts"

/** The parameters. `name` is that of the number. */
export const continuationQuery = <const Name extends "next" | "rrdid">(limits: PageLimits, name: Name) => ({
  limit: pageLimit(limits),
  ...({ [name]: Schema.optionalKey(NumericId) } as Record<Name, Schema.optionalKey<typeof NumericId>>)
})

export interface ContinuationRequest {
  readonly limit: number
  /** Rows have greater numbers. */
  readonly after: number
}

export const toContinuationRequest = <const Name extends "next" | "rrdid">(
  asked: { readonly limit?: number } & { readonly [Key in Name]?: number },
  limits: PageLimits,
  name: Name
): ContinuationRequest => ({ limit: asked.limit ?? limits.default, after: asked[name] ?? 0 })

/** For answers without `next`, which is the number of their last row. Undefined, where there is nothing: the status is 204. */
export const continuationRows = <A>(
  { limit }: ContinuationRequest,
  found: ReadonlyArray<A>
): ReadonlyArray<A> | undefined => (found.length === 0 ? undefined : found.slice(0, limit))

export interface ContinuationPage<A> {
  readonly items: ReadonlyArray<A>
  /** 0 on the last page. */
  readonly next: number
}

/** `found`: rows with greater numbers than `after`, the least first, and one more than the limit when there are more. */
export const continuationPage = <A>(
  { limit }: ContinuationRequest,
  found: ReadonlyArray<A>,
  numberOf: (row: A) => number
): ContinuationPage<A> => {
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, next: last !== undefined && found.length > limit ? numberOf(last) : 0 }
}
