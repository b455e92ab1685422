/** How many rows a page has: an operation has its own numbers (API Conventions, Pagination conventions). */
import { Schema } from "effect"

export interface PageLimits {
  readonly minimum: number
  readonly maximum: number
  /** Where a request does not say it. */
  readonly default: number
}

/** The parameter `limit`. The number for requests without it is put in where the page is made, so that clients may leave it out. */
export const pageLimit = ({ maximum, minimum }: PageLimits) =>
  Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum, maximum })))
