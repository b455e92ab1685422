/** A part of an order of records, in the parts of its keys. */
import { Order } from "effect"
import { behindPrefix, encodeKey, KeyOrder, type KeyParts } from "./Key.ts"
import type { Collection } from "./Collection.ts"
import type { StoredRange } from "./RecordStore.ts"

/**
 * Each bound takes in, or leaves out, everything that begins with its parts. In an index the parts of the key follow those of the
 * index, so that every order can be gone through page by page: the next page is `after` all parts of the last record, or `before`
 * them.
 */
export interface Range<Index extends string = never> {
  /** Undefined: the order of the records' keys. */
  readonly index?: Index
  /** Only what begins with these parts. */
  readonly within?: KeyParts
  readonly from?: KeyParts | undefined
  readonly through?: KeyParts | undefined
  readonly after?: KeyParts | undefined
  readonly before?: KeyParts | undefined
}

type Bound = string | undefined

const chosen =
  (choose: (one: string, other: string) => string) =>
  (one: Bound, other: Bound): Bound =>
    one === undefined || other === undefined ? (one ?? other) : choose(one, other)

const encoded = (parts: KeyParts | undefined): Bound => parts && encodeKey(parts)
const behind = (parts: KeyParts | undefined): Bound => parts && behindPrefix(parts)

/** Every key begins with an empty list of parts, so that nothing comes after it. */
const endOf = (after: KeyParts | undefined): Bound => (after?.length === 0 ? "" : undefined)

/** What a range is in. */
export type Ranged<Index extends string> = Pick<Collection<never, Index>, "indexes" | "name">

export const toStoredRange = <Index extends string>(
  { indexes, name }: Ranged<Index>,
  { after, before, from, index, through, within }: Range<Index>
): StoredRange => ({
  collection: name,
  index: index === undefined ? undefined : Object.keys(indexes).indexOf(index),
  from: [encoded(within), encoded(from), behind(after)].reduce(chosen(Order.max(KeyOrder))),
  below: [behind(within), behind(through), encoded(before), endOf(after)].reduce(chosen(Order.min(KeyOrder)))
})
