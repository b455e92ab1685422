/** How an hour differs from a usual one, as factors. */

export interface Circumstances {
  /** Of what competitors offer. */
  readonly competitorBids: number
  /** Of what buyers look at. */
  readonly displays: number
  /** Of clicks for a display. */
  readonly clicks: number
  /** Of orders for a basket. */
  readonly orders: number
}

export const usual: Circumstances = { competitorBids: 1, displays: 1, clicks: 1, orders: 1 }
