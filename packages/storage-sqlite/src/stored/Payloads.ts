/** Payloads of any size, although a Durable Object takes no row of more than 2 MB: long ones are kept in parts. */

// our choice: in units of UTF-16, each of which takes at most three bytes of UTF-8. Half a megabyte is left for the rest of a
// row.
const longestPart = 500_000

/** The high half of a character of two units, which SQLite could not keep without the other. */
const isHighHalf = (unit: number): boolean => (unit & 0xfc00) === 0xd800

const endOfPart = (payload: string, start: number): number => {
  const end = start + longestPart
  return end < payload.length && isHighHalf(payload.charCodeAt(end - 1)) ? end - 1 : end
}

/** The first part, which is the payload where that is not long, and the others. */
export const partsOf = (payload: string): readonly [first: string, ...others: ReadonlyArray<string>] => {
  let end = endOfPart(payload, 0)
  const first = payload.slice(0, end)
  const others: Array<string> = []
  while (end < payload.length) {
    const start = end
    end = endOfPart(payload, start)
    others.push(payload.slice(start, end))
  }
  return [first, ...others]
}

/** Other parts exist only if the first one is as long as a part may be. */
export const mayContinue = (first: string): boolean => first.length >= longestPart - 1
