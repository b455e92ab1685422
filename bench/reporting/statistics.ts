/** What many measurements say together. */

/** The value that so much of all are at most, `share` from 0 to 1. Nearest rank: always a value that was measured. */
export const percentile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = values.toSorted((left, right) => left - right)
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new Error("There are no values")
  return value
}

export const median = (values: ReadonlyArray<number>): number => {
  const upper = percentile(values, 0.5)
  const lower = -percentile(
    values.map((value) => -value),
    0.5
  )
  return (lower + upper) / 2
}

/** One value per round: the one in the middle, and between which all of them are. */
export interface Spread {
  readonly median: number
  readonly lowest: number
  readonly highest: number
}

export const spreadOf = (values: ReadonlyArray<number>): Spread => ({
  median: median(values),
  lowest: percentile(values, 0),
  highest: percentile(values, 1)
})
