/** Adds to a map that keeps no more than `most`: those added longest ago make room. */
export const addBounded = <Key, Value>(known: Map<Key, Value>, most: number, key: Key, value: Value): void => {
  if (known.size >= most && !known.has(key)) known.delete(known.keys().next().value!)
  known.set(key, value)
}
