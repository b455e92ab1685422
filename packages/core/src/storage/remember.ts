/** A function of a text that keeps the values it has made, as many as `most`: those made longest ago go first. */
export const remember = <Value>(most: number, make: (text: string) => Value): ((text: string) => Value) => {
  const known = new Map<string, Value>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    if (known.size >= most) known.delete(known.keys().next().value!)
    const value = make(text)
    known.set(text, value)
    return value
  }
}
