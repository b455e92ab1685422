/**
 * What to read of an account's records, as plain values, so that a write can name everything that it decides on before it begins.
 */
import { Option } from "effect"
import type { TimePageRequest } from "../pagination/TimePage.ts"
import type { Collection } from "./Collection.ts"
import { decodeNumbers, encodeKey, type KeyParts } from "./Key.ts"
import { type Range, type Ranged, toStoredRange } from "./Range.ts"
import type { Found, FoundRecord, StoredLookup } from "./RecordStore.ts"

export interface Lookup<A> {
  readonly stored: StoredLookup
  readonly read: (found: Found) => A
}

/** The record with this key. */
export const one = <Value, Index extends string>(
  { decode, name }: Collection<Value, Index>,
  key: KeyParts
): Lookup<Option.Option<Value>> => ({
  stored: { kind: "keys", collection: name, keys: [encodeKey(key)] },
  read: ({ records }) => Option.map(Option.fromUndefinedOr(records[0]), ({ content }) => decode(content))
})

/** The records that exist with these keys, in no particular order. */
export const many = <Value, Index extends string>(
  { decode, name }: Collection<Value, Index>,
  keys: ReadonlyArray<KeyParts>
): Lookup<ReadonlyArray<Value>> => ({
  stored: { kind: "keys", collection: name, keys: [...new Set(keys.map(encodeKey))] },
  read: ({ records }) => records.map(({ content }) => decode(content))
})

export interface RangeRequest<Index extends string> extends Range<Index> {
  readonly limit: number
  /** The last ones first. */
  readonly descending?: boolean
  /** How many records it skips before the first. It reads the skipped ones too. */
  readonly offset?: number
}

const rangeLookup = <Index extends string>(
  collection: Ranged<Index>,
  { descending = false, limit, offset = 0, ...range }: RangeRequest<Index>,
  contents = true
): StoredLookup => ({ kind: "range", ...toStoredRange(collection, range), descending, limit, offset, contents })

/** Records in an order. */
export const range = <Value, Index extends string>(
  collection: Collection<Value, Index>,
  request: RangeRequest<Index>
): Lookup<ReadonlyArray<Value>> => ({
  stored: rangeLookup(collection, request),
  read: ({ records }) => records.map(({ content }) => collection.decode(content))
})

/**
 * A page of an index, or of the keys where no index is named. The parts there are those of `within`, a time in milliseconds and
 * an id. The page is in the order of travel, with one record more than the limit when there are more (`toPage`).
 */
export const timePage = <Value, Index extends string>(
  collection: Collection<Value, Index>,
  index: Index | undefined,
  { cursor, direction, from, limit, to }: TimePageRequest,
  within: KeyParts = []
): Lookup<ReadonlyArray<Value>> => {
  const descending = direction === "older"
  return range(collection, {
    ...(index !== undefined && { index }),
    within,
    from: from === undefined ? undefined : [...within, from],
    through: to === undefined ? undefined : [...within, to],
    [descending ? "before" : "after"]: cursor && [...within, cursor.time, cursor.id],
    descending,
    limit: limit + 1
  })
}

/** The stored texts of a range, without reading them. */
export const texts = <Value, Index extends string>(
  collection: Collection<Value, Index>,
  request: RangeRequest<Index>
): Lookup<ReadonlyArray<string>> => ({
  stored: rangeLookup(collection, request),
  read: ({ records }) => records.map(({ content }) => content)
})

const recordsOf = ({ records }: Found): ReadonlyArray<FoundRecord> => records

/** The stored texts that exist with these keys, in no particular order, or of a range, with their places. */
export const placed = <Value, Index extends string>(
  collection: Collection<Value, Index>,
  request: RangeRequest<Index> | { readonly keys: ReadonlyArray<KeyParts> }
): Lookup<ReadonlyArray<FoundRecord>> => ({
  stored:
    "keys" in request
      ? { kind: "keys", collection: collection.name, keys: request.keys.map(encodeKey) }
      : rangeLookup(collection, request),
  read: recordsOf
})

/**
 * Where records stand in an order: the parts of the index, and then those of the key. All of them are numbers. No record is read, so
 * that an index which has all that is asked for is enough.
 */
export const places = <Value, Index extends string>(
  collection: Collection<Value, Index>,
  request: RangeRequest<Index>
): Lookup<ReadonlyArray<ReadonlyArray<number>>> => ({
  stored: rangeLookup(collection, request, false),
  read: ({ records }) => records.map(({ place }) => decodeNumbers(place))
})

/** How many records there are. It goes over all of them. */
export const count = <Value, Index extends string>(
  collection: Collection<Value, Index>,
  within: Range<Index> = {}
): Lookup<number> => ({
  stored: { kind: "count", ...toStoredRange(collection, within) },
  read: (found) => found.count
})
