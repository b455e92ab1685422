/** A part of an order of records, in the parts of its keys. */
import { Array, Option, Order } from "effect"
import { behindPrefix, encodeKey, KeyOrder, type KeyParts } from "./Key.ts"
import type { StoredRange } from "./RecordStore.ts"

/**
 * Each bound takes in, or leaves out, everything that begins with its parts. An order whose parts end with what no two records
 * share can be gone through page by page: the next page is `after` the parts of the last record, or `before` them.
 */
export interface Range<Index extends string = never> {
  /** Undefined: the order of the records' keys. */
  readonly index?: Index
  /** Only what begins with these parts. */
  readonly within?: KeyParts
  readonly from?: KeyParts
  readonly through?: KeyParts
  readonly after?: KeyParts
  readonly before?: KeyParts
}

type Bound = string | undefined

const chosen = (bounds: ReadonlyArray<Bound>, choose: (one: string, other: string) => string): Bound =>
  Option.getOrUndefined(
    Option.map(
      Option.liftPredicate(Array.isReadonlyArrayNonEmpty<string>)(bounds.filter((bound) => bound !== undefined)),
      (some) => some.reduce(choose)
    )
  )

const encoded = (parts: KeyParts | undefined): Bound => parts && encodeKey(parts)
const behind = (parts: KeyParts | undefined): Bound => parts && behindPrefix(parts)

export const toStoredRange = (
  collection: string,
  { after, before, from, index, through, within }: Range<string>
): StoredRange => ({
  collection,
  index,
  from: chosen([encoded(within), encoded(from), behind(after)], Order.max(KeyOrder)),
  below: chosen([behind(within), behind(through), encoded(before)], Order.min(KeyOrder))
})
