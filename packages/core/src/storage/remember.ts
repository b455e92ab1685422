import { addBounded } from "./addBounded.ts"

/** A function of a text that keeps at most `most` of the values it has made. The oldest are dropped first. */
export const remember = <Value>(most: number, make: (text: string) => Value): ((text: string) => Value) => {
  const known = new Map<string, Value>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const value = make(text)
    addBounded(known, most, text, value)
    return value
  }
}
