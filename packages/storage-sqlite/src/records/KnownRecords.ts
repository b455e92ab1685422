/**
 * What was found since the last write, so that what requests ask for again and again costs no query: nobody else writes to the
 * database while this process uses it.
 */
import { type Account, accountKey, addBounded, type Found, onlyKey, type StoredLookup } from "@sellerkit/core"

type Lookups = ReadonlyArray<StoredLookup>

// our choice: as many as there may be tokens whose signatures are remembered, in 10 million characters at most.
const mostKnown = 10_000
const longestKnown = 1000

const questionOf = (account: Account, lookups: Lookups): string => {
  const one = onlyKey(lookups)
  const asked = one === undefined ? JSON.stringify(lookups) : `${one.collection}/${one.key}`
  return `${accountKey(account)}/${asked}`
}

const lengthOf = (found: ReadonlyArray<Found>): number => {
  let length = 0
  for (const { records } of found) for (const { content, place } of records) length += place.length + content.length
  return length
}

/** `writes` counts those that the process has made; `query` runs at once. */
export const makeKnownRecords = (writes: () => number) => {
  const known = new Map<string, ReadonlyArray<Found>>()
  let asOf = writes()
  return (account: Account, lookups: Lookups, query: () => ReadonlyArray<Found>): ReadonlyArray<Found> => {
    if (asOf !== writes()) known.clear()
    asOf = writes()
    const question = questionOf(account, lookups)
    const before = known.get(question)
    if (before !== undefined) return before
    const found = query()
    if (lengthOf(found) <= longestKnown) addBounded(known, mostKnown, question, found)
    return found
  }
}
