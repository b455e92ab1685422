/** Rows of reports about units that were ordered on the market (Seller Statistics Reports, Resources and their fields). */
import type { Product } from "../../products/Product.ts"
import type { OrderRow } from "../../reports/rows/OrderRow.ts"
import type { SaleRow } from "../../reports/rows/SaleRow.ts"
import { moscowDateTime } from "../../time/MoscowDateTime.ts"
import { warehouses, warehouseTypes } from "../geography.ts"
import { between, type Draw } from "../hashedDraw.ts"
import { hourLength } from "../marketTime.ts"
import type { OrderedUnit } from "./orderedUnits.ts"

// our choice: every product has the same sizes.
const sizes = ["S", "M", "L", "XL"] as const

// our choice: whole hundredths, from the least to the most.
const discounts = { seller: [5, 65], marketplace: [0, 28], commission: [15, 25] } as const

/** What the documents show of an order that is not cancelled. */
const never = "0001-01-01T00:00:00"

const orderType = "Клиентский"

// our choice: every warehouse gets a supply a week.
const supplyEvery = 7 * 24 * hourLength
const firstSupply = 20_000_000

const roubles = (hundredths: number): number => Math.round(hundredths) / 100

/** Fields of rows are shorter than those of products. */
const atMost = (most: number, text = ""): string => text.slice(0, most).toWellFormed()

const wholeBetween = ([least, most]: readonly [number, number], drawn: number): number =>
  Math.floor(between(least, most + 1, drawn))

/** A number with so many digits, the first of which is not 0. */
const digits = (count: number, drawn: number): string =>
  String(Math.floor(between(10 ** (count - 1), 10 ** count, drawn)))

/** Unique in an account: a product of a campaign has one part that begins then. */
const basketOf = ({ order, part: { advertId, from, nmId } }: OrderedUnit): string =>
  `${[from, advertId, nmId].map((number) => number.toString(36)).join("-")}.${order}`

export const sridOf = (unit: OrderedUnit): string => `${basketOf(unit)}.${unit.number}`

export class UnitRows {
  private readonly draw: Draw

  constructor(draw: Draw) {
    this.draw = draw
  }

  /** As it was at `now`. */
  order(unit: OrderedUnit, product: Product | undefined, now: number): OrderRow {
    const { canceledAt, orderedAt, part } = unit
    const isCancel = canceledAt !== undefined && canceledAt < now
    return {
      ...this.common(unit, product, orderedAt, isCancel ? canceledAt : part.until),
      ...this.prices(unit),
      isCancel,
      cancelDate: isCancel ? moscowDateTime(canceledAt) : never,
      ...this.identity(unit)
    }
  }

  /** A return takes back what the sale has brought. */
  sale(unit: OrderedUnit, product: Product | undefined, kind: "R" | "S", time: number): SaleRow {
    const { nmId, price } = unit.part
    const sign = kind === "S" ? 1 : -1
    const commission = wholeBetween(discounts.commission, this.draw("commission", nmId))
    const { finishedPrice, priceWithDisc } = this.prices(unit)
    return {
      ...this.common(unit, product, time, time),
      paymentSaleAmount: 0,
      forPay: sign * roubles((price * (100 - commission)) / 100),
      finishedPrice: sign * finishedPrice,
      priceWithDisc: sign * priceWithDisc,
      saleID: kind + this.saleNumber(unit),
      ...this.identity(unit)
    }
  }

  private common(unit: OrderedUnit, product: Product | undefined, time: number, changedAt: number) {
    const { buyer, number, part } = unit
    const { from, nmId, price } = part
    const discount = this.sellerDiscount(unit)
    const size = wholeBetween([0, sizes.length - 1], this.draw("size", nmId, from, number))
    const warehouse = wholeBetween([0, warehouses.length - 1], this.draw("warehouse", nmId, from, number))
    return {
      date: moscowDateTime(time),
      lastChangeDate: moscowDateTime(changedAt),
      warehouseName: warehouses[warehouse]!.name,
      warehouseType: warehouseTypes.marketplace,
      countryName: buyer.country,
      oblastOkrugName: buyer.district,
      regionName: buyer.region,
      supplierArticle: atMost(75, product?.vendorCode),
      nmId,
      barcode: `2${nmId}${size}`,
      category: "",
      subject: atMost(50, product?.subjectName),
      brand: atMost(50, product?.brand),
      techSize: sizes[size]!,
      incomeID: firstSupply + (Math.floor(from / supplyEvery) - 1) * warehouses.length + warehouse,
      isSupply: false,
      isRealization: true,
      totalPrice: roubles((price * 100) / (100 - discount)),
      discountPercent: discount,
      spp: this.marketplaceDiscount(unit)
    }
  }

  private prices(unit: OrderedUnit) {
    const { price } = unit.part
    const finishedPrice = roubles((price * (100 - this.marketplaceDiscount(unit))) / 100)
    return { finishedPrice, priceWithDisc: roubles(price) }
  }

  private identity(unit: OrderedUnit) {
    const { advertId, from, nmId } = unit.part
    const sticker = digits(11, this.draw("sticker", nmId, from, unit.number, advertId))
    return { orderType, sticker, gNumber: basketOf(unit), srid: sridOf(unit) }
  }

  private saleNumber({ number, part: { advertId, from, nmId } }: OrderedUnit): string {
    const half = (which: number) => digits(7, this.draw("saleNumber", nmId, from, number, advertId, which))
    return half(0) + half(1)
  }

  private sellerDiscount({ part: { nmId } }: OrderedUnit): number {
    return wholeBetween(discounts.seller, this.draw("sellerDiscount", nmId))
  }

  private marketplaceDiscount({ number, part: { from, nmId } }: OrderedUnit): number {
    return wholeBetween(discounts.marketplace, this.draw("marketplaceDiscount", nmId, from, number))
  }
}
