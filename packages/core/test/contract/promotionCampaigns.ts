/**
 * What the second document says about all of its promotion operations. It lists no statuses: those of the tables are the ones that
 * the contract has seen, and 403, which it shows under Error bodies.
 */

export const promotionCampaigns = {
  document: "Seller Statistics Reports, Promotion Campaigns and API Conventions",
  /** Authentication, 1 and 6; contract, Authentication: all three types, of the category Promotion. */
  access: { tokenTypes: ["personal", "service", "base"], category: "promotion" },
  errors: "Status"
} as const

/** Bounds are our choice. */
export const campaignId = { type: "integer", minimum: 1, maximum: 999_999_999_999_999 } as const

/** Campaign statuses; Campaign fields, type. */
export const [campaignStatuses, campaignTypes] = [
  [-1, 4, 7, 8, 9, 11],
  [4, 5, 6, 7, 8, 9]
] as const

/** Top up campaign budget, type; Create automatic campaign, btype. */
export const sources = { type: "integer", enum: [0, 1, 3] } as const
