/** Competitors that bid for the same places: the higher the bid, the better the position. */
import { addBounded } from "../../storage/addBounded.ts"
import { places } from "./demand.ts"
import { between, type Draw } from "../hashedDraw.ts"
import type { Placement } from "./Placement.ts"

// our choice: the part of what buyers look at that each position has. There is one position more than there are competitors.
const shares = [1, 0.85, 0.72, 0.6, 0.5, 0.42, 0.35, 0.29, 0.24, 0.2, 0.16, 0.13, 0.1] as const

const competitors = shares.length - 1

// our choice: roubles for a thousand displays that a subject costs, from the cheapest to the dearest.
const [cheapest, dearest] = [150, 500] as const

// our choice: what the weakest and the strongest competitor offer of it.
const [weakest, strongest] = [0.3, 1.7] as const

// our choice: competitors change their bids from hour to hour.
const [lowered, raised] = [0.85, 1.15] as const

// our choice: an hour of all subjects and places of some sellers.
const mostRemembered = 1000

const bidsOf = (draw: Draw, subject: number, place: number, hour: number): ReadonlyArray<number> => {
  const price = between(cheapest, dearest, draw("subjectPrice", subject))
  return Array.from(
    { length: competitors },
    (_, number) =>
      price *
      between(weakest, strongest, draw("strength", subject, place, number)) *
      between(lowered, raised, draw("competitorBid", subject, place, number, hour))
  )
}

/** From 1 for the best one. `factor`: how much more competitors offer than usual. */
export type PositionOf = (placement: Placement, hour: number, factor: number) => number

/** Remembers what competitors offer, because many placements meet the same ones. */
export const makePositionOf = (draw: Draw): PositionOf => {
  const known = new Map<string, ReadonlyArray<number>>()
  const bidsAt = ({ place, subject }: Placement, hour: number): ReadonlyArray<number> => {
    const key = `${hour} ${place} ${subject}`
    const found = known.get(key)
    if (found !== undefined) return found
    const bids = bidsOf(draw, subject, places.indexOf(place), hour)
    addBounded(known, mostRemembered, key, bids)
    return bids
  }
  return (placement, hour, factor) =>
    1 + bidsAt(placement, hour).filter((other) => other * factor > placement.bid).length
}

/** The part of what buyers look at. */
export const shareOf = (position: number): number => shares[position - 1]!
