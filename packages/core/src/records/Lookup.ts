/** What is read of an account's records: plain values, so that a write can name all that it decides on before it begins. */
import { Option } from "effect"
import type { Collection } from "./Collection.ts"
import { encodeKey, type KeyParts } from "./Key.ts"
import { type Range, toStoredRange } from "./Range.ts"
import type { Found, StoredLookup } from "./RecordStore.ts"

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

/** Those of the records with these keys that there are, in no particular order. */
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
  /** Passes over so many before the first: what it passes over is read. */
  readonly offset?: number
}

const rangeLookup = (
  collection: string,
  { descending = false, limit, offset = 0, ...range }: RangeRequest<string>
): StoredLookup => ({ kind: "range", ...toStoredRange(collection, range), descending, limit, offset })

/** Records in an order. */
export const range = <Value, Index extends string>(
  { decode, name }: Collection<Value, Index>,
  request: RangeRequest<Index>
): Lookup<ReadonlyArray<Value>> => ({
  stored: rangeLookup(name, request),
  read: ({ records }) => records.map(({ content }) => decode(content))
})

/** The same as the texts that are kept, without reading them. */
export const texts = <Value, Index extends string>(
  { name }: Collection<Value, Index>,
  request: RangeRequest<Index>
): Lookup<ReadonlyArray<string>> => ({
  stored: rangeLookup(name, request),
  read: ({ records }) => records.map(({ content }) => content)
})

/** How many there are: all of them are passed over. */
export const count = <Value, Index extends string>(
  { name }: Collection<Value, Index>,
  within: Range<Index> = {}
): Lookup<number> => ({
  stored: { kind: "count", ...toStoredRange(name, within) },
  read: (found) => found.count
})
