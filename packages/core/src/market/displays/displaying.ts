/**
 * The model: what a placement gets in a part of an hour in which nothing of it changes. It is pure, and only adds, multiplies and
 * rounds, so that every platform counts the same.
 */
import { type Circumstances, usual } from "../scenario/Circumstances.ts"
import { makePositionOf, type PositionOf, shareOf } from "./competition.ts"
import { displaysInHour, places } from "./demand.ts"
import { type Draw, makeDraw, type Seed } from "../hashedDraw.ts"
import { hourLength, hourOf, startOfHour } from "../marketTime.ts"
import type { Placement } from "./Placement.ts"
import { ratesOf } from "./rates.ts"

/** Buyers and competitors. */
export interface Model {
  readonly draw: Draw
  readonly positionOf: PositionOf
}

/** The same seed gives the same buyers and competitors. */
export const makeModel = (seed: Seed): Model => {
  const draw = makeDraw(seed)
  return { draw, positionOf: makePositionOf(draw) }
}

/** Whole numbers. */
export interface Counts {
  readonly views: number
  readonly clicks: number
  readonly baskets: number
  readonly orders: number
  readonly items: number
  readonly returns: number
}

/** A placement in an hour. */
export interface Display {
  readonly placement: Placement
  /** From 1 for the best one. */
  readonly position: number
  /**
   * What it has had by a time of its hour, in milliseconds since 1970. It never gets less later, nor with a higher bid. Of two
   * counts that follow on each other in a buyer's way, such as views and clicks, the first grows at least as much as the second.
   */
  readonly by: (time: number) => Counts
}

/**
 * `since`: from when on it has been as it is, in milliseconds since 1970; it decides the hour. Each of the counts is a rate times
 * the one before, and how it is rounded is drawn once for the hour: so it is right on average, and does not depend on how often
 * anybody looks.
 */
export const displaying = (
  { draw, positionOf }: Model,
  placement: Placement,
  since: number,
  { clicks, competitorBids, displays, orders }: Circumstances = usual
): Display => {
  const hour = hourOf(since)
  const { place, product } = placement
  const position = positionOf(placement, hour, competitorBids)
  const perHour = displaysInHour(draw, placement, hour) * shareOf(position) * displays
  const rates = ratesOf(draw, product)
  const about = [product, places.indexOf(place), hour, since - startOfHour(hour)] as const
  const rounding = {
    views: draw("views", ...about),
    clicks: draw("clicks", ...about),
    baskets: draw("baskets", ...about),
    orders: draw("orders", ...about),
    items: draw("items", ...about),
    returns: draw("returns", ...about)
  }
  const clickRate = Math.min(1, rates.click * clicks)
  const orderRate = Math.min(1, rates.order * orders)
  return {
    placement,
    position,
    by: (time) => {
      const views = Math.floor((perHour * (time - since)) / hourLength + rounding.views)
      const clicked = Math.floor(views * clickRate + rounding.clicks)
      const baskets = Math.floor(clicked * rates.basket + rounding.baskets)
      const ordered = Math.floor(baskets * orderRate + rounding.orders)
      return {
        views,
        clicks: clicked,
        baskets,
        orders: ordered,
        items: ordered + Math.floor(ordered * rates.item + rounding.items),
        returns: Math.floor(ordered * rates.return + rounding.returns)
      }
    }
  }
}

export const minus = (later: Counts, earlier: Counts): Counts => ({
  views: later.views - earlier.views,
  clicks: later.clicks - earlier.clicks,
  baskets: later.baskets - earlier.baskets,
  orders: later.orders - earlier.orders,
  items: later.items - earlier.items,
  returns: later.returns - earlier.returns
})
