/** Random numbers that a seed repeats. */

export interface Random {
  /** From `lowest` up to, but not including, `highest`. */
  between(lowest: number, highest: number): number
  /** A whole number, both included. */
  whole(lowest: number, highest: number): number
  chance(share: number): boolean
}

/** Mulberry32. What has a purpose of its own has numbers of its own, so that one does not shift those of another. */
export const makeRandom = (seed: number, purpose: number): Random => {
  let state = Math.imul(seed, 0x9e3779b1) ^ Math.imul(purpose + 1, 0x85ebca6b)
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (lowest: number, highest: number): number => lowest + next() * (highest - lowest)
  return {
    between,
    whole: (lowest, highest) => Math.floor(between(lowest, highest + 1)),
    chance: (share) => next() < share
  }
}
