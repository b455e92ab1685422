/** One unit that a buyer orders, and what becomes of it: all of it follows from its number, so that nothing has to be kept. */
import { type BuyerRegion, buyerRegions, type Warehouse } from "@sellerkit/core/market"
import { SeededRandom, type Seed } from "../data/SeededRandom.ts"
import { type Assortment, productAt, type SampleProduct, type SampleSize } from "./Assortment.ts"
import { seasonOf } from "./demand.ts"
import { day, hour, mondayOf, week } from "./time.ts"

/** Times are those of clocks in Moscow, sums are roubles. */
export interface Purchase extends Fate {
  /** From 0, in the order of the orders. */
  readonly number: number
  readonly orderedAt: number
  readonly product: SampleProduct
  readonly size: SampleSize
  readonly warehouse: Warehouse
  /** The marketplace's discount, in percent. */
  readonly spp: number
  /** With the seller's discount. */
  readonly discounted: number
  /** What the buyer pays. */
  readonly paid: number
  /** What the seller gets. */
  readonly forPay: number
  /** What the delivery costs the seller. */
  readonly delivery: number
  readonly srid: string
  /** Some purchases are of one basket. */
  readonly basket: string
}

/** What purchases are made of. */
export interface PurchaseSource {
  readonly assortment: Assortment
  readonly fates: SeededRandom
  readonly baskets: SeededRandom
  readonly purchases: SeededRandom
}

export const purchaseSource = (seed: Seed, assortment: Assortment): PurchaseSource => ({
  assortment,
  fates: new SeededRandom(`fates of ${seed}`),
  baskets: new SeededRandom(`baskets of ${seed}`),
  purchases: new SeededRandom(`purchases of ${seed}`)
})

// our choice: of a hundred, what published figures of clothes and small things come near to.
const rates = { cancelled: 12, returned: 7, sharedBaskets: 25 } as const

const kopecks = (roubles: number): number => Math.round(roubles * 100) / 100

/** A product that is out of season is mostly put back. */
const pickProduct = (assortment: Assortment, random: SeededRandom, time: number): SampleProduct => {
  let product = productAt(assortment, random.part())
  for (let tries = 1; tries < 4; tries++) {
    const [, times] = product.subject.season
    if (random.part() * times < seasonOf(product.subject.season, time)) return product
    product = productAt(assortment, random.part())
  }
  return product
}

const regionOf = (drawn: number): BuyerRegion => {
  let left = drawn * 100
  for (const region of buyerRegions) {
    left -= region.share
    if (left < 0) return region
  }
  return buyerRegions[0]!
}

const isDrawn = (random: SeededRandom, percent: number): boolean => random.part() * 100 < percent

/** A purchase is cancelled or bought, and one that is bought may be returned. */
export interface Fate {
  readonly buyer: BuyerRegion
  readonly cancelledAt: number | undefined
  readonly soldAt: number | undefined
  readonly returnedAt: number | undefined
}

/** The same fate for the same number and time. */
export const fateAt = ({ fates }: PurchaseSource, number: number, orderedAt: number): Fate => {
  const random = fates.of(number)
  const buyer = regionOf(random.part())
  if (isDrawn(random, rates.cancelled)) {
    const cancelledAt = Math.floor(orderedAt + hour + 3 * day * random.part())
    return { buyer, cancelledAt, soldAt: undefined, returnedAt: undefined }
  }
  const soldAt = Math.floor(orderedAt + hour + day * (buyer.distance + 4 * random.part()))
  const isReturned = isDrawn(random, rates.returned)
  const returnedAt = isReturned ? Math.floor(soldAt + hour + 13 * day * random.part()) : undefined
  return { buyer, cancelledAt: undefined, soldAt, returnedAt }
}

/** Of two purchases that follow each other. */
const isShared = (baskets: SeededRandom, pair: number): boolean => isDrawn(baskets.of(pair), rates.sharedBaskets)

const eightDigits = (random: SeededRandom): string => random.next().toString(16).padStart(8, "0")

/** The same purchase for the same number and time. */
export const purchaseAt = (source: PurchaseSource, number: number, orderedAt: number): Purchase => {
  const random = source.purchases.of(number)
  const fate = fateAt(source, number, orderedAt)
  const product = pickProduct(source.assortment, random, orderedAt)
  const spp = random.between(0, 28)
  const discounted = kopecks(product.price * (1 - product.discount / 100))
  const pair = number - (number % 2)
  return {
    ...fate,
    number,
    orderedAt,
    product,
    size: random.pick(product.sizes),
    warehouse: random.pick(product.warehouses),
    spp,
    discounted,
    paid: Math.round(discounted * (1 - spp / 100)),
    forPay: kopecks(discounted * (1 - product.commission / 100)),
    delivery: kopecks(38 + 9 * fate.buyer.distance + random.between(0, 60)),
    srid: `${eightDigits(random)}${eightDigits(random)}${eightDigits(random)}.${number}.0`,
    basket: `90${String(isShared(source.baskets, pair) ? pair : number).padStart(16, "0")}`
  }
}

/** The supply that it came with: the one of the week before. */
export const supplyOf = ({ orderedAt, warehouse }: Purchase): number => supplyId(orderedAt - week, warehouse)

const firstSupply = 20_000_000

/** Every warehouse gets one supply a week. */
export const supplyId = (time: number, { id }: Warehouse): number =>
  firstSupply + Math.round(mondayOf(time) / day / 7) * 100 + (id % 97)
