/** How often buyers look: the displays that a product can have at a place in an hour. */
import { between, type Draw } from "../hashedDraw.ts"
import { hourOfDay, weekdayOf } from "../marketTime.ts"
import type { Place, Placement } from "./Placement.ts"

// our choice: displays in an average hour, of an average product at the first position.
const displays: Readonly<Record<Place, number>> = { search: 220, catalog: 140, card: 90, recommendations: 110 }

// our choice: how much more or less than the average it is from hour to hour in Moscow, beginning at midnight.
const hours = [
  0.5, 0.3, 0.2, 0.15, 0.15, 0.2, 0.4, 0.65, 0.9, 1.05, 1.15, 1.2, 1.25, 1.25, 1.2, 1.2, 1.2, 1.25, 1.35, 1.5, 1.7,
  1.75, 1.45, 0.95
] as const

// our choice: and from day to day, beginning with Monday.
const weekdays = [1.05, 1, 1, 0.95, 0.9, 1, 1.1] as const

// our choice: an unpopular product has a third of what a popular one has.
const [leastPopular, mostPopular] = [0.5, 1.5] as const

// our choice: an hour differs so much from the same hour of another week.
const [quietest, busiest] = [0.75, 1.25] as const

/** A number with a fraction: how much of an hour a display takes follows from it. */
export const displaysInHour = (draw: Draw, { place, product, subject }: Placement, hour: number): number =>
  displays[place] *
  hours[hourOfDay(hour)]! *
  weekdays[weekdayOf(hour)]! *
  between(leastPopular, mostPopular, draw("popularity", product)) *
  between(quietest, busiest, draw("noise", subject, places.indexOf(place), hour))

/** Their numbers among what is drawn: the order never changes. */
export const places: ReadonlyArray<Place> = ["search", "catalog", "card", "recommendations"]
