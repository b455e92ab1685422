/** The records of one collection of an account, in all of its orders. */
import { type Account, encodeKey, type Found, type StoredLookup, type StoredRecord } from "@sellerkit/core"
import { SortedMap } from "./SortedMap.ts"

type Records = SortedMap<StoredRecord>

type Entries = ReadonlyArray<{ readonly place: string; readonly value: StoredRecord }>

const foundIn = (entries: Entries, contents = true): Found => ({
  records: entries.map(({ place, value: { content } }) => ({ place, content: contents ? content : "" })),
  count: 0
})

export class RecordCollection {
  readonly account: Account
  /** By the times at which they are due, and then by their keys. */
  readonly due: Records = new SortedMap()
  /** By the times from when on their age counts, and then by their keys. */
  readonly since: Records = new SortedMap()
  private readonly byKey: Records = new SortedMap()
  private readonly indexes = new Map<string, Records>()

  constructor(account: Account) {
    this.account = account
  }

  put(record: StoredRecord): void {
    this.remove(record.key)
    for (const [order, place] of this.placesOf(record)) order.set(place, record)
  }

  remove(key: string): void {
    const record = this.byKey.get(key)
    if (record === undefined) return
    for (const [order, place] of this.placesOf(record)) order.delete(place)
  }

  find(lookup: StoredLookup): Found {
    if (lookup.kind === "keys") {
      return foundIn(
        lookup.keys.flatMap((place) => {
          const value = this.byKey.get(place)
          return value === undefined ? [] : { place, value }
        })
      )
    }
    const order = lookup.index === undefined ? this.byKey : this.index(lookup.index)
    return lookup.kind === "count"
      ? { records: [], count: order.count(lookup) }
      : foundIn(order.find(lookup), lookup.contents)
  }

  private placesOf(record: StoredRecord): ReadonlyArray<readonly [order: Records, place: string]> {
    const { dueAt, indexed, key, since } = record
    return [
      [this.byKey, key],
      ...Object.entries(indexed).map(([name, value]) => [this.index(name), value + key] as const),
      ...(dueAt === undefined ? [] : [[this.due, encodeKey([dueAt]) + key] as const]),
      ...(since === undefined ? [] : [[this.since, encodeKey([since]) + key] as const])
    ]
  }

  private index(name: string): Records {
    const known = this.indexes.get(name)
    if (known !== undefined) return known
    const created: Records = new SortedMap()
    this.indexes.set(name, created)
    return created
  }
}
