/**
 * A made-up seller with rows of all five statistics reports, for trials and measurements: `new SampleSeller({ seed: 1 }).orders()`.
 * The same options give the same rows, of which any number can be taken: few of them are in memory at a time. The reports agree. An
 * order that is not cancelled is sold once, with its `srid`; a return has the `srid` of its sale; the realization report has what
 * was sold and returned in each week, with the sums of the sales.
 */
import { warehouses } from "@sellerkit/core/market"
import { SeededRandom, type Seed } from "../data/SeededRandom.ts"
import { type Assortment, makeAssortment } from "./Assortment.ts"
import { events, purchases, type Selling } from "./events.ts"
import { purchaseSource } from "./Purchase.ts"
import { incomeRow, type SampleIncome } from "./rows/incomeRow.ts"
import { orderRow, type SampleOrder } from "./rows/orderRow.ts"
import { type RealizationKind, realizationRow, type SampleRealization } from "./rows/realizationRow.ts"
import { type SampleSale, saleRow } from "./rows/saleRow.ts"
import { type SampleStock, stockRow } from "./rows/stockRow.ts"
import { hour, midnightOf, mondayOf, week } from "./time.ts"

export interface SampleOptions {
  /** Another seller for each; 0 when absent. */
  readonly seed?: Seed
  /** The first day of its orders, such as `2026-01-15`; 2026-01-01 when absent. */
  readonly from?: string
  /** The day before which everything has happened; when absent, rows of orders, sales and reports never end. */
  readonly until?: string
  /** Of an average day; 1000 when absent. */
  readonly ordersPerDay?: number
  /** How many products there are, in several sizes most; 200 when absent. */
  readonly products?: number
}

/** Rows of each report, by its name. */
export interface SampleRows {
  readonly incomes: SampleIncome
  readonly stocks: SampleStock
  readonly orders: SampleOrder
  readonly sales: SampleSale
  readonly realization: SampleRealization
}

/** Rows of the realization report that an event makes: a delivery is paid for whether the buyer keeps what it brings or not. */
const reported = { cancellation: ["delivery"], return: ["return"], sale: ["sale", "delivery"] } as const

// our choice: the reports' times have years of four digits.
const endOfTime = midnightOf("9999-01-01")

export class SampleSeller {
  readonly #assortment: Assortment
  readonly #selling: Selling
  readonly #stock: SeededRandom
  readonly #supplies: SeededRandom

  constructor({ from = "2026-01-01", ordersPerDay = 1000, products = 200, seed = 0, until }: SampleOptions = {}) {
    this.#assortment = makeAssortment(seed, products)
    this.#stock = new SeededRandom(`stock of ${seed}`)
    this.#supplies = new SeededRandom(`supplies of ${seed}`)
    this.#selling = {
      ...purchaseSource(seed, this.#assortment),
      from: midnightOf(from),
      until: until === undefined ? endOfTime : midnightOf(until),
      ordersPerDay
    }
  }

  /** What of each size is in each warehouse. */
  *stocks(): Generator<SampleStock> {
    const { from, until } = this.#selling
    const time = until === endOfTime ? from : until
    for (const product of this.#assortment)
      for (const size of product.sizes)
        for (const warehouse of product.warehouses) yield stockRow(this.#stock, product, size, warehouse, time)
  }

  /** A supply a week of all that each warehouse has, beginning before the first orders. */
  *incomes(): Generator<SampleIncome> {
    const { from, until } = this.#selling
    for (let monday = mondayOf(from) - week; monday < until; monday += week) {
      for (const [index, warehouse] of warehouses.entries()) {
        const arrivesAt = monday + index * hour
        if (arrivesAt >= until) return
        for (const product of this.#assortment)
          if (product.warehouses.includes(warehouse))
            for (const size of product.sizes) yield incomeRow(this.#supplies, product, size, warehouse, arrivesAt)
      }
    }
  }

  /** By their times. */
  *orders(): Generator<SampleOrder> {
    const { until } = this.#selling
    for (const purchase of purchases(this.#selling)) yield orderRow(purchase, until)
  }

  /** Sales and returns, by their times. */
  *sales(): Generator<SampleSale> {
    for (const { kind, purchase, time } of events(this.#selling)) {
      if (kind !== "cancellation") yield saleRow(purchase, kind, time)
    }
  }

  /** Weekly reports, by the times of what they are about. */
  *realization(): Generator<SampleRealization> {
    let rowNumber = 0
    for (const { kind, purchase, time } of events(this.#selling)) {
      const kinds: ReadonlyArray<RealizationKind> = reported[kind]
      for (const one of kinds) yield realizationRow(purchase, one, time, rowNumber++)
    }
  }

  /** Those of the report with the name. */
  rows<Kind extends keyof SampleRows>(kind: Kind): Iterable<SampleRows[Kind]> {
    const made: { readonly [Name in keyof SampleRows]: () => Iterable<SampleRows[Name]> } = {
      incomes: () => this.incomes(),
      stocks: () => this.stocks(),
      orders: () => this.orders(),
      sales: () => this.sales(),
      realization: () => this.realization()
    }
    return made[kind]()
  }
}
