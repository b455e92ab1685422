/**
 * A kind of record: how it is kept, found and ordered. It is declared beside its feature. Storages know no collections, only the
 * texts that come from them.
 */
import { DateTime, Schema } from "effect"
import { InvalidRecord, isLonger } from "./InvalidRecord.ts"
import { Recent } from "../storage/Recent.ts"
import { encodeKey, type KeyParts } from "./Key.ts"

/** A record as a storage keeps it. Keys and values of indexes are texts whose order is that of their bytes. */
export interface StoredRecord {
  readonly collection: string
  readonly key: string
  readonly content: string
  /**
   * Where it stands in the indexes of its collection, in the order of their declaration: its value there, and then its key, so that no
   * two records have one place. Undefined: the index does not list it.
   */
  readonly places: ReadonlyArray<string | undefined>
  /** When background work has to look at it, in milliseconds; undefined: never. */
  readonly dueAt: number | undefined
  /** From when on its age counts, in milliseconds; undefined: it is not removed for its age. */
  readonly since: number | undefined
}

/** Undefined: the index does not list it. */
export type Indexing<Value> = (value: Value) => KeyParts | undefined

export interface Collection<Value, Index extends string = never> {
  /** Never changed: records are found by it. */
  readonly name: string
  readonly keyOf: (value: Value) => KeyParts
  readonly indexes: Readonly<Record<Index, Indexing<Value>>>
  /**
   * Throws where a value cannot be kept: one that the schema refuses, or `InvalidRecord` for a key (`encodeKey`) or a content that
   * no storage keeps. Content takes at most 1,000,000 bytes; a raw text has neither zeros nor halves of surrogate pairs.
   */
  readonly encode: (value: Value) => StoredRecord
  /** Throws where a text is no such record: other code has written it. */
  readonly decode: (content: string) => Value
}

export interface CollectionOptions<Value, Encoded, Index extends string> {
  /**
   * Records are kept as JSON. Unknown fields are ignored, so that records of newer code can be read. A field that a newer schema
   * adds is optional.
   */
  readonly schema: Schema.Codec<Value, Encoded>
  /** No two records of an account have the same key. */
  readonly key: (value: Value) => KeyParts
  /**
   * Orders in which records are found besides that of their keys: each by its parts, and then by the parts of the key. At most
   * `mostIndexes`. Storages know them by their number: a new one comes last, and lists only what is written from then on.
   */
  readonly indexes: Readonly<Record<Index, Indexing<Value>>>
  readonly due?: (value: Value) => DateTime.Utc | undefined
  readonly since?: (value: Value) => DateTime.Utc | undefined
  /**
   * Whether values are numbers, texts, lists and objects of these alone, and are read again soon after they were written: then they
   * are not decoded for that.
   */
  readonly rewritten?: boolean
}

// our choice: what requests ask for again and again is decoded once, and a collection remembers a million characters at most.
const [mostRemembered, longestRemembered] = [500_000, 50_000]

const millis = (time: DateTime.Utc | undefined): number | undefined => time && DateTime.toEpochMillis(time)

interface Codec<Value> {
  readonly encode: (value: Value) => string
  readonly decode: (content: string) => Value
}

// our choice: together with its key well below the 2 MB that a row of a Durable Object may have.
const mostContentBytes = 1_000_000

const bounded = (content: string): string => {
  if (!isLonger(content, mostContentBytes)) return content
  throw new InvalidRecord({ reason: `A record takes more than ${mostContentBytes} bytes` })
}

/** For texts that are stored unchanged: PostgreSQL cannot store a zero, and UTF-8 has no half surrogates. JSON escapes both. */
const storable = (content: string): string => {
  if (content.includes("\0")) throw new InvalidRecord({ reason: "A record contains the character U+0000" })
  if (!content.isWellFormed()) throw new InvalidRecord({ reason: "A record contains half of a surrogate pair" })
  return bounded(content)
}

/** our choice: how many indexes a collection has at most. Storages have a column for each. */
const mostIndexes = 3

const make = <Value, Index extends string>(
  name: string,
  { due, indexes, key, since }: Omit<CollectionOptions<Value, unknown, Index>, "schema">,
  codec: Codec<Value>
): Collection<Value, Index> => {
  const indexing = Object.values<Indexing<Value>>(indexes)
  if (indexing.length > mostIndexes) throw new Error(`The collection ${name} has more than ${mostIndexes} indexes`)
  const placesOf = (value: Value, ownKey: string) =>
    indexing.map((partsOf) => {
      const parts = partsOf(value)
      return parts && encodeKey(parts) + ownKey
    })
  return {
    name,
    keyOf: key,
    indexes,
    encode: (value) => {
      const ownKey = encodeKey(key(value))
      return {
        collection: name,
        key: ownKey,
        content: codec.encode(value),
        places: placesOf(value, ownKey),
        dueAt: millis(due?.(value)),
        since: millis(since?.(value))
      }
    },
    decode: codec.decode
  }
}

export const collection = <Value, Encoded, Index extends string>(
  name: string,
  { rewritten = false, schema, ...options }: CollectionOptions<Value, Encoded, Index>
): Collection<Value, Index> => {
  const json = Schema.toCodecJson(schema)
  const decode = Schema.decodeSync(Schema.fromJsonString(json))
  const toJson = Schema.encodeSync(json)
  const known = new Recent<Value>(mostRemembered)
  const remembered = (content: string, value: Value): Value => {
    if (content.length <= longestRemembered) known.add(content, value)
    return value
  }
  return make(name, options, {
    encode: (value) => {
      const kept = toJson(value)
      const content = bounded(JSON.stringify(kept))
      // By what `rewritten` promises, what is kept is what is read. The value itself may have other fields.
      if (rewritten) remembered(content, kept as Value)
      return content
    },
    decode: (content) => known.get(content) ?? remembered(content, decode(content))
  })
}

/**
 * Rows whose texts are kept, and read, as they were written: lines of reports and of statistics, which are joined and sent rather
 * than read and written again.
 */
export const series = <Row, Index extends string>(
  name: string,
  {
    parse,
    text,
    ...options
  }: Omit<CollectionOptions<Row, unknown, Index>, "schema"> & {
    readonly text: (row: Row) => string
    readonly parse: (text: string) => Row
  }
): Collection<Row, Index> => make(name, options, { encode: (row) => storable(text(row)), decode: parse })
