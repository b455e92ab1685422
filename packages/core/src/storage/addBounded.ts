/** Adds to a map that keeps at most `most` entries, and removes the oldest. */
export const addBounded = <Key, Value>(known: Map<Key, Value>, most: number, key: Key, value: Value): void => {
  if (known.size >= most && !known.has(key)) known.delete(known.keys().next().value!)
  known.set(key, value)
}
