/** Random numbers that follow from what they are for, and not from the order in which they are asked for. */

export type Seed = number | string

/** What numbers are drawn for. The value never changes: with it every number would. */
const purposes = {
  popularity: 1,
  noise: 2,
  subjectPrice: 3,
  strength: 4,
  competitorBid: 5,
  clickRate: 6,
  basketRate: 7,
  orderRate: 8,
  returnRate: 9,
  price: 10,
  views: 11,
  clicks: 12,
  baskets: 13,
  orders: 14,
  items: 15,
  returns: 16,
  platform: 17,
  orderTime: 18,
  buyer: 19,
  size: 20,
  warehouse: 21,
  sellerDiscount: 22,
  marketplaceDiscount: 23,
  commission: 24,
  cancellationTime: 25,
  saleTime: 26,
  return: 27,
  returnTime: 28,
  saleNumber: 29,
  sticker: 30
} as const
type Purpose = keyof typeof purposes

/** From 0 to 1, 1 not included: the same one for the same purpose and whole numbers. */
export type Draw = (purpose: Purpose, ...about: ReadonlyArray<number>) => number

const rotated = (word: number, by: number): number => (word << by) | (word >>> (32 - by))

/** One word more (MurmurHash3). */
const mixed = (hash: number, word: number): number =>
  (Math.imul(rotated(hash ^ Math.imul(rotated(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593), 13), 5) + 0xe6546b64) | 0

/** Every bit of the hash depends on every bit of its words (MurmurHash3). */
const finished = (hash: number): number => {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35)
  return (twice ^ (twice >>> 16)) >>> 0
}

const words = 2 ** 32

const hashOf = (seed: Seed): number => {
  let hash = 0
  for (const character of String(seed)) hash = mixed(hash, character.codePointAt(0)!)
  return hash
}

export const makeDraw = (seed: Seed): Draw => {
  const start = hashOf(seed)
  return (purpose, ...about) => {
    let hash = mixed(start, purposes[purpose])
    // Ids may be larger than a word.
    for (const number of about) hash = mixed(mixed(hash, number | 0), Math.floor(number / words))
    return finished(hash) / words
  }
}

/** A number between two others. */
export const between = (least: number, most: number, drawn: number): number => least + (most - least) * drawn
