/** What buyers do with a product once it is displayed. The rates of a product never change. */
import type { Product } from "../../products/Product.ts"
import { between, type Draw } from "../hashedDraw.ts"

export interface Rates {
  /** Clicks for a display. */
  readonly click: number
  /** Baskets for a click. */
  readonly basket: number
  /** Orders for a basket. */
  readonly order: number
  /** Items for an order, besides the first. */
  readonly item: number
  /** Returns for an order. */
  readonly return: number
}

// our choice: the least and the most that a product has of each.
const limits = {
  click: [0.02, 0.06],
  basket: [0.08, 0.2],
  order: [0.2, 0.5],
  return: [0.03, 0.15]
} as const

// our choice: one order in ten has a second item.
const secondItem = 0.1

// our choice: roubles of a product of which no price is known.
const [leastPrice, mostPrice] = [500, 5000] as const

export const ratesOf = (draw: Draw, product: number): Rates => ({
  click: between(...limits.click, draw("clickRate", product)),
  basket: between(...limits.basket, draw("basketRate", product)),
  order: between(...limits.order, draw("orderRate", product)),
  item: secondItem,
  return: between(...limits.return, draw("returnRate", product))
})

/** In hundredths of a rouble. */
export const priceOf = (draw: Draw, nm: number, product: Product | undefined): number =>
  Math.round((product?.price ?? Math.round(between(leastPrice, mostPrice, draw("price", nm)))) * 100)
