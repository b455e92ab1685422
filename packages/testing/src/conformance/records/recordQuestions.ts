/** What is asked of a `RecordStore` at random: few collections, keys and values, so that they meet again. */
import {
  type Account,
  behindPrefix,
  encodeKey,
  type Found,
  type KeyParts,
  KeyOrder,
  type RecordEvent,
  RecordStore,
  type StoredLookup,
  type StoredRange,
  type StoredRecord,
  stringOf
} from "@sellerkit/core"
import { Effect, Option, Order, Result, Schema } from "effect"
import { listOf, mostly } from "../../property/choices.ts"

const CollectionName = mostly(Schema.Literal("one"), Schema.Literal("two"))
const KeyNumber = Schema.Literals([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
const Few = Schema.Literals([-1, 0, 0.5])
/** Hours since the beginning of 1970. */
const Hours = Schema.Literals([0, 1, 2, 3, 4, 5, 6, 7])

export const AnyRecordChange = Schema.Struct({
  collection: CollectionName,
  key: KeyNumber,
  removed: mostly(Schema.Literal(false), Schema.Literal(true)),
  /** Under which it stands in the first two indexes. The third one lists all. */
  few: Schema.NullOr(Few),
  text: mostly(Schema.Literals(["", "a", "\0", "ж", "😀", "\uffff"]), Schema.Null),
  dueAfter: Schema.NullOr(Hours),
  sinceAfter: Schema.NullOr(Hours)
})

/** A part of an order, or its end in another one. */
const AnyBound = mostly(Schema.Null, Schema.Union([Few, KeyNumber]))

export const AnyRecordLookup = Schema.Struct({
  kind: Schema.Literals(["keys", "range", "range", "range", "count"]),
  collection: CollectionName,
  keys: listOf(KeyNumber, 4),
  /** By `few`, by `text`, and by the number of the key. */
  index: Schema.NullOr(Schema.Literals([0, 1, 2])),
  from: AnyBound,
  below: AnyBound,
  descending: Schema.Boolean,
  offset: mostly(Schema.Literal(0), Schema.Literals([1, 3])),
  limit: Schema.Literals([1, 2, 5, 100]),
  contents: mostly(Schema.Literal(true), Schema.Literal(false))
})

type RecordChange = typeof AnyRecordChange.Type
type RecordLookup = typeof AnyRecordLookup.Type

const keyOf = (key: number): string => encodeKey([`key ${key}`])

// In milliseconds.
const hour = 3_600_000

/** Records that are due at the same time come in no particular order. Here no two are. */
const toTime = (hours: number | null, number: number): number | undefined =>
  hours === null ? undefined : hours * hour + number

const toRecord = (
  { collection, dueAfter, few, key, sinceAfter, text }: RecordChange,
  number: number
): StoredRecord => ({
  collection,
  key: keyOf(key),
  content: JSON.stringify({ number, text }),
  places: [few, text, key].map((value) => (value === null ? undefined : encodeKey([value]) + keyOf(key))),
  dueAt: toTime(dueAfter, number),
  since: toTime(sinceAfter, number)
})

const toRange = ({
  below,
  collection,
  from,
  index
}: Pick<RecordLookup, "below" | "collection" | "from" | "index">): StoredRange => {
  const parts = (bound: number): KeyParts =>
    index === 0 || index === 2 ? [bound] : [index === null ? `key ${bound}` : ""]
  return {
    collection,
    index: index ?? undefined,
    from: from === null ? undefined : encodeKey(parts(from)),
    below: below === null ? undefined : behindPrefix(parts(below))
  }
}

const toLookup = ({ contents, descending, keys, kind, limit, offset, ...range }: RecordLookup): StoredLookup => {
  if (kind === "keys") return { kind, collection: range.collection, keys: [...new Set(keys.map(keyOf))] }
  const stored = toRange(range)
  return kind === "count" ? { kind, ...stored } : { kind, ...stored, contents, descending, limit, offset }
}

const PlaceOrder = Order.mapInput(KeyOrder, ({ place }: { readonly place: string }) => place)

/** Records that are found by keys come in no particular order. */
const shownFound = ({ kind }: StoredLookup, { count, records }: Found) => {
  if (kind === "count") return count
  return kind === "keys" ? records.toSorted(PlaceOrder) : records
}

/** Of the same ranges; their other members say nothing here. */
export const readParts = (account: Account, asked: ReadonlyArray<RecordLookup>) =>
  Effect.flatMap(RecordStore, (store) =>
    Effect.map(
      store.parts(
        account,
        asked.map(({ contents, limit, ...range }) => ({ ...toRange(range), limit, places: contents }))
      ),
      (found) => found.map(({ texts, ...part }) => ({ ...part, texts: texts.map(stringOf) }))
    )
  )

export interface RecordDecision {
  readonly changes: ReadonlyArray<RecordChange>
  readonly lookups: ReadonlyArray<RecordLookup>
  readonly events: ReadonlyArray<RecordEvent>
  readonly refused: boolean
}

/** Answers what was found, and so does a refusal. */
export const writeRecords = (account: Account, decision: RecordDecision, nextNumber: () => number) => {
  // No record is named twice.
  const changes = [
    ...new Map(decision.changes.map((change) => [`${change.collection} ${change.key}`, change])).values()
  ]
  const puts = changes.filter(({ removed }) => !removed).map((change) => toRecord(change, nextNumber()))
  const removes = changes
    .filter(({ removed }) => removed)
    .map(({ collection, key }) => ({ collection, key: keyOf(key) }))
  const lookups = decision.lookups.map(toLookup)
  return Effect.flatMap(RecordStore, (store) =>
    store.transact(account, lookups, (found) => {
      const answer = found.map((one, index) => shownFound(lookups[index]!, one))
      if (decision.refused) return Result.fail({ refused: answer })
      return Result.succeed({ answer, changes: { puts, removes, events: decision.events } })
    })
  )
}

export const readRecords = (account: Account, asked: ReadonlyArray<RecordLookup>) => {
  const lookups = asked.map(toLookup)
  return Effect.flatMap(RecordStore, (store) =>
    Effect.map(store.find(account, lookups), (found) => found.map((one, index) => shownFound(lookups[index]!, one)))
  )
}

export const BackgroundQuestion = {
  collection: CollectionName,
  hours: Hours,
  most: Schema.Literals([1, 2, 3, 5, 100]),
  /** Whether records of that age are removed. */
  removes: mostly(Schema.Literal(false), Schema.Literal(true))
}

/** What is due, and when something is next; or how much of the old is removed. */
export const backgroundOfRecords = ({
  collection,
  most,
  removes,
  hours
}: Schema.Struct<typeof BackgroundQuestion>["Type"]) =>
  Effect.gen(function* () {
    const store = yield* RecordStore
    if (removes) return { removed: yield* store.removeOld(collection, hours * hour, most) }
    return {
      due: yield* store.due(collection, hours * hour, most),
      next: Option.getOrUndefined(yield* store.nextDue([collection])),
      ofAll: Option.getOrUndefined(yield* store.nextDue(["one", "two", "three"]))
    }
  })
