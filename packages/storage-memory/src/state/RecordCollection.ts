/** The records of one collection of an account, in all of its orders. */
import {
  type Account,
  encodeKey,
  type Found,
  type FoundPart,
  type StoredLookup,
  type StoredPart,
  type StoredRecord
} from "@sellerkit/core"
import { type RangeOfMap, SortedMap } from "./SortedMap.ts"

/** A record in all of its orders. It is replaced in place where its places stay the same. */
interface Held {
  record: StoredRecord
}

type Order = SortedMap<Held>

type Entries = ReadonlyArray<{ readonly place: string; readonly value: Held }>

const foundIn = (entries: Entries, contents = true): Found => ({
  records: entries.map(({ place, value }) => ({ place, content: contents ? value.record.content : "" })),
  count: 0
})

const hasSamePlaces = (one: StoredRecord, other: StoredRecord): boolean => {
  if (one.dueAt !== other.dueAt || one.since !== other.since) return false
  return one.places.every((place, index) => place === other.places[index])
}

const recordsIn = (order: Order, range: RangeOfMap): ReadonlyArray<StoredRecord> =>
  order.find(range).map(({ value }) => value.record)

// our choice: they are read without letting others have their turn.
const mostInPart = 250

export class RecordCollection {
  readonly account: Account
  private readonly held = new Map<string, Held>()
  private readonly byKey: Order = new SortedMap()
  /** By the times at which they are due, and then by their keys. */
  private readonly byDue: Order = new SortedMap()
  /** By the times from when on their age counts, and then by their keys. */
  private readonly bySince: Order = new SortedMap()
  private readonly indexes: Array<Order> = []
  private written = false

  constructor(account: Account) {
    this.account = account
  }

  /** Whether there were ever records in it: it is made where somebody only looks, too. */
  get wasWritten(): boolean {
    return this.written
  }

  put(record: StoredRecord): void {
    this.written = true
    const known = this.held.get(record.key)
    if (known !== undefined && hasSamePlaces(known.record, record)) {
      known.record = record
      return
    }
    this.remove(record.key)
    const held = { record }
    this.held.set(record.key, held)
    for (const [order, place] of this.placesOf(record)) order.set(place, held)
  }

  remove(key: string): void {
    const known = this.held.get(key)
    if (known === undefined) return
    this.held.delete(key)
    for (const [order, place] of this.placesOf(known.record)) order.delete(place)
  }

  find(lookup: StoredLookup): Found {
    if (lookup.kind === "keys") {
      return foundIn(
        lookup.keys.flatMap((place) => {
          const value = this.held.get(place)
          return value === undefined ? [] : { place, value }
        })
      )
    }
    const order = lookup.index === undefined ? this.byKey : this.index(lookup.index)
    return lookup.kind === "count"
      ? { records: [], count: order.count(lookup) }
      : foundIn(order.find(lookup), lookup.contents)
  }

  part({ limit, places, ...range }: StoredPart): FoundPart {
    const order = range.index === undefined ? this.byKey : this.index(range.index)
    const most = Math.min(limit, mostInPart)
    const found = order.find({ ...range, limit: most + 1 })
    const given = found.slice(0, most)
    return {
      texts: given.map(({ value }) => value.record.content),
      places: places ? given.map(({ place }) => place) : [],
      next: found[most]?.place
    }
  }

  /** Those that are due, in the order of time. */
  due(range: RangeOfMap): ReadonlyArray<StoredRecord> {
    return recordsIn(this.byDue, range)
  }

  /** Those whose age counts, the oldest first. */
  aging(range: RangeOfMap): ReadonlyArray<StoredRecord> {
    return recordsIn(this.bySince, range)
  }

  private placesOf(record: StoredRecord): ReadonlyArray<readonly [order: Order, place: string]> {
    const { dueAt, key, places, since } = record
    return [
      [this.byKey, key],
      ...places.flatMap((place, index) => (place === undefined ? [] : [[this.index(index), place] as const])),
      ...(dueAt === undefined ? [] : [[this.byDue, encodeKey([dueAt]) + key] as const]),
      ...(since === undefined ? [] : [[this.bySince, encodeKey([since]) + key] as const])
    ]
  }

  private index(number: number): Order {
    return (this.indexes[number] ??= new SortedMap())
  }
}
