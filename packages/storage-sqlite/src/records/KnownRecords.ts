/**
 * What was found by one key since the last write, so that what every request asks for costs no query: nobody else writes to the
 * database while this process uses it.
 */
import { type Account, accountKey, addBounded, type Found, onlyKey, type StoredLookup } from "@sellerkit/core"

type Lookups = ReadonlyArray<StoredLookup>

// our choice: as many as there may be tokens whose signatures are remembered, in 10 million characters at most.
const mostKnown = 10_000
const longestKnown = 1000

const placeOf = (account: Account, lookups: Lookups): string | undefined => {
  const one = onlyKey(lookups)
  return one && `${accountKey(account)}/${one.collection}/${one.key}`
}

/** `writes` counts those that the process has made; `query` runs at once. */
export const makeKnownRecords = (writes: () => number) => {
  const known = new Map<string, ReadonlyArray<Found>>()
  let asOf = writes()
  return (account: Account, lookups: Lookups, query: () => ReadonlyArray<Found>): ReadonlyArray<Found> => {
    if (asOf !== writes()) known.clear()
    asOf = writes()
    const place = placeOf(account, lookups)
    if (place === undefined) return query()
    const before = known.get(place)
    if (before !== undefined) return before
    const found = query()
    if ((found[0]!.records[0]?.content.length ?? 0) <= longestKnown) addBounded(known, mostKnown, place, found)
    return found
  }
}
