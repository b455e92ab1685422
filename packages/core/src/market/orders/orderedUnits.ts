/** The units that were ordered, and what becomes of each: one row of the orders report, and later rows of sales and returns. */
import { type BuyerRegion, buyerRegions } from "../geography.ts"
import { between, type Draw } from "../hashedDraw.ts"
import { hourLength } from "../marketTime.ts"
import type { OrderedPart } from "./OrderedPart.ts"

/** Times are whole seconds, in milliseconds since 1970. */
export interface OrderedUnit {
  readonly part: OrderedPart
  /** From 0. */
  readonly number: number
  /** The number of its order, from 0. */
  readonly order: number
  readonly orderedAt: number
  readonly buyer: BuyerRegion
  readonly canceledAt: number | undefined
  readonly soldAt: number | undefined
  readonly returnedAt: number | undefined
}

const day = 24 * hourLength

// our choice: buyers cancel within three days, take what comes within four days of its arrival, and send back within two weeks.
const [toCancel, toTake, toReturn] = [3 * day, 4 * day, 14 * day] as const

// our choice: of a hundred items that were bought.
const returned = 7

const longestWay = Math.max(...buyerRegions.map(({ distance }) => distance)) * day

/** How long after it was counted an item can be cancelled, or bought and sent back, in milliseconds. */
export const longestFate = { orders: toCancel, sales: longestWay + toTake + toReturn } as const

const buyerAt = (drawn: number): BuyerRegion => {
  let left = drawn * 100
  return buyerRegions.find(({ share }) => (left -= share) < 0) ?? buyerRegions[0]!
}

const wholeSecond = (time: number): number => Math.floor(time / 1000) * 1000

/** `least` and `most` are milliseconds after `time`. */
const later = (time: number, least: number, most: number, drawn: number): number =>
  wholeSecond(time + between(least, most, drawn))

/** Second items are those of the last orders. */
const orderOf = ({ orders }: OrderedPart, number: number): number =>
  number < orders ? number : Math.max(0, 2 * orders - 1 - number)

const unitOf = (draw: Draw, part: OrderedPart, number: number): OrderedUnit => {
  const { canceled, from, nmId, orders, until } = part
  const order = orderOf(part, number)
  const ofOrder = [nmId, from, order] as const
  const ofUnit = [nmId, from, number] as const
  const orderedAt = Math.max(
    from,
    wholeSecond(from + ((until - from) * (order + draw("orderTime", ...ofOrder))) / orders)
  )
  const buyer = buyerAt(draw("buyer", ...ofOrder))
  const unit = { part, number, order, orderedAt, buyer }
  if (number < canceled) {
    const canceledAt = later(until, 60_000, toCancel, draw("cancellationTime", ...ofUnit))
    return { ...unit, canceledAt, soldAt: undefined, returnedAt: undefined }
  }
  const arrival = buyer.distance * day
  const soldAt = later(until, arrival, arrival + toTake, draw("saleTime", ...ofUnit))
  const isReturned = between(0, 100, draw("return", ...ofUnit)) < returned
  const returnedAt = isReturned ? later(soldAt, hourLength, toReturn, draw("returnTime", ...ofUnit)) : undefined
  return { ...unit, canceledAt: undefined, soldAt, returnedAt }
}

/** The same units of the same part. */
export const orderedUnits = (draw: Draw, part: OrderedPart): ReadonlyArray<OrderedUnit> =>
  Array.from({ length: part.items }, (_, number) => unitOf(draw, part, number))
