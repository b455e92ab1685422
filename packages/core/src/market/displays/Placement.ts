/** Where buyers see products that somebody pays for, and what is offered for that: the same for every kind of advertiser. */
import { Schema } from "effect"

export const Place = Schema.Literals(["search", "catalog", "card", "recommendations"])
export type Place = typeof Place.Type

/** A product of an advertiser at a place, for as long as nothing of it changes. */
export interface Placement {
  readonly product: number
  readonly subject: number
  readonly place: Place
  /** Roubles for a thousand displays. */
  readonly bid: number
}
