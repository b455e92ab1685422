/**
 * What was found by a key since the last write, so that what every request asks for costs no query: nobody else writes to the
 * database while this process uses it.
 */
import { type Account, accountKey, addBounded, type Found, type StoredLookup } from "@sellerkit/core"

// our choice: as many as there may be tokens whose signatures are remembered, in 10 million characters at most.
const mostKnown = 10_000
const longestKnown = 1000

const isShort = ({ records }: Found): boolean => records.every(({ content }) => content.length <= longestKnown)

export interface KnownRecords {
  /** Undefined also where it is not one record that is looked for. */
  get(account: Account, lookups: ReadonlyArray<StoredLookup>): ReadonlyArray<Found> | undefined
  add(account: Account, lookups: ReadonlyArray<StoredLookup>, found: ReadonlyArray<Found>): void
}

/** Undefined where it is not one record that is looked for. */
const placeOf = (account: Account, [lookup, ...others]: ReadonlyArray<StoredLookup>): string | undefined =>
  lookup?.kind !== "keys" || lookup.keys.length !== 1 || others.length > 0
    ? undefined
    : `${accountKey(account)}/${lookup.collection}/${lookup.keys[0]}`

/** `writes` counts those that the process has made. */
export const makeKnownRecords = (writes: () => number): KnownRecords => {
  const known = new Map<string, ReadonlyArray<Found>>()
  let asOf = writes()
  return {
    get: (account, lookups) => {
      if (asOf === writes()) {
        const place = placeOf(account, lookups)
        return place === undefined ? undefined : known.get(place)
      }
      known.clear()
      asOf = writes()
      return undefined
    },
    add: (account, lookups, found) => {
      const place = placeOf(account, lookups)
      if (place !== undefined && found.every(isShort)) addBounded(known, mostKnown, place, found)
    }
  }
}
