/** What a made-up seller sells: the same each time for the same seed. */
import { type Warehouse, warehouses, warehouseTypes } from "@sellerkit/core/market"
import { brands, colours, subjects } from "../data/products.ts"
import { SeededRandom, type Seed } from "../data/SeededRandom.ts"

export interface SampleSize {
  readonly name: string
  readonly barcode: string
  readonly id: number
}

export interface SampleProduct {
  readonly nmId: number
  readonly article: string
  readonly title: string
  readonly brand: string
  readonly subject: (typeof subjects)[number]
  readonly sizes: ReadonlyArray<SampleSize>
  /** In roubles, without discounts. */
  readonly price: number
  /** Of the seller, in percent. */
  readonly discount: number
  /** Of the marketplace for each sale, in percent. */
  readonly commission: number
  readonly warehouseType: string
  /** Where it lies. */
  readonly warehouses: ReadonlyArray<Warehouse>
  /** How likely it is bought, as the sum of all products before it and its own. */
  readonly likelihood: number
}

export type Assortment = ReadonlyArray<SampleProduct>

const firstProduct = 100_000_000
const firstBarcode = 2_040_000_000_000
const mostSizes = 10

/** A few sell very well, and most hardly at all (the law of Zipf). */
const popularity = (index: number): number => 1 / (index + 3)

/** So many of the marketplace's warehouses, beside each other in the list. */
const someWarehouses = (random: SeededRandom, count: number): ReadonlyArray<Warehouse> => {
  const first = random.between(0, warehouses.length - 1)
  return Array.from({ length: count }, (_, index) => warehouses[(first + index) % warehouses.length]!)
}

export const makeAssortment = (seed: Seed, count: number): Assortment => {
  const random = new SeededRandom(`assortment of ${seed}`)
  const first = firstProduct + random.between(0, 99_999_999)
  let likelihood = 0
  return Array.from({ length: count }, (_, index): SampleProduct => {
    const [brand, colour, subject] = [random.pick(brands), random.pick(colours), random.pick(subjects)]
    const [least, most] = subject.price
    const isSellers = random.between(1, 10) === 1
    likelihood += popularity(index)
    return {
      nmId: first + index,
      article: `${subject.item.toLowerCase().replaceAll(" ", "-")}-${colour}-${index + 1}`,
      title: `${subject.item}, ${colour}`,
      brand,
      subject,
      sizes: subject.sizes.map((name, size) => {
        const number = index * mostSizes + size
        return { name, barcode: String(firstBarcode + number), id: firstProduct + number }
      }),
      price: Math.round(random.between(least, most) / 10) * 10,
      discount: random.between(5, 65),
      commission: random.between(15, 25),
      warehouseType: isSellers ? warehouseTypes.seller : warehouseTypes.marketplace,
      warehouses: someWarehouses(random, isSellers ? 1 : 3),
      likelihood
    }
  })
}

/** The product of a drawn number from 0 to 1. */
export const productAt = (assortment: Assortment, drawn: number): SampleProduct => {
  const wanted = drawn * assortment.at(-1)!.likelihood
  let [from, to] = [0, assortment.length - 1]
  while (from < to) {
    const middle = (from + to) >> 1
    if (assortment[middle]!.likelihood > wanted) to = middle
    else from = middle + 1
  }
  return assortment[from]!
}
